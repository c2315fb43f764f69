import type { GoldenCheck, GoldenQuestion } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { GoldenCheckRow, GoldenQuestionRow } from '../store/types.ts';
import { count, field, flag, id, nullableTime, shape, text, time, timestamp } from './shape.ts';

export const goldenQuestion = shape('GoldenQuestion', 'A question, and what its answer must hold.', {
  id: id('gold', 'The question’s id.'),
  question: text('The question.', 'How long is the warranty?'),
  text: field(
    z.string().nullable(),
    'A text that must occur in the answer, whatever its case and emphasis; `null` for any.',
    'two years',
  ),
  source: field(
    z.string().nullable(),
    'The source that must be cited: its title, file name, address, external id or id; `null` for any.',
    'Warranty',
  ),
  refused: flag('Whether the question must be refused.', false),
  created_at: time('The time of creation.'),
});

const fault = field(
  z.enum(['text_missing', 'source_not_cited', 'not_refused', 'refused', 'failed']).nullable(),
  'What is wrong; `null` if the answer is as it must be. `failed`: an engine failed.',
  null,
);

const goldenResult = shape('GoldenResult', 'What became of a golden question.', {
  question_id: id('gold', 'The question’s id.'),
  question: text('The question as it was then.', 'How long is the warranty?'),
  fault,
  answer: text('The first 400 characters of the answer.', 'The warranty lasts two years. [1]'),
});

export const goldenCheck = shape('GoldenCheck', 'A check of all golden questions of a project.', {
  id: id('check', 'The check’s id.'),
  state: field(
    z.enum(['running', 'done', 'cancelled', 'failed']),
    '`failed`: the server stopped, or could not go on.',
    'done',
  ),
  total: count('The number of questions.', 12),
  asked: count('The number of questions asked so far.', 12),
  broken: count('The number of questions whose answer is not as it must be.', 1),
  results: field(z.array(goldenResult), 'The questions asked so far, in order.'),
  started_at: time('The time of its start.'),
  ended_at: nullableTime('The time of its end; `null` while it runs.', '2026-01-31T12:00:09.000Z'),
});

export function presentGoldenQuestion(row: GoldenQuestionRow): GoldenQuestion {
  const { id, question, text, source, refused, createdAt } = row;
  return { id, question, text, source, refused, created_at: timestamp(createdAt) };
}

/** `lostBefore`: a running check that was last heard of before has lost its server. */
export function presentGoldenCheck(lostBefore: number): (row: GoldenCheckRow) => GoldenCheck {
  return ({ id, state, total, results, startedAt, seenAt, endedAt }) => {
    const isLost = state === 'running' && seenAt < lostBefore;
    return {
      id,
      state: isLost ? 'failed' : state,
      total,
      asked: results.length,
      broken: results.filter(({ fault }) => fault !== null).length,
      results: results.map(({ questionId, question, fault, answer }) => ({
        question_id: questionId,
        question,
        fault,
        answer,
      })),
      started_at: timestamp(startedAt),
      ended_at: endedAt === null ? (isLost ? timestamp(seenAt) : null) : timestamp(endedAt),
    };
  };
}
