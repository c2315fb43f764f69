import type { OpeningStrings } from '../locales/strings.ts';

/**
 * "Try again in 15 hours", in the given language; undefined if a new try makes sense now. `retryAt` is in milliseconds since
 * 1970. The time left is rounded up, so that no one is too early.
 */
export function retryLabel({ retryIn }: OpeningStrings, language: string, retryAt = 0): string | undefined {
  const seconds = Math.ceil((retryAt - Date.now()) / 1000);
  if (seconds <= 0) return undefined;
  const [count, unit] =
    seconds <= 120 ? [seconds, 'second'] : seconds <= 7200 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return retryIn(format.format(Math.ceil(count)));
}
