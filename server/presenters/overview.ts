import { z } from 'zod';
import { quotaState } from './project-storage.ts';
import { count, field, flag, id, nullableTime, shape, text, time } from './shape.ts';

const topQuestion = shape('TopQuestion', 'Questions that ask for the same.', {
  question: text('The most frequent wording.', 'How long is the warranty?'),
  count: count('How often it was asked.', 14),
  unanswered: count('How many of these were refused or unsure.', 2),
  unsure: count('How many of these were unsure; the other unanswered ones were refused.', 1),
  last_asked_at: time('When it was asked last.'),
});

const citedSource = shape('CitedSource', 'How often a source is cited.', {
  source_id: id('src', 'The source.'),
  title: text('Its title.', 'Product manual'),
  answers: count('The number of answers that cite it.', 31),
});

const askedPage = shape('AskedPage', 'How many questions were asked from a page.', {
  page_url: text('The page, without query and fragment.', 'https://www.example.com/shop/returns'),
  questions: count('The number of questions.', 12),
  unanswered: count('How many of their answers were refused or unsure.', 3),
  unsure: count('How many of their answers were unsure; the other unanswered ones were refused.', 1),
});

const refusals = shape('RefusalAlert', 'Whether more questions are refused than in the weeks before.', {
  rising: flag(
    'Whether the share of refused and unsure answers in the last 7 days is clearly above that of the 28 days before: by ten points and half as much again, and by more than chance explains.',
    false,
  ),
  answers: count('The number of answers in the last 7 days.', 120),
  share: field(z.number(), 'The share of refused and unsure answers among them, from 0 to 1.', 0.08),
  unsure_share: field(z.number(), 'The share of unsure answers alone.', 0.03),
  share_before: field(z.number(), 'The share in the 28 days before.', 0.07),
});

export const projectOverview = shape(
  'ProjectOverview',
  'What people ask, and what answers them. `GET …/usage` has the counts.',
  {
    from: text('The first day, in UTC.', '2026-01-02'),
    to: text('The last day, in UTC.', '2026-01-31'),
    top_questions: field(
      z.array(topQuestion),
      'The questions asked most, at most 10; of the latest 2,000 that are still stored.',
    ),
    top_sources: field(z.array(citedSource), 'The sources cited most, at most 10, of the stored answers.'),
    top_pages: field(
      z.array(askedPage),
      'The pages that most stored questions were asked from, at most 10; empty unless the project has `record_pages`.',
    ),
    never_cited: field(
      z.strictObject({
        count: count('Their number.', 3),
        sources: field(
          z.array(z.strictObject({ source_id: z.string(), title: z.string() })),
          'The oldest of them, at most 10.',
        ),
      }),
      'The sources that no stored answer has ever cited.',
      { count: 1, sources: [{ source_id: 'src_4YHhQ0V2b7c9D1kLmN3pqR', title: 'Imprint' }] },
    ),
    sources: field(
      z.strictObject({
        total: count('The number of sources.', 40),
        failed: count('Those that could not be read.', 1),
        last_read_at: nullableTime('When one was read last; `null` for never.', null),
      }),
      'The state of the sources.',
    ),
    refusals,
    quotas: field(z.array(quotaState), 'The quotas that are used up to four fifths or more.'),
  },
);
