import type { Tx } from '../db.ts';
import { insert } from '../rows.ts';
import { bytes, large, table } from '../table.ts';
import { asBytes } from './embedding.ts';
import { quantize } from './quantize.ts';

/** A vector to be indexed. The state of its generation decides, at each search, whether it is visible. */
export interface PlacedVector {
  chunkId: number;
  projectNumber: number;
  generation: number;
  embedding: Float32Array;
}

/** A table of quantized vectors. */
export const quantizedBlocks = (name: string) =>
  table(name, { first: large, generation: large, codes: bytes, scales: bytes }, ['first']);

/** Writes vectors as `QuantizedCache` reads them: quantized, one row per run of consecutive ids. */
export async function insertBlocks(
  tx: Tx,
  blocks: ReturnType<typeof quantizedBlocks>,
  vectors: PlacedVector[],
  dimensions: number,
): Promise<void> {
  for (const [{ chunkId, generation }, embeddings] of groupIntoBlocks(vectors)) {
    const { codes, scales } = quantize(embeddings, dimensions);
    await insert(tx, blocks, { first: chunkId, generation, codes: asBytes(codes), scales: asBytes(scales) });
  }
}

/** Removes the blocks that hold these chunks. */
export async function removeBlocks(tx: Tx, table: string, chunkIds: number[]): Promise<void> {
  for (const chunkId of chunkIds) {
    await tx.write(
      `delete from ${table} where first + length(scales) / 4 > ?
         and first = (select max(first) from ${table} where first <= ?)`,
      [chunkId, chunkId],
    );
  }
}

/** Groups vectors with consecutive ids and the same generation, each group with its first vector. */
function groupIntoBlocks(vectors: PlacedVector[]): [PlacedVector, Float32Array[]][] {
  const blocks: [PlacedVector, Float32Array[]][] = [];
  for (const vector of vectors) {
    const [first, embeddings] = blocks.at(-1) ?? [];
    const follows =
      first?.generation === vector.generation && first.chunkId + (embeddings?.length ?? 0) === vector.chunkId;
    if (follows) embeddings?.push(vector.embedding);
    else blocks.push([vector, [vector.embedding]]);
  }
  return blocks;
}
