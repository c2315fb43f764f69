import { EMPTY_ANSWER, reduceAnswer } from '../answering/output/reduce-answer.ts';
import type { AnswerEvent, CitedPassage, FinishReason } from '../answering/types.ts';
import { ApiError, errors } from '../platform/errors.ts';
import type { NewMessage, StoredCitation } from '../store/types.ts';
import { untilAborted } from './until-aborted.ts';

/** The part of an answer that has been written so far. */
export type PartialAnswer = Pick<NewMessage, 'text' | 'citations'>;

/** What is stored of an answer, however it ends. */
export interface RecordedAnswer extends PartialAnswer, Pick<NewMessage, 'usage'> {
  finishReason: FinishReason;
  /** Why there was no answer: what the documents lacked, or the code of the error; null for any other end. */
  reason: string | null;
  /** When its first text arrived, by the given clock; null if none did. */
  firstTextAt: number | null;
}

/** Most answers end before the first partial one would be stored. */
const STORE_EVERY_MS = 2_000;
/** An answer that does not grow is stored again after this many ticks, which shows that it is still being written. */
const HEARTBEAT_TICKS = 5;

interface RecordOptions {
  signal: AbortSignal;
  now: () => number;
  /** Called once. */
  storeFinal: (answer: RecordedAnswer) => Promise<void>;
  storePartial: (answer: PartialAnswer) => Promise<unknown>;
  /** Milliseconds between two partial answers. */
  every?: number;
}

/**
 * Passes the events on and stores what they add up to, once: as the last event passes, or as far as the answer came if the
 * signal aborts, the events fail or the reader stops before that. A longer answer is also stored in parts, so that it can be
 * read elsewhere, even if this process does not survive until its end.
 */
export async function* recordAnswer(
  events: AsyncGenerator<AnswerEvent>,
  { signal, now, storeFinal, storePartial, every = STORE_EVERY_MS }: RecordOptions,
): AsyncGenerator<AnswerEvent> {
  const answer = collectAnswer(now);
  const partials = storePartials(answer.partial, storePartial, every);
  let failure: unknown = null;
  let stored: Promise<void> | null = null;
  const storeOnce = () => {
    const final = answer.final(failure);
    // After a partial answer that is still being stored, as that must not overwrite the final one.
    stored ??= partials.stop().then(() => storeFinal(final));
    return stored;
  };
  // Right away, and not when the next event is asked for: a reader that has stopped reading asks for none.
  const abort = () => storeOnce().catch(() => undefined);
  signal.addEventListener('abort', abort);
  try {
    for await (const event of untilAborted(events, signal)) {
      answer.add(event);
      // The last event waits until the answer is stored: whoever has read it may ask the next question.
      if (event.type !== 'finish') yield event;
    }
  } catch (error) {
    if (!signal.aborted) failure = error;
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
    await storeOnce();
  }
  const finish = answer.finish();
  if (finish) yield finish;
}

type Finish = Extract<AnswerEvent, { type: 'finish' }>;

/** Adds the events up. */
function collectAnswer(now: () => number) {
  let answer = EMPTY_ANSWER;
  let finish: Finish | null = null;
  let firstTextAt: number | null = null;
  const partial = (): PartialAnswer => ({ text: answer.text, citations: answer.citations.map(toStoredCitation) });
  return {
    add(event: AnswerEvent): void {
      answer = reduceAnswer(answer, event);
      if (event.type === 'text') firstTextAt ??= now();
      else if (event.type === 'finish') finish = event;
    },
    partial,
    final(failure: unknown): RecordedAnswer {
      const finishReason = answer.finishReason ?? (failure === null ? 'aborted' : 'error');
      const code = failure instanceof ApiError ? failure.code : errors.internal().code;
      return {
        ...partial(),
        finishReason,
        reason: answer.noSources ?? (finishReason === 'error' ? code : null),
        usage: answer.usage,
        firstTextAt,
      };
    },
    finish: (): Finish | null => finish,
  };
}

/** Stores the partial answer at every tick at which it has grown, one at a time. */
function storePartials(partial: () => PartialAnswer, store: RecordOptions['storePartial'], every: number) {
  let storing: Promise<unknown> | null = null;
  let [storedText, idleTicks] = ['', HEARTBEAT_TICKS];
  const timer = setInterval(() => {
    idleTicks += 1;
    const answer = partial();
    if (storing || (answer.text === storedText && idleTicks < HEARTBEAT_TICKS)) return;
    [storedText, idleTicks] = [answer.text, 0];
    // If this fails, the next tick or the final answer makes up for it.
    storing = store(answer)
      .catch(() => undefined)
      .finally(() => {
        storing = null;
      });
  }, every);
  return {
    /** Resolves once nothing is being stored. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await storing;
    },
  };
}

function toStoredCitation(citation: CitedPassage): StoredCitation {
  const { id, source_id, chunkId, title, page, heading, text, quote, ...rest } = citation;
  const { quoteStart, quoteEnd, answerRange, address, indexedAt } = rest;
  const shown = { title, page: page ?? null, heading: heading ?? null, text, quote };
  return {
    id,
    sourceId: source_id,
    chunkId,
    ...shown,
    quoteStart,
    quoteEnd,
    ...(answerRange && { answerRange }),
    address,
    indexedAt,
  };
}
