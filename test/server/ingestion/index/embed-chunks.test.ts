import { expect, it } from 'vitest';
import type { Embedder } from '../../../../server/engines/types.ts';
import { embedChunks, WRITE_BATCH } from '../../../../server/ingestion/index/embed-chunks.ts';
import type { PreparedChunk } from '../../../../server/ingestion/types.ts';
import { aChunk, aVector, EMBEDDER } from '../../../helpers/stores/rows.ts';

const { signal } = new AbortController();
const chunks = (count: number): PreparedChunk[] =>
  Array.from({ length: count }, (_, seq) => aChunk(seq, `text ${seq}`));

/** The sizes of the batches that are asked of the embedder, and of those that are written. */
async function batchesOf(prepared: PreparedChunk[]): Promise<{ asked: number[]; written: number[] }> {
  const asked: number[] = [];
  const embed = async (texts: string[]) => {
    asked.push(texts.length);
    return texts.map((_, at) => aVector(at));
  };
  const embedder = { ...EMBEDDER, embed } as unknown as Embedder;
  const written: number[] = [];
  for await (const batch of embedChunks([prepared], 'Guide', { embedder }, signal)) written.push(batch.length);
  return { asked, written };
}

it('writes what the parser process has embedded as it comes', async () => {
  expect(await batchesOf(chunks(WRITE_BATCH))).toEqual({ asked: [], written: [WRITE_BATCH] });
});

it('writes no more at once than one write may have', async () => {
  const { written } = await batchesOf(chunks(WRITE_BATCH + 3));
  expect(written).toEqual([WRITE_BATCH, 3]);
});

it('asks an embedder for a few passages at a time, and writes these', async () => {
  const prepared = chunks(WRITE_BATCH + 3).map(({ embedding, ...chunk }): PreparedChunk => chunk);
  expect(await batchesOf(prepared)).toEqual({ asked: [16, 16, 3], written: [16, 16, 3] });
});
