import { z } from 'zod';
import { count, decidedShape, field, text } from './shape.ts';

const percentiles = decidedShape(
  'Percentiles',
  'Milliseconds, to within ten in a hundred.',
  z.strictObject({ p50: count('Half took no longer.', 240), p95: count('Nineteen of twenty took no longer.', 910) }),
);

const counted = {
  requests: count('Questions for which answering began.', 128),
  prompt_tokens: count('Tokens of questions and passages.', 81_200),
  completion_tokens: count('Tokens of answers.', 9_010),
  answered: count('Answers from the documents. Answers that are still being written are in none of these five.', 104),
  unsure: count('Answers that may not answer: they show the closest passages.', 6),
  refused: count('Answers that said that the documents do not answer.', 15),
  aborted: count('Answers whose reader left, or that were ended.', 2),
  failed: count('Answers that an error broke off.', 1),
  feedback_up: count('Ratings `up`, by the day of the answer; one that is changed counts as it stands.', 12),
  feedback_down: count('Ratings `down`, likewise.', 3),
  latency_ms: field(
    percentiles.nullable(),
    'Of whole answers, from the question to the last word; `null` where none was counted.',
  ),
  first_text_ms: field(percentiles.nullable(), 'From the question to the first words.'),
};

const usageCounts = decidedShape(
  'UsageCounts',
  'What was counted over one day, or over several.',
  z.strictObject(counted),
);

const dailyUsage = decidedShape(
  'DailyUsage',
  'What was counted on one day.',
  z.strictObject({ day: text('`yyyy-mm-dd`, UTC.', '2026-01-31'), ...counted }),
);

export const usageReport = decidedShape(
  'UsageReport',
  'How a project was used over time. It outlives the conversations that it counts.',
  z.strictObject({
    from: text('The first day, in UTC.', '2026-01-02'),
    to: text('The last day.', '2026-01-31'),
    days: field(z.array(dailyUsage), 'Every day, oldest first, those without a question included.'),
    totals: usageCounts,
  }),
);

export const setup = decidedShape(
  'Setup',
  'What somebody who opens the console has to know before they have logged in.',
  z.strictObject({
    accounts: field(z.boolean(), 'Is there an account yet? Without one, registering makes the operator’s.', true),
    registration: field(
      z.enum(['open', 'closed']),
      'May anybody make an account? The first can be made in any case.',
      'open',
    ),
    version: text('The server’s version.', '0.1.0'),
    command: text(
      'How its command begins in Footnote’s folder on the server’s machine: `npx footnote`, `./footnote`.',
      'npx footnote',
    ),
  }),
);
