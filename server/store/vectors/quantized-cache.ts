import { usableMemory } from '../../platform/program/usable-memory.ts';
import type { Reads } from '../db.ts';
import { createQuantizedMatrix, matrixBytes, type QuantizedBlock, type QuantizedMatrix } from './quantized-matrix.ts';

/** Blocks per query while a matrix is filled: about a megabyte. */
const BLOCKS_PER_READ = 64;
/** Generations per query: most have a block or two, and a query for each took four fifths of the time of filling. */
const GENERATIONS_PER_READ = 64;

/**
 * The most bytes of quantized vectors in memory: an eighth of what the process may use. At least 128 MB, more than 300,000 vectors
 * of 384 dimensions, and at most 1 GB, four million of the built-in embedder. Larger projects are scanned in the database, which takes
 * many times as long.
 */
export const quantizedBytes = (usable = usableMemory()): number =>
  Math.min(2 ** 30, Math.max(128 * 2 ** 20, Math.floor(usable / 8)));

/** The most bytes of the means of passages in memory. One of 384 dimensions takes 56, about a fifth of a quantized vector. */
export const meansBytes = (usable = usableMemory()): number => Math.floor(quantizedBytes(usable) / 4);

interface Entry {
  matrix: QuantizedMatrix;
  /** The ids of its generations, comma-separated. */
  live: string;
  /** The count of changes of generations at which they were live, where that is counted. */
  changes: number | null;
}

/**
 * Keeps matrices while they are used, up to `maxBytes` in total; the least recently used is dropped first. A live
 * generation never changes, so a matrix is current as long as its generations are the live ones.
 */
export function createQuantizedCache(table: string, dimensions: number, maxBytes: number) {
  /** By project, most recently used last. */
  const entries = new Map<string, Entry>();

  function makeRoom(bytes: number): void {
    let total = bytes;
    for (const { matrix } of entries.values()) total += matrix.bytes();
    for (const [projectId, { matrix }] of entries) {
      if (total <= maxBytes) return;
      total -= matrix.bytes();
      entries.delete(projectId);
    }
  }

  return {
    /**
     * The live vectors of a project with `chunks` chunks, read from the table unless they are in memory. Null if they
     * alone exceed the memory limit. Call it within a snapshot: two concurrent calls would fill the same matrix twice.
     * `changes`: as long as that number is the same, no generation has changed.
     */
    async load(
      reads: Reads,
      projectId: string,
      chunks: number,
      changes: number | null = null,
    ): Promise<QuantizedMatrix | null> {
      const bytes = matrixBytes(chunks, dimensions);
      if (bytes > maxBytes) {
        entries.delete(projectId);
        return null;
      }
      const known = entries.get(projectId);
      const isCurrent = known !== undefined && changes !== null && known.changes === changes;
      const live = isCurrent ? known.live : await liveGenerations(reads, projectId);
      entries.delete(projectId);
      makeRoom(bytes);
      const matrix = known?.matrix ?? createQuantizedMatrix(dimensions, chunks);
      if (known?.live !== live) await fill(reads, table, matrix, new Set(live.split(',').map(Number)));
      entries.set(projectId, { matrix, live, changes });
      return matrix;
    },
  };
}

async function liveGenerations(reads: Reads, projectId: string): Promise<string> {
  const generations = await reads.read<{ id: number }>(
    "select id from generations where project_id = ? and state = 'live' and chunks > 0 order by id",
    [projectId],
  );
  return generations.map(({ id }) => id).join(',');
}

async function fill(reads: Reads, table: string, matrix: QuantizedMatrix, live: Set<number>): Promise<void> {
  matrix.keep(live);
  const present = matrix.generations();
  const missing = [...live].filter((generation) => !present.has(generation)).sort((one, other) => one - other);
  for (let from = 0; from < missing.length; from += GENERATIONS_PER_READ) {
    const some = missing.slice(from, from + GENERATIONS_PER_READ);
    let last = { generation: some[0] ?? 0, first: 0 };
    for (let blocks: QuantizedBlock[] | null = null; blocks === null || blocks.length === BLOCKS_PER_READ; ) {
      blocks = await reads.read<QuantizedBlock>(
        `select first, generation, codes, scales from ${table}
         where (generation, first) > (?, ?) and generation <= ? and generation in (${some.map(() => '?').join(', ')})
         order by generation, first limit ?`,
        [last.generation, last.first, some.at(-1) ?? 0, ...some, BLOCKS_PER_READ],
      );
      for (const block of blocks) matrix.add(block);
      last = blocks.at(-1) ?? last;
    }
  }
}
