import { LRUCache } from 'lru-cache';
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

/** The means of a project that one reader has made. */
interface Means {
  /** Of what they are remembered: which generations are live, and how many of them have been read. */
  version: string;
  /** Those of all generations, one after the other. */
  packed: Uint8Array;
  /** Where each generation begins in these. */
  generations: { id: number; from: number }[];
}

/** What is searched: a project, and the live generations that are, if not all of them are. `state` differs where others are live. */
export interface MeansScope {
  projectId: string;
  within: number[] | null;
  state: number | string;
}

/**
 * Finds the passages of a project whose means are nearest to the vector of a question, best first: a scan over all generations that
 * the reader has read to the end. They stay in memory until others are live or one more has been read: a large project has thousands
 * of rows. `maxBytes`: in total, the project that was searched least recently goes first.
 */
export function createMeansSearch(maxBytes: number) {
  const known = new LRUCache<string, Means>({
    maxSize: Math.max(1, maxBytes),
    sizeCalculation: ({ packed }) => packed.length + 1,
  });

  async function meansOf(reads: Reads, { projectId, state }: MeansScope, reader: string): Promise<Means> {
    const [row] = await reads.read<{ read: number }>(
      'select count(*) as read from read_generations where project_id = ? and reader = ?',
      [projectId, reader],
    );
    const version = `${state} ${row?.read ?? 0} ${reader}`;
    const before = known.get(projectId);
    if (before?.version === version) return before;
    const rows = await reads.read<Row>(
      `select read_generations.generation, read_generations.means from read_generations
       join generations on generations.id = read_generations.generation and generations.state = 'live'
       where read_generations.project_id = ? and read_generations.reader = ? and read_generations.means is not null`,
      [projectId, reader],
    );
    const means = { version, ...joinMeans(rows) };
    known.set(projectId, means);
    return means;
  }

  return async (
    reads: Reads,
    scope: MeansScope,
    reader: string,
    question: Float32Array,
    limit: number,
  ): Promise<SearchHit[]> => {
    if (limit < 1) return [];
    const { packed, generations } = await meansOf(reads, scope, reader);
    const searched = scope.within && new Set(scope.within);
    const bytes = ID_BYTES + question.length / 8;
    const product = createSignProduct(question);
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    const best: { id: number; score: number }[] = [];
    for (const [at, { id: generation, from: begin }] of generations.entries()) {
      if (searched && !searched.has(generation)) continue;
      const end = generations[at + 1]?.from ?? packed.length;
      for (let from = begin; from + bytes <= end; from += bytes) {
        const score = product(packed, from + ID_BYTES);
        if (best.length === limit && score <= (best.at(-1)?.score ?? 0)) continue;
        const place = best.findIndex((other) => other.score < score);
        best.splice(place === -1 ? best.length : place, 0, { id: view.getFloat64(from, true), score });
        if (best.length > limit) best.pop();
      }
    }
    return best.map(({ id, score }) => ({ chunkId: String(id), score }));
  };
}

function joinMeans(rows: Row[]): Pick<Means, 'packed' | 'generations'> {
  const packed = new Uint8Array(rows.reduce((sum, { means }) => sum + means.length, 0));
  const generations: Means['generations'] = [];
  let from = 0;
  for (const { generation, means } of rows) {
    generations.push({ id: generation, from });
    packed.set(means, from);
    from += means.length;
  }
  return { packed, generations };
}
