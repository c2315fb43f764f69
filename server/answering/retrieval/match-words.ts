import type { Reader } from '../../engines/types.ts';
import type { Store } from '../../store/types.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import type { Passage } from '../types.ts';

/** How well a passage has the words of a question, by what the reader says. */
export interface WordMatch {
  /** Of a follow-up, with the question before it. */
  whole: number;
  own: number;
}

/**
 * Compares a question with each passage of a project word by word, by chunk id. Null where that says nothing or would take too
 * long: in other languages than the reader's, before the passages have been read, and under load.
 */
export type MatchWords = (
  projectId: string,
  query: ContextualizedQuery,
  passages: Passage[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, WordMatch> | null>;

/** Times in milliseconds. */
export interface Patience {
  /** Questions that may be with the reader at the same time; one more is answered without it. One alone waits for its start. */
  questions: number;
  /** How long a question waits for a reader that has been at work lately, and for one that may have to load its model first. */
  running: number;
  starting: number;
  /** How long no question is given to a reader that was late or has failed. */
  rest: number;
}

const PATIENCE: Patience = { questions: 4, running: 400, starting: 3_000, rest: 5_000 };
/** Shorter than the time after which an idle reader ends. */
const LATELY_MS = 10 * 60_000;
/** So many of the passages must have been read: by fewer, the others would be judged by too little. */
const LEAST_SHARE = 0.5;

/** `store` has what the reader has read. */
export function createMatchWords(
  reader: Reader,
  store: { wordCodes: Pick<Store['wordCodes'], 'byIds'> },
  patience = PATIENCE,
): MatchWords {
  let questions = 0;
  let lastDone = Number.NEGATIVE_INFINITY;
  let restsUntil = Number.NEGATIVE_INFINITY;

  /** The reader's scores; null if it fails or has no time. */
  async function compare(asked: string[], codes: Uint8Array[], signal: AbortSignal): Promise<number[][] | null> {
    const isRunning = performance.now() - lastDone < LATELY_MS;
    if (questions >= (isRunning ? patience.questions : 1) || performance.now() < restsUntil) return null;
    questions += 1;
    const late = AbortSignal.timeout(isRunning ? patience.running : patience.starting);
    try {
      const scores = await reader.compare(asked, codes, AbortSignal.any([signal, late]));
      lastDone = performance.now();
      return scores;
    } catch {
      signal.throwIfAborted();
      restsUntil = performance.now() + patience.rest;
      return null;
    } finally {
      questions -= 1;
    }
  }

  return async (projectId, { text, context, language }, passages, signal) => {
    if (language !== 'und' && !reader.languages.includes(language)) return null;
    const ids = passages.map(({ chunkId }) => chunkId);
    const codes = await store.wordCodes.byIds(projectId, ids, reader.id);
    if (codes.size === 0 || codes.size < LEAST_SHARE * ids.length) return null;
    const [latest] = context.split('\n');
    const scores = await compare(latest ? [`${latest} ${text}`, text] : [text], [...codes.values()], signal);
    const [whole, own = whole] = scores ?? [];
    if (!whole || !own) return null;
    const read = new Map([...codes.keys()].map((id, at) => [id, { whole: whole[at] ?? 0, own: own[at] ?? 0 }]));
    // What has not been read is taken for neither better nor worse than the rest.
    const mean = { whole: meanOf(whole), own: meanOf(own) };
    return new Map(ids.map((id) => [id, read.get(id) ?? mean]));
  };
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
