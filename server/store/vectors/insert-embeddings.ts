import type { Tx } from '../db.ts';
import type { IndexEntry } from '../search/search-index.ts';
import { markIncomplete, type VectorTableFor, vectorIndexesInUse } from './vector-indexes.ts';

/** Puts the vectors of chunks into every index that is in use, each those that its own embedder has made. */
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

/** Takes those of removed chunks out of every index that is in use. */
export async function removeEmbeddings(tx: Tx, tableOf: VectorTableFor, chunkIds: number[]): Promise<void> {
  for (const index of await vectorIndexesInUse(tx)) await tableOf(index).remove(tx, chunkIds);
}
