import type { Embedder } from '../../../server/engines/types.ts';
import { cachedByText, textCache } from './text-cache.ts';

/** The same embedder, which embeds a passage only once: those of all sets take a model many minutes. */
export const cachedEmbedder = (embedder: Embedder, folder = textCache('vectors')): Embedder => ({
  ...embedder,
  async embed(texts, kind, signal) {
    if (kind === 'query') return embedder.embed(texts, kind, signal);
    const bytes = await cachedByText(folder, `${embedder.id}\n${kind}`, texts, async (missing) =>
      (await embedder.embed(missing, kind, signal)).map(bytesOf),
    );
    return bytes.map(({ buffer }) => new Float32Array(buffer));
  },
});

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) => new Uint8Array(buffer, byteOffset, byteLength);
