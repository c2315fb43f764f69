import type { GoldenCheck, GoldenQuestion } from '@footnote/sdk/contract';
import type { GoldenCheckRow, GoldenQuestionRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

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
