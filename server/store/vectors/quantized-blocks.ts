import type { Tx } from '../db.ts';
import { bytes } from './embedding.ts';
import { quantise } from './quantise.ts';

/** A vector on its way into the index. Its generation decides, at each search, whether it is seen. */
export interface PlacedVector {
  chunkId: number;
  projectNumber: number;
  generation: number;
  embedding: Float32Array;
}

/** Writes vectors as the shelves read them: quantised, a row for those of neighbouring ids. */
export async function insertRuns(tx: Tx, table: string, vectors: PlacedVector[], dimensions: number): Promise<void> {
  for (const [{ chunkId, generation }, embeddings] of runsOf(vectors)) {
    const { codes, scales } = quantise(embeddings, dimensions);
    await tx.write(`insert into ${table} (first, generation, codes, scales) values (?, ?, ?, ?)`, [
      BigInt(chunkId),
      BigInt(generation),
      bytes(codes),
      bytes(scales),
    ]);
  }
}

/** Removes the rows that these are in. */
export async function removeRuns(tx: Tx, table: string, chunkIds: number[]): Promise<void> {
  for (const chunkId of chunkIds) {
    await tx.write(
      `delete from ${table} where first + length(scales) / 4 > ?
         and first = (select max(first) from ${table} where first <= ?)`,
      [chunkId, chunkId],
    );
  }
}

/** Vectors of neighbouring ids and of one generation together, each with the first of them. */
function runsOf(vectors: PlacedVector[]): [PlacedVector, Float32Array[]][] {
  const runs: [PlacedVector, Float32Array[]][] = [];
  for (const vector of vectors) {
    const [first, embeddings] = runs.at(-1) ?? [];
    const follows =
      first?.generation === vector.generation && first.chunkId + (embeddings?.length ?? 0) === vector.chunkId;
    if (follows) embeddings?.push(vector.embedding);
    else runs.push([vector, [vector.embedding]]);
  }
  return runs;
}
