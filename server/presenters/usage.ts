import { z } from 'zod';
import { count, field, flag, shape, text } from './shape.ts';

const percentiles = shape('Percentiles', 'Percentiles in milliseconds, to within 10%.', {
  p50: count('The median.', 240),
  p95: count('The 95th percentile.', 910),
});

const counted = {
  requests: count('The number of questions for which answering began.', 128),
  prompt_tokens: count('The tokens of questions and passages.', 81_200),
  completion_tokens: count('The tokens of answers.', 9_010),
  answered: count('Answers from the documents. These five counts do not include answers in progress.', 104),
  unsure: count('Unsure answers, which show only the closest passages.', 6),
  refused: count('Questions that the documents do not answer.', 15),
  aborted: count('Answers whose client disconnected, or that the server ended.', 2),
  failed: count('Answers that failed with an error.', 1),
  feedback_up: count('Ratings `up`, by the day of the answer. Only the latest rating of an answer counts.', 12),
  feedback_down: count('Ratings `down`, counted in the same way.', 3),
  latency_ms: field(
    percentiles.nullable(),
    'The time from the question to the end of the answer, for complete answers; `null` if there are none.',
  ),
  first_text_ms: field(
    percentiles.nullable(),
    'The time from the question to the first words; `null` if there are no answers.',
  ),
};

const usageCounts = shape('UsageCounts', 'The usage of one or more days.', counted);

const dailyUsage = shape('DailyUsage', 'The usage of one day.', {
  day: text('The day as `yyyy-mm-dd`, in UTC.', '2026-01-31'),
  ...counted,
});

export const usageReport = shape(
  'UsageReport',
  'The usage of a project over time. Deleted conversations stay counted.',
  {
    from: text('The first day, in UTC.', '2026-01-02'),
    to: text('The last day, in UTC.', '2026-01-31'),
    days: field(z.array(dailyUsage), 'Every day, oldest first, including days without questions.'),
    totals: usageCounts,
  },
);

export const setup = shape('Setup', 'What the console needs to know before login.', {
  accounts: flag('Whether accounts exist. The first account becomes the operator’s.', true),
  sign_in: field(
    z.strictObject({ password: z.boolean(), provider: z.string().nullable() }),
    'How people sign in: with passwords (operators always may), and the name of the OpenID Connect provider; `null` if there is none.',
    { password: true, provider: 'Example ID' },
  ),
  registration: field(
    z.enum(['open', 'closed']),
    'Whether anyone may create an account. The first one can always be created.',
    'open',
  ),
  sends_mail: flag('Whether the server sends mail, such as for a forgotten password.', false),
  reads_pictures: flag(
    'Whether pictures and scanned documents are read: the server has text recognition (OCR).',
    false,
  ),
  version: text('The server’s version.', '0.1.0'),
  command: text(
    'How to call Footnote’s command from its folder on the server’s machine while the server is stopped: `npx footnote`, `./footnote`, `docker compose run --rm footnote`.',
    'npx footnote',
  ),
});
