import type { AnswerStrings } from '../locales/strings.ts';
import type { Failure } from './failures.ts';

/**
 * "You can ask again tomorrow", in the given language; undefined if no budget is spent any more. The time left is rounded up, so that no one is too early.
 */
export function againLabel(
  { kind, retryAt = 0 }: Failure,
  { askAgain }: AnswerStrings,
  language: string,
): string | undefined {
  const minutes = Math.ceil((retryAt - Date.now()) / 60_000);
  if (kind !== 'budget' || minutes <= 0) return undefined;
  const midnight = new Date().setHours(24, 0, 0, 0);
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (minutes <= 120) return askAgain(format.format(minutes, 'minute'));
  if (retryAt < midnight) return askAgain(format.format(Math.ceil(minutes / 60), 'hour'));
  return askAgain(format.format(Math.ceil((retryAt - midnight + 1) / 86_400_000), 'day'));
}
