import { createSignProduct } from '../../platform/vectors/sign-codes.ts';
import type { Reads } from '../db.ts';
import type { SearchHit } from '../types.ts';

/** The number of a passage: a double, little-endian. */
const ID_BYTES = 8;

/** The passages of a generation, each with its number and the signs of its mean. All means are of one length. */
export function packMeans(passages: { id: number; mean: Uint8Array }[]): Uint8Array {
  const bytes = ID_BYTES + (passages[0]?.mean.length ?? 0);
  const packed = new Uint8Array(passages.length * bytes);
  const view = new DataView(packed.buffer);
  for (const [at, { id, mean }] of passages.entries()) {
    view.setFloat64(at * bytes, id, true);
    packed.set(mean, at * bytes + ID_BYTES);
  }
  return packed;
}

interface Row {
  generation: number;
  means: Uint8Array;
}

/**
 * The passages of a project whose means are nearest to the vector of a question, best first: a scan over all generations that the
 * reader has read to the end. `within`: the live generations that are searched, if not all of them are.
 */
export async function nearestMeans(
  reads: Reads,
  { projectId, within }: { projectId: string; within: number[] | null },
  reader: string,
  question: Float32Array,
  limit: number,
): Promise<SearchHit[]> {
  if (limit < 1) return [];
  const rows = await reads.read<Row>(
    `select read_generations.generation, read_generations.means from read_generations
     join generations on generations.id = read_generations.generation and generations.state = 'live'
     where read_generations.project_id = ? and read_generations.reader = ? and read_generations.means is not null`,
    [projectId, reader],
  );
  const searched = within && new Set(within);
  const product = createSignProduct(question);
  const bytes = ID_BYTES + question.length / 8;
  const best: { id: number; score: number }[] = [];
  for (const { generation, means } of rows) {
    if (searched && !searched.has(generation)) continue;
    const view = new DataView(means.buffer, means.byteOffset, means.byteLength);
    for (let from = 0; from + bytes <= means.length; from += bytes) {
      const score = product(means, from + ID_BYTES);
      if (best.length === limit && score <= (best.at(-1)?.score ?? 0)) continue;
      const place = best.findIndex((other) => other.score < score);
      best.splice(place === -1 ? best.length : place, 0, { id: view.getFloat64(from, true), score });
      if (best.length > limit) best.pop();
    }
  }
  return best.map(({ id, score }) => ({ chunkId: String(id), score }));
}
