import { degradeWhenUnavailable } from '../engines/degrading-embedder.ts';
import type { Embedder } from '../engines/types.ts';
import type { Log } from '../platform/log.ts';
import type { VectorIndexes } from '../store/types.ts';

/** Chooses the embedder for questions, also while another one embeds all chunks again. It closes neither. */
export interface ActiveEmbedder {
  /**
   * The embedder whose vectors are searched; null if only the text index is searched. While it is unreachable it returns no
   * vectors, and only the text index is searched as well.
   */
  embedder(): Embedder | null;
  /** The previous embedder, as long as questions use it instead of the chosen one. */
  former(): Embedder | null;
  /** Uses the chosen embedder for questions from now on. */
  switchToChosen(): void;
  /** Whether both embedders are ready. */
  ready(): Promise<boolean>;
}

/**
 * `chosen` embeds new chunks. `restore` opens the embedder that made the current index, or returns null if that cannot run any
 * more.
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
      why: 'The previous embedder cannot run. Until all documents are embedded again, only the text index is searched.',
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
