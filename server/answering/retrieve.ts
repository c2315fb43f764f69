import type { Embedder } from '../engines/types.ts';
import type { ChunkRow, Store } from '../store/types.ts';
import { fuse } from './fuse.ts';
import type { QuestionTerms } from './terms.ts';
import type { Passage } from './types.ts';
import type { Understood } from './understand.ts';

/** How many of each list are looked at, and how many passages go on. */
const LISTED = 40;
const KEPT = 30;
/** What a place in the vector list is worth against one in the text list. The built-in vectors know spelling alone. */
const VECTORS_WEIGH = { builtin: 0.1, model: 1 };

export interface RetrievalDependencies {
  store: Pick<Store, 'search' | 'chunks'>;
  embedder: Embedder;
}

/** The passages of a project that may answer, best first: text and vector index side by side, fused by rank. */
export async function retrieve(
  { store, embedder }: RetrievalDependencies,
  projectId: string,
  understood: Understood,
  terms: QuestionTerms,
  signal: AbortSignal,
): Promise<Passage[]> {
  const [text, whole, vector] = await Promise.all([
    store.search.text(projectId, terms.own, LISTED),
    terms.carried.length === 0 ? [] : store.search.text(projectId, [...terms.own, ...terms.carried], LISTED),
    embedder
      .embed([understood.context ? `${understood.text}\n${understood.context}` : understood.text], 'query', signal)
      .then(([embedding]) => (embedding ? store.search.vector(projectId, embedding, LISTED) : [])),
  ]);
  signal.throwIfAborted();
  const ids = (hits: { chunkId: string }[]) => hits.map(({ chunkId }) => chunkId);
  const fused = fuse(
    [
      { ids: ids(text), weight: 1 },
      { ids: ids(whole), weight: 1 },
      { ids: ids(vector), weight: embedder.id.startsWith('builtin-') ? VECTORS_WEIGH.builtin : VECTORS_WEIGH.model },
    ],
    KEPT,
  );
  const rows = new Map(
    (
      await store.chunks.byIds(
        projectId,
        fused.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  return fused.flatMap(({ id, score, ranks: [own = null, carried = null, near = null] }) => {
    const row = rows.get(id);
    return row ? [toPassage(row, score, own ?? carried, near)] : [];
  });
}

function toPassage(row: ChunkRow, score: number, textRank: number | null, vectorRank: number | null): Passage {
  const { id, ...rest } = row;
  return { chunkId: id, ...rest, score, textRank, vectorRank };
}
