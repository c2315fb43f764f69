import type { QuotaState } from '@footnote/sdk';
import { html, type TemplateResult } from 'lit';
import { formatBytes, formatCount } from '../format.ts';
import { notice } from './states.ts';

const SENTENCES: Record<QuotaState['quota'], { of: (used: string, limit: string) => string; reached: string }> = {
  sources: {
    of: (used, limit) => `This project has ${used} of its ${limit} sources.`,
    reached: 'No more can be added.',
  },
  bytes: {
    of: (used, limit) => `The sources of this project take up ${used} of ${limit}.`,
    reached: 'No more can be added.',
  },
  account_bytes: {
    of: (used, limit) => `The sources of all projects of its owner take up ${used} of ${limit}.`,
    reached: 'No more can be added.',
  },
  daily_questions: {
    of: (used, limit) => `This project has been asked ${used} of today’s ${limit} questions.`,
    reached: 'The next are answered after midnight UTC.',
  },
};

/** Says that a quota of a project is reached, or nearly. */
export function quotaNotice({ quota, used, limit }: QuotaState): TemplateResult {
  const { of, reached } = SENTENCES[quota];
  const show = quota === 'bytes' || quota === 'account_bytes' ? formatBytes : formatCount;
  const isReached = used >= limit;
  const text = html`${of(show(used), show(limit))} ${isReached ? html`<strong>${reached}</strong> ` : ''}The operator of the server can allow more.`;
  // A spent day is over by itself.
  if (quota === 'daily_questions') return notice(text, { name: 'clock' });
  return notice(text, { tone: isReached ? 'bad' : 'warn', name: 'alert' });
}
