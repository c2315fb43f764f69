import type { TokenUsage } from '@footnote/sdk/contract';
import type { AnswerEvent, FinishReason, NoSourcesReason } from '../types.ts';
import { type AnswerState, EMPTY_ANSWER, reduceAnswer } from './reduce-answer.ts';

/** A whole answer, after its last event. */
export interface Answer extends AnswerState {
  usage: TokenUsage;
  finishReason: FinishReason;
}

const NO_USAGE: TokenUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** Drains the events into one answer. */
export async function toAnswer(events: AsyncIterable<AnswerEvent>): Promise<Answer> {
  let answer = EMPTY_ANSWER;
  for await (const event of events) answer = reduceAnswer(answer, event);
  return { ...answer, usage: answer.usage ?? NO_USAGE, finishReason: answer.finishReason ?? 'stop' };
}

/** How an answer ended, why if there was no document that could answer, and whether it could not be stored. */
export function outcomeOf(
  finish_reason: FinishReason,
  { noSources, kept }: Pick<AnswerState, 'noSources' | 'kept'>,
): { finish_reason: FinishReason; reason?: NoSourcesReason; kept?: false } {
  return { finish_reason, ...(noSources && { reason: noSources }), ...(kept === false && { kept }) };
}
