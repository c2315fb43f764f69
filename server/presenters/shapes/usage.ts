import type { DailyUsage, Percentiles, Setup, UsageCounts, UsageReport } from '@footnote/sdk/contract';
import { z } from 'zod';
import { count, decidedShapeOf, field, text } from './shape.ts';

const percentiles = decidedShapeOf<Percentiles>(
  'Percentiles',
  'Milliseconds, to within ten in a hundred.',
)(z.strictObject({ p50: count('Half took no longer.', 240), p95: count('Nineteen of twenty took no longer.', 910) }));

const counted = {
  requests: count('Questions for which answering began.', 128),
  prompt_tokens: count('What was read for the answers.', 81_200),
  completion_tokens: count('What was written.', 9_010),
  answered: count('Answers that answer.', 110),
  refused: count('Answers that say that the documents do not.', 15),
  aborted: count('Broken off, as by a reader who left.', 2),
  failed: count('Broken off by an error.', 1),
  feedback_up: count('Ratings, by the day of the answer.', 12),
  feedback_down: count('The same of those that were not liked.', 3),
  latency_ms: field(percentiles.nullable(), 'From the question to the last word; `null` where none was counted.'),
  first_text_ms: field(percentiles.nullable(), 'From the question to the first words.'),
};

const usageCounts = decidedShapeOf<UsageCounts>(
  'UsageCounts',
  'What was counted over all days together.',
)(z.strictObject(counted));

const dailyUsage = decidedShapeOf<DailyUsage>(
  'DailyUsage',
  'What was counted on one day.',
)(z.strictObject({ day: text('In UTC.', '2026-01-31'), ...counted }));

export const usageReport = decidedShapeOf<UsageReport>(
  'UsageReport',
  'How a project was used over time. It outlives the conversations that it counts.',
)(
  z.strictObject({
    from: text('The first day, in UTC.', '2026-01-02'),
    to: text('The last day.', '2026-01-31'),
    days: field(z.array(dailyUsage), 'Every day, oldest first, those without a question included.'),
    totals: usageCounts,
  }),
);

export const setup = decidedShapeOf<Setup>(
  'Setup',
  'What there is to know before anybody has logged in.',
)(
  z.strictObject({
    accounts: field(z.boolean(), 'Is there an account yet? Without one, registering makes the operator’s.', true),
    registration: field(
      z.enum(['open', 'closed']),
      'May anybody make an account? The first can be made in any case.',
      'open',
    ),
    version: text('The server’s version.', '0.1.0'),
    command: text('How its command begins in Footnote’s folder on the server’s machine.', 'npx footnote'),
  }),
);
