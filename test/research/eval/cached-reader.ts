import { withMean } from '../../../server/engines/reader/word-codes.ts';
import type { Reader } from '../../../server/engines/types.ts';
import { cachedByText, textCache } from './text-cache.ts';

/** The same reader, which reads a text only once: the passages of all sets take it half an hour. */
export function cachedReader(reader: Reader, folder = textCache('reader')): Reader {
  return {
    ...reader,
    async read(texts, signal) {
      const codes = await cachedByText(folder, reader.id, texts, async (missing) =>
        (await reader.read(missing, signal)).map((read) => read.codes),
      );
      return codes.map(withMean);
    },
  };
}
