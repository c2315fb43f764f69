import type { Reads } from '../db.ts';
import { createShelf, type Run, type Shelf, shelfBytes } from './quantized-matrix.ts';

/** Runs read at once while a shelf is filled: about a megabyte. */
const RUNS_A_READ = 64;

/** The quantised vectors of the projects that were asked last. */
export interface Shelves {
  /**
   * The live vectors of a project of `chunks` chunks, read from the table where they are not in memory yet. Null where
   * they would take more of it than there may be. Within a snapshot: two at once would fill one shelf twice.
   */
  of(reads: Reads, projectId: string, chunks: number): Promise<Shelf | null>;
}

interface Kept {
  shelf: Shelf;
  /** Its generations, as written below. */
  live: string;
}

/**
 * Keeps shelves while they are used, `mostBytes` in all; the project that was asked longest ago goes first. A generation
 * never changes once it is live, so what is here is right as long as its generations are those that are live.
 */
export function createShelves(table: string, dimensions: number, mostBytes: number): Shelves {
  /** The one that was used last is the last. */
  const kept = new Map<string, Kept>();

  function makeRoom(bytes: number): void {
    let total = bytes;
    for (const { shelf } of kept.values()) total += shelf.bytes();
    for (const [projectId, { shelf }] of kept) {
      if (total <= mostBytes) return;
      total -= shelf.bytes();
      kept.delete(projectId);
    }
  }

  async function fill(reads: Reads, shelf: Shelf, live: Set<number>): Promise<void> {
    shelf.keep(live);
    const held = shelf.generations();
    for (const generation of live) {
      if (held.has(generation)) continue;
      for (let from = 0, runs: Run[] = []; from === 0 || runs.length === RUNS_A_READ; ) {
        runs = await reads.read<Run>(
          `select first, generation, codes, scales from ${table} where generation = ? and first > ? order by first limit ?`,
          [generation, from, RUNS_A_READ],
        );
        for (const run of runs) shelf.add(run);
        from = runs.at(-1)?.first ?? Number.POSITIVE_INFINITY;
      }
    }
  }

  return {
    async of(reads, projectId, chunks) {
      const bytes = shelfBytes(chunks, dimensions);
      if (bytes > mostBytes) {
        kept.delete(projectId);
        return null;
      }
      const generations = await reads.read<{ id: number }>(
        "select id from generations where project_id = ? and state = 'live' and chunks > 0 order by id",
        [projectId],
      );
      const live = generations.map(({ id }) => id).join(',');
      const known = kept.get(projectId);
      kept.delete(projectId);
      makeRoom(bytes);
      const shelf = known?.shelf ?? createShelf(dimensions, chunks);
      if (known?.live !== live) await fill(reads, shelf, new Set(live.split(',').map(Number)));
      kept.set(projectId, { shelf, live });
      return shelf;
    },
  };
}
