import type { Tx } from '../db.ts';
import type { IndexEntry } from '../search/search-index.ts';
import { markIncomplete, type VectorTableFor, vectorIndexesInUse } from './vector-indexes.ts';

/** Inserts the chunks' vectors into every index in use: each gets the vectors of its own embedder. */
export async function insertEmbeddings(tx: Tx, tableOf: VectorTableFor, entries: IndexEntry[]): Promise<void> {
  for (const index of await vectorIndexesInUse(tx)) {
    const vectors = tableOf(index);
    const placed = entries.flatMap(({ chunk, ...place }) => {
      const embedding = index.chosen ? chunk.embedding : chunk.formerEmbedding;
      if (!embedding) return [];
      vectors.assertEmbedding(embedding);
      return [{ ...place, embedding }];
    });
    await vectors.insert(tx, placed);
    if (placed.length < entries.length) await markIncomplete(tx, index);
  }
}

/** Removes the chunks' vectors from every index in use. */
export async function removeEmbeddings(tx: Tx, tableOf: VectorTableFor, chunkIds: number[]): Promise<void> {
  for (const index of await vectorIndexesInUse(tx)) await tableOf(index).remove(tx, chunkIds);
}
