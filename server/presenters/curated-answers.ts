import type { CuratedAnswer } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { CuratedAnswerRow } from '../store/types.ts';
import {
  count,
  field,
  flag,
  id,
  nullableTime,
  nullableTimestamp,
  optional,
  shape,
  text,
  time,
  timestamp,
} from './shape.ts';

export const curatedLink = shape('CuratedLink', 'A link of an answer that the owner has written.', {
  title: text('The words of the link.', 'Shipping'),
  url: text('Its http or https address.', 'https://www.example.com/shipping'),
});

export const usedCuratedAnswer = shape(
  'UsedCuratedAnswer',
  'Says that the owner has written the answer, which is shown as written. It has no citations.',
  {
    id: id('cur', 'The id of the curated answer.'),
    links: field(z.array(curatedLink), 'The links in its text, in order, each address once; may be empty.'),
  },
);

/** Of an answer: present if the owner has written it. */
export const curated = optional(usedCuratedAnswer, 'Present if the owner has written the answer, absent otherwise.');

export const curatedAnswer = shape(
  'CuratedAnswer',
  'An answer that the owner has written for a question and its like.',
  {
    id: id('cur', 'The answer’s id.'),
    project_id: id('proj', 'The project of the answer.'),
    question: text('The question.', 'Do you ship to Chile?'),
    wordings: field(z.array(z.string()), 'Other ways to ask for it.', ['Delivery to Chile']),
    answer: text('The answer, in Markdown.', 'Yes, within ten days. See [Shipping](https://www.example.com/shipping).'),
    enabled: flag('Whether it is used.', true),
    expires_at: nullableTime(
      'It is not used from this time on; `null` if it does not expire.',
      '2027-01-31T12:00:00.000Z',
    ),
    review_at: nullableTime(
      'When the owner wants to look at it again; `null` for never. It is used meanwhile.',
      '2027-01-31T12:00:00.000Z',
    ),
    state: field(
      z.enum(['active', 'disabled', 'expired']),
      '`active`: it is used. `disabled`: it is switched off. `expired`: its time is over.',
      'active',
    ),
    review_due: flag('Whether the time for its review has come.', false),
    uses: count('How often it has been shown.', 12),
    last_used_at: nullableTime('When it was shown last; `null` for never.', '2027-01-31T12:00:00.000Z'),
    created_at: time('The time of creation.'),
    updated_at: time('The time of the last change.'),
  },
);

export const curatedMatch = shape('CuratedAnswerMatch', 'Which curated answer a question gets.', {
  match: field(curatedAnswer.nullable(), 'The answer that the question gets; `null` if it gets none.'),
});

export const curatedImport = shape('CuratedAnswersImported', 'What became of the imported answers.', {
  created: count('The number of new answers.', 10),
  updated: count('The number of answers whose question was there already and that were changed.', 2),
  unchanged: count('The number of answers that were the same already.', 3),
});

/** `now`: what tells whether it has expired, and whether its review is due. */
export function presentCuratedAnswer(now: number): (row: CuratedAnswerRow) => CuratedAnswer {
  return (row) => ({
    id: row.id,
    project_id: row.projectId,
    question: row.question,
    wordings: row.wordings,
    answer: row.answer,
    enabled: row.enabled,
    expires_at: nullableTimestamp(row.expiresAt),
    review_at: nullableTimestamp(row.reviewAt),
    state: !row.enabled ? 'disabled' : row.expiresAt !== null && row.expiresAt <= now ? 'expired' : 'active',
    review_due: row.reviewAt !== null && row.reviewAt <= now,
    uses: row.uses,
    last_used_at: nullableTimestamp(row.lastUsedAt),
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  });
}
