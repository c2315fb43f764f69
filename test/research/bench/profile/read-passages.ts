import type { Reader } from '../../../../server/engines/types.ts';
import { readChunks } from '../../../../server/ingestion/index/passage-reader.ts';
import type { ReadChunk } from '../../../../server/store/types/word-codes.ts';
import type { Store } from '../../../../server/store/types.ts';

/** Reading takes the tenth of a second for each passage, so that only so many are read. */
const READ = 1_000;
const BATCH = 50;

/** Has the first passages read. The others are given the codes of those in turn: for their cost, and not for what they say. */
export async function readPassages(reader: Reader, { wordCodes }: Pick<Store, 'wordCodes'>): Promise<void> {
  const { signal } = new AbortController();
  const { done } = await wordCodes.progress({ reader: reader.id, languages: reader.languages });
  if (done > 0) throw new Error('Passages of this database have been read before.');
  const read: ReadChunk[] = [];
  let given = 0;
  for (;;) {
    const next = await wordCodes.lacking({ reader: reader.id, languages: reader.languages }, 0, BATCH);
    if (next === null) return;
    if (read.length < READ) read.push(...(await readChunks(reader, next.chunks, signal)));
    const codes = next.chunks.flatMap(({ chunkId }) => {
      const one = read[given % read.length];
      given += 1;
      return one ? [{ ...one, chunkId }] : [];
    });
    await wordCodes.add(reader.id, codes);
  }
}
