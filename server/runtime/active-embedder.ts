import { degradeWhenUnavailable } from '../engines/degrading-embedder.ts';
import type { Embedder } from '../engines/types.ts';
import type { Log } from '../platform/log.ts';
import type { VectorIndexes } from '../store/types.ts';

/** Which embedder answers questions, also while all chunks are embedded again by another. It closes none of them. */
export interface ActiveEmbedder {
  /**
   * The one whose vectors are searched now; null: the text index alone answers. While it cannot be reached it returns no
   * vectors, and the text index answers alone as well.
   */
  embedder(): Embedder | null;
  /** The one before the chosen one, as long as it answers in its place. */
  former(): Embedder | null;
  /** Answers with the chosen one from now on. */
  switchToChosen(): void;
  /** Whether they can do their work now. */
  ready(): Promise<boolean>;
}

/**
 * `chosen` embeds new chunks; `restore` opens the embedder that the index was made with so far, or returns null where that
 * cannot run any more.
 */
export async function createActiveEmbedder(
  chosen: Embedder,
  { active, building }: Awaited<ReturnType<VectorIndexes['state']>>,
  restore: (id: string) => Promise<Embedder | null>,
  log: Log,
): Promise<ActiveEmbedder> {
  const usable = (embedder: Embedder | null) => (embedder?.dimensions === active.dimensions ? embedder : null);
  const isSame = active.embedder === chosen.id;
  const forQuestions = (embedder: Embedder | null) => embedder && degradeWhenUnavailable(embedder, log, Date.now);
  let former = building === null || isSame ? null : usable(await restore(active.embedder));
  let answering = forQuestions(building === null ? chosen : isSame ? usable(chosen) : former);
  if (answering === null) {
    log.warn('text_search_only', {
      was: active.embedder,
      is: chosen.id,
      why: 'the embedder before it cannot run: until all documents are embedded again, only their words are searched',
    });
  }
  return {
    embedder: () => answering,
    former: () => former,
    switchToChosen() {
      former = null;
      answering = forQuestions(chosen);
    },
    async ready() {
      const ready = await Promise.all([chosen.ready(), former?.ready() ?? true]);
      return ready.every(Boolean);
    },
  };
}
