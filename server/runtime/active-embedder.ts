import { dispensable } from '../engines/degrading-embedder.ts';
import type { Embedder } from '../engines/types.ts';
import type { Log } from '../platform/log.ts';
import type { VectorIndexes } from '../store/types.ts';

/** Which embedder does what, in particular while all chunks are embedded anew. To close them is for whoever made them. */
export interface Embedders {
  /**
   * The one whose vectors are searched by now; null: the text index alone answers. While it cannot be reached it gives no
   * vectors, and the text index answers alone as well.
   */
  answering(): Embedder | null;
  /** The one that answers in place of the chosen one, as long as it does. */
  former(): Embedder | null;
  /** From here on the chosen one answers. */
  switched(): void;
  /** Can they do their work now? */
  ready(): Promise<boolean>;
}

/**
 * `chosen`: the one that new chunks are embedded by; `restore` makes the one that its index has been made with so far, or
 * null where that cannot be run any more.
 */
export async function createEmbedders(
  chosen: Embedder,
  { active, building }: Awaited<ReturnType<VectorIndexes['state']>>,
  restore: (id: string) => Promise<Embedder | null>,
  log: Log,
): Promise<Embedders> {
  const usable = (embedder: Embedder | null) => (embedder?.dimensions === active.dimensions ? embedder : null);
  const isSame = active.embedder === chosen.id;
  let former = building === null || isSame ? null : usable(await restore(active.embedder));
  const forQuestions = (embedder: Embedder | null) => embedder && dispensable(embedder, log, Date.now);
  let answering = forQuestions(building === null ? chosen : isSame ? usable(chosen) : former);
  if (answering === null) {
    log.warn('text_search_only', {
      was: active.embedder,
      is: chosen.id,
      why: 'the embedder of before cannot be run, so that until all documents are embedded anew only their words are searched',
    });
  }
  return {
    answering: () => answering,
    former: () => former,
    switched() {
      former = null;
      answering = forQuestions(chosen);
    },
    async ready() {
      const ready = await Promise.all([chosen.ready(), former?.ready() ?? true]);
      return ready.every(Boolean);
    },
  };
}
