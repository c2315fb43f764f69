import { passageText } from '../../engines/passage-text.ts';
import type { Reader, WordComparison } from '../../engines/types.ts';
import type { ReadChunk, Store } from '../../store/types.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import type { Passage } from '../types.ts';

/** What the reader says of a passage and a question. */
export interface ReaderMatch {
  /** Of a follow-up, with what was asked before it. */
  whole: WordComparison;
  /** Without that, and without the names of what all documents are about. */
  own: WordComparison;
}

/** Times in milliseconds. */
export interface Patience {
  /** Requests that may be with the reader at the same time; one more question is answered without it. One alone waits for its start. */
  requests: number;
  /** How long a question waits for a reader that has been at work lately, and for one that may have to load its model first. */
  running: number;
  starting: number;
  /** How long no question is given to a reader that was late or has failed. */
  rest: number;
  /** How long passages are read for a question; the last one is read to its end. */
  reading: number;
}

const PATIENCE: Patience = { requests: 4, running: 400, starting: 3_000, rest: 5_000, reading: 250 };
/** Shorter than the time after which an idle reader ends. */
const LATELY_MS = 10 * 60_000;
/**
 * Passages that have not been read are judged by the mean of the others. So either nearly all must have been read, of those in
 * languages that the reader has learned, or the first ones by the words of the question: where these are any others, questions
 * are answered worse than without the reader.
 */
const LEAST_SHARE = 0.9;
const LEAST_FIRST = 3;
/** So many of the first ones are read for a question at most. */
const MOST_FIRST = 10;

/**
 * Asks the reader about a question. Each method gives null where that says nothing or would take too long: in other languages
 * than the reader's, before enough has been read, and under load.
 */
export type QuestionReader = ReturnType<typeof createQuestionReader>;

/** `store` has what the reader has read. */
export function createQuestionReader(
  reader: Reader,
  store: { wordCodes: Pick<Store['wordCodes'], 'any' | 'byIds' | 'add'> },
  patience = PATIENCE,
) {
  const inTime = createPatience(patience);
  const knows = ({ language }: ContextualizedQuery) => reader.languages.includes(language);
  const isReadable = ({ language }: Passage) => reader.languages.includes(language);
  let isReading = false;

  /** Reads what lacks codes of the first passages, as long as there is time, and for one question at a time. */
  async function readFirst(
    first: Passage[],
    codes: ReadonlyMap<string, Uint8Array>,
    signal: AbortSignal,
  ): Promise<ReadChunk[]> {
    if (isReading) return [];
    isReading = true;
    const until = performance.now() + patience.reading;
    const read: ReadChunk[] = [];
    try {
      for (const passage of first.filter(({ chunkId }) => !codes.has(chunkId))) {
        if (performance.now() >= until) break;
        const texts = [passageText(null, passage)];
        const [made] = (await inTime(signal, (late) => reader.read(texts, late, { ahead: true }))) ?? [];
        if (!made) break;
        read.push({ chunkId: passage.chunkId, ...made });
      }
      return read;
    } finally {
      isReading = false;
      // What cannot be stored is read once more.
      if (read.length > 0) void store.wordCodes.add(reader.id, read).catch(() => undefined);
    }
  }

  return {
    /** Of its codes. */
    id: reader.id,

    /** The vector by which the passages of the project are found. */
    async embed(projectId: string, query: ContextualizedQuery, signal: AbortSignal): Promise<Float32Array | null> {
      if (!knows(query) || !(await store.wordCodes.any(projectId, reader.id))) return null;
      return inTime(signal, (late) => reader.embed(wholeQuestion(query), late));
    },

    /**
     * Compares the question with each passage word by word, by chunk id. `byWords`: the passages in the order that the words of the
     * question give them; where few have been read, the first ones are, if it may `readAhead`. `own`: the question itself.
     */
    async compare(
      projectId: string,
      query: ContextualizedQuery,
      passages: Passage[],
      { byWords, readAhead, own: itself }: { byWords: () => Passage[]; readAhead: boolean; own: string },
      signal: AbortSignal,
    ): Promise<ReadonlyMap<string, ReaderMatch> | null> {
      if (!knows(query)) return null;
      const ids = passages.map(({ chunkId }) => chunkId);
      const codes = await store.wordCodes.byIds(projectId, ids, reader.id);
      const readable = passages.filter(isReadable);
      if (codes.size < LEAST_SHARE * readable.length) {
        const first = byWords().filter(isReadable).slice(0, MOST_FIRST);
        const made = readAhead ? await readFirst(first, codes, signal) : [];
        for (const one of made) codes.set(one.chunkId, one.codes);
        const unread = first.findIndex(({ chunkId }) => !codes.has(chunkId));
        if (unread !== -1 && unread < LEAST_FIRST) return null;
      }
      if (codes.size === 0) return null;
      const asked = [...new Set([wholeQuestion(query), itself])];
      const compared = await inTime(signal, (late) => reader.compare(asked, [...codes.values()], late));
      const [whole, own = whole] = compared ?? [];
      if (!whole || !own) return null;
      // What has not been read is taken for neither better nor worse than the rest.
      const mean = { whole: meanOf(whole), own: meanOf(own) };
      const read = new Map([...codes.keys()].map((id, at) => [id, { whole: whole[at], own: own[at] }]));
      return new Map(
        ids.map((id) => [id, { whole: read.get(id)?.whole ?? mean.whole, own: read.get(id)?.own ?? mean.own }]),
      );
    },
  };
}

/** The reader reads 64 tokens of a question, which are at least about so many characters of English. In UTF-16 units. */
const MAX_WHOLE = 200;

/** A follow-up with the question that says what it is about, and the one before it, as far as all of it is read then. */
function wholeQuestion({ text, context }: ContextualizedQuery): string {
  if (context === '') return text;
  const earlier = context.split('\n');
  let whole = '';
  for (const one of new Set([earlier.at(-1) ?? '', earlier[0] ?? '']))
    if (one !== text) whole += firstWords(`${one} `, MAX_WHOLE - text.length - whole.length);
  return whole + text;
}

/** As many whole words as there is room for, each with the space after it. */
const firstWords = (text: string, room: number): string => text.slice(0, text.lastIndexOf(' ', room - 1) + 1);

/** Returns a function that waits for a request to the reader; null if it fails or has no time. */
function createPatience({ requests, running, starting, rest }: Patience) {
  let underWay = 0;
  let lastDone = Number.NEGATIVE_INFINITY;
  let restsUntil = Number.NEGATIVE_INFINITY;
  return async <Result>(signal: AbortSignal, request: (signal: AbortSignal) => Promise<Result>) => {
    const isRunning = performance.now() - lastDone < LATELY_MS;
    if (underWay >= (isRunning ? requests : 1) || performance.now() < restsUntil) return null;
    underWay += 1;
    const late = AbortSignal.timeout(isRunning ? running : starting);
    try {
      const result = await request(AbortSignal.any([signal, late]));
      lastDone = performance.now();
      return result;
    } catch {
      signal.throwIfAborted();
      restsUntil = performance.now() + rest;
      return null;
    } finally {
      underWay -= 1;
    }
  };
}

const meanOf = (matches: WordComparison[]): WordComparison => ({
  words: mean(matches.map(({ words }) => words)),
  weakest: mean(matches.map(({ weakest }) => weakest)),
  whole: mean(matches.map(({ whole }) => whole)),
});

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
