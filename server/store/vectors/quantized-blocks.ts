import type { Tx } from '../db.ts';
import { bytes } from './embedding.ts';
import { quantize } from './quantize.ts';

/** A vector on its way into the index. Its generation decides, at each search, whether it is seen. */
export interface PlacedVector {
  chunkId: number;
  projectNumber: number;
  generation: number;
  embedding: Float32Array;
}

/** Writes vectors as `QuantizedCache` reads them: quantized, a row for those of neighbouring ids. */
export async function insertBlocks(tx: Tx, table: string, vectors: PlacedVector[], dimensions: number): Promise<void> {
  for (const [{ chunkId, generation }, embeddings] of groupIntoBlocks(vectors)) {
    const { codes, scales } = quantize(embeddings, dimensions);
    await tx.write(`insert into ${table} (first, generation, codes, scales) values (?, ?, ?, ?)`, [
      BigInt(chunkId),
      BigInt(generation),
      bytes(codes),
      bytes(scales),
    ]);
  }
}

/** Removes the blocks that these are in. */
export async function removeBlocks(tx: Tx, table: string, chunkIds: number[]): Promise<void> {
  for (const chunkId of chunkIds) {
    await tx.write(
      `delete from ${table} where first + length(scales) / 4 > ?
         and first = (select max(first) from ${table} where first <= ?)`,
      [chunkId, chunkId],
    );
  }
}

/** Vectors of neighbouring ids and of one generation together, each with the first of them. */
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
