import { EMPTY_ANSWER, reduceAnswer } from '../../answering/output/reduce-answer.ts';
import type { AnswerEvent } from '../../answering/types.ts';
import type { Metrics } from '../metrics.ts';
import type { ApiParts } from './api-parts.ts';

/** Counts each answer by its outcome. */
export function countOutcomes(reserve: ApiParts['reserve'], metrics: Metrics): ApiParts['reserve'] {
  async function* counted(events: AsyncGenerator<AnswerEvent>, signal: AbortSignal) {
    let answer = EMPTY_ANSWER;
    let failed = false;
    try {
      for await (const event of events) {
        answer = reduceAnswer(answer, event);
        yield event;
      }
    } catch (error) {
      failed = !signal.aborted;
      throw error;
    } finally {
      // An answer without a finish event was aborted by its reader.
      metrics.question(failed ? 'error' : (answer.finishReason ?? 'aborted'));
    }
  }
  return (accountId) => {
    const slot = reserve(accountId);
    return { ...slot, answer: (question) => counted(slot.answer(question), question.signal) };
  };
}
