import { EMPTY_ANSWER, reduceAnswer } from '../answering/output/reduce-answer.ts';
import type { AnswerEvent, CitedPassage, FinishReason } from '../answering/types.ts';
import { ApiError, errors } from '../platform/errors.ts';
import type { NewMessage, StoredCitation } from '../store/types.ts';
import { untilAborted } from './until-aborted.ts';

/** What there is of an answer by now. */
export type GrowingAnswer = Pick<NewMessage, 'text' | 'citations'>;

/** What is kept of an answer, however it ends. */
export interface RecordedAnswer extends GrowingAnswer, Pick<NewMessage, 'usage'> {
  finishReason: FinishReason;
  reason: string | null;
  /** When its first words came, by the given clock; null where none did. */
  firstTextAt: number | null;
}

/** Most answers are over before it is stored that they have begun. */
const STORE_EVERY_MS = 2_000;
/** One that does not grow is stored every so many times all the same: a sign of life. */
const SIGN_OF_LIFE = 5;

/**
 * Passes the events on and has what they add up to kept, once: as the last event passes, or as far as it came where the
 * signal aborts, the events fail or the reader stops before that. An answer that takes longer is given to `grow` again and
 * again, so that who looks for it elsewhere finds it, also should this process not live to see its end.
 */
export async function* recordAnswer(
  events: AsyncGenerator<AnswerEvent>,
  {
    signal,
    now,
    keep,
    grow,
    every = STORE_EVERY_MS,
  }: {
    signal: AbortSignal;
    now: () => number;
    keep: (answer: RecordedAnswer) => Promise<void>;
    grow: (answer: GrowingAnswer) => Promise<unknown>;
    every?: number;
  },
): AsyncGenerator<AnswerEvent> {
  let sofar = EMPTY_ANSWER;
  let finish: Extract<AnswerEvent, { type: 'finish' }> | null = null;
  let failure: unknown = null;
  let firstTextAt: number | null = null;
  let kept: Promise<void> | null = null;
  let growing: Promise<unknown> | null = null;
  let [storedText, idle] = ['', SIGN_OF_LIFE];
  const timer = setInterval(() => {
    idle += 1;
    if (growing || (sofar.text === storedText && idle < SIGN_OF_LIFE)) return;
    [storedText, idle] = [sofar.text, 0];
    // One that cannot be stored now is stored the next time, or at its end.
    growing = grow({ text: sofar.text, citations: sofar.citations.map(stored) })
      .catch(() => undefined)
      .finally(() => {
        growing = null;
      });
  }, every);
  const keepOnce = () => {
    clearInterval(timer);
    const finishReason = sofar.finishReason ?? (failure === null ? 'aborted' : 'error');
    const code = failure instanceof ApiError ? failure.code : errors.internal().code;
    const answer = {
      text: sofar.text,
      citations: sofar.citations.map(stored),
      finishReason,
      reason: sofar.noSources ?? (finishReason === 'error' ? code : null),
      usage: sofar.usage,
      firstTextAt,
    };
    // After what is being stored of it, which must not be the last word.
    kept ??= growing ? growing.then(() => keep(answer)) : keep(answer);
    return kept;
  };
  // At once, and not when the next event is asked for: a reader that has stopped reading asks for none.
  const abort = () => keepOnce().catch(() => undefined);
  signal.addEventListener('abort', abort);
  try {
    for await (const event of untilAborted(events, signal)) {
      sofar = reduceAnswer(sofar, event);
      if (event.type === 'text') firstTextAt ??= now();
      else if (event.type === 'finish') finish = event;
      // The last event waits for the answer to be on disk: who has read it may ask the next question.
      if (event.type !== 'finish') yield event;
    }
  } catch (error) {
    if (!signal.aborted) failure = error;
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
    await keepOnce();
  }
  if (finish) yield finish;
}

function stored({ id, source_id, chunkId, title, page, heading, text, quote, ...rest }: CitedPassage): StoredCitation {
  const { quoteStart, quoteEnd, address, indexedAt } = rest;
  const shown = { title, page: page ?? null, heading: heading ?? null, text, quote };
  return { id, sourceId: source_id, chunkId, ...shown, quoteStart, quoteEnd, address, indexedAt };
}
