import { ApiError } from '../../platform/errors.ts';
import type { AnswerEvent, Question } from '../types.ts';
import type { Ticket } from './admission-queue.ts';

/** How often a question waits in line again for a model that was busy in its turn. */
const MAX_RETURNS = 3;

/**
 * Works with the model in this question's turn; `hasWaited`: the turn did not come at once. If the model is busy before anything
 * is sent, the question waits again.
 */
export async function* inTurn<Result>(
  ticket: Ticket | null,
  question: Question,
  work: (hasWaited: boolean) => AsyncGenerator<AnswerEvent, Result>,
): AsyncGenerator<AnswerEvent, Result> {
  for (let returns = 0; ; returns++) {
    const hasWaited = yield* waitForTurn(ticket, question);
    const events = work(hasWaited || returns > 0);
    let isSent = false;
    try {
      for (let next = await events.next(); ; next = await events.next()) {
        if (next.done) return next.value;
        isSent = true;
        yield next.value;
      }
    } catch (error) {
      const isBusy = error instanceof ApiError && error.code === 'busy';
      const waitsAgain = isBusy && ticket?.returnToLine(error.retryAfter ?? 1);
      if (!waitsAgain || isSent || returns === MAX_RETURNS) throw error;
    } finally {
      await events.return?.(undefined as Result);
    }
  }
}

/** Waits for this question's turn and reports its position as it changes. Returns whether it had to wait. */
async function* waitForTurn(ticket: Ticket | null, { signal, trace }: Question): AsyncGenerator<AnswerEvent, boolean> {
  let hasWaited = false;
  for await (const position of ticket?.waitForTurn(signal) ?? []) {
    hasWaited = true;
    yield { type: 'status', position };
  }
  trace?.stageEnded('wait');
  return hasWaited;
}
