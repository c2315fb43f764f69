import { createQuestionReader, type QuestionReader } from '../../../server/answering/retrieval/question-reader.ts';
import type { Reader } from '../../../server/engines/types.ts';
import { readChunks } from '../../../server/ingestion/index/passage-reader.ts';
import type { Store } from '../../../server/store/types.ts';

const MINUTE = 60_000;
/** Nothing depends on how fast the machine is. */
const PATIENCE = {
  requests: Number.POSITIVE_INFINITY,
  running: 10 * MINUTE,
  starting: 10 * MINUTE,
  rest: 0,
  reading: 10 * MINUTE,
};
const BATCH = 50;

/** Reads all that the server would read in the background. */
export async function readAll(reader: Reader, store: Pick<Store, 'wordCodes'>): Promise<void> {
  const signal = new AbortController().signal;
  for (;;) {
    const next = await store.wordCodes.lacking({ reader: reader.id, languages: reader.languages }, 0, BATCH);
    if (next === null) return;
    await store.wordCodes.add(reader.id, await readChunks(reader, next.chunks, signal));
  }
}

/** Asks the reader, however long it takes. */
export const patientReader = (reader: Reader, store: Pick<Store, 'wordCodes'>): QuestionReader =>
  createQuestionReader(reader, store, PATIENCE);
