import { EMPTY_ANSWER, reduceAnswer } from '../../answering/output/reduce-answer.ts';
import type { AnswerEvent, CitedPassage, FinishReason } from '../../answering/types.ts';
import { ApiError, errors } from '../../platform/errors.ts';
import type { NewMessage, StoredCitation } from '../../store/types.ts';
import { untilAborted } from './until-aborted.ts';

/** An answer as far as it has been written. */
export type PartialAnswer = Pick<NewMessage, 'text' | 'citations'>;

/** An answer as it is stored when it has ended. */
export interface RecordedAnswer extends PartialAnswer, Pick<NewMessage, 'usage'> {
  /** Of an answer that the owner has written: its id. */
  curatedId: string | null;
  finishReason: FinishReason;
  /** How likely the documents answer, 0–1; null where that is not known. */
  certainty: number | null;
  /** Why there is no answer: the reason of the refusal or the error's code; null for any other end. */
  reason: string | null;
  /** When its first text arrived, by the given clock; null if none did. */
  firstTextAt: number | null;
}

/** Long enough that most answers end before a partial one is stored. */
const STORE_EVERY_MS = 2_000;
/** An answer that does not grow is stored again after this many intervals, to show that it is still being written. */
const HEARTBEAT_TICKS = 5;

interface RecordOptions {
  signal: AbortSignal;
  now: () => number;
  /** Called once. Resolves with false if the answer could not be kept. */
  storeFinal: (answer: RecordedAnswer) => Promise<boolean>;
  storePartial: (answer: PartialAnswer) => Promise<unknown>;
  /** Milliseconds between two checks for a partial answer to store. */
  every?: number;
}

/**
 * Passes the events on and stores the answer once: in full before the last event passes, or as far as it came if the signal
 * aborts, the events fail or the reader stops. Partial answers are stored meanwhile, so that other servers can read them even
 * if this process crashes.
 */
export async function* recordAnswer(
  events: AsyncGenerator<AnswerEvent>,
  { signal, now, storeFinal, storePartial, every = STORE_EVERY_MS }: RecordOptions,
): AsyncGenerator<AnswerEvent> {
  const answer = collectAnswer(now);
  const partials = storePartials(answer.partial, storePartial, every);
  let failure: unknown = null;
  let stored: Promise<boolean> | null = null;
  const storeOnce = () => {
    const final = answer.final(failure);
    // Wait for a partial answer that is being stored: it must not overwrite the final one.
    stored ??= partials.stop().then(() => storeFinal(final));
    return stored;
  };
  // Store at once instead of at the next event: a reader that has stopped reading asks for none.
  const abort = () => storeOnce().catch(() => undefined);
  signal.addEventListener('abort', abort);
  try {
    for await (const event of untilAborted(events, signal)) {
      answer.add(event);
      // Hold the last event back until the answer is stored: after it, the reader may ask the next question.
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
  if (finish) yield (await storeOnce()) ? finish : { ...finish, kept: false };
}

type Finish = Extract<AnswerEvent, { type: 'finish' }>;

/** Builds the answer from its events. */
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
      return {
        ...partial(),
        finishReason,
        reason: answer.noSources ?? (finishReason === 'error' ? codeOf(failure) : null),
        usage: answer.usage,
        certainty: answer.certainty ?? null,
        curatedId: answer.curated?.id ?? null,
        firstTextAt,
      };
    },
    finish: (): Finish | null => finish,
  };
}

const codeOf = (failure: unknown): string => (failure instanceof ApiError ? failure : errors.internal()).code;

/** Stores the partial answer at every interval in which it has grown, one write at a time. */
function storePartials(partial: () => PartialAnswer, store: RecordOptions['storePartial'], every: number) {
  let storing: Promise<unknown> | null = null;
  let [storedText, idleTicks] = ['', HEARTBEAT_TICKS];
  const timer = setInterval(() => {
    idleTicks += 1;
    const answer = partial();
    if (storing || (answer.text === storedText && idleTicks < HEARTBEAT_TICKS)) return;
    [storedText, idleTicks] = [answer.text, 0];
    // After a failure, the next partial answer or the final one replaces this one.
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
  const { id, source_id, chunkId, title, source_name, page, heading, text, quote, ...rest } = citation;
  const { quoteStart, quoteEnd, answerRange, address, indexedAt, support } = rest;
  const shown = { title, page: page ?? null, heading: heading ?? null, text, quote };
  return {
    id,
    sourceId: source_id,
    chunkId,
    ...shown,
    ...(source_name !== undefined && { sourceName: source_name }),
    quoteStart,
    quoteEnd,
    ...(answerRange && { answerRange }),
    address,
    indexedAt,
    ...(support && { support }),
  };
}
