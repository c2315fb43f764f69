import type { Log } from '../../platform/log.ts';
import type { Tx } from '../db.ts';
import { findAll, insert, remove } from '../rows.ts';
import { generations } from '../types/chunks.ts';
import { type Erasure, erasures } from '../types/inner-tables.ts';
import { readGenerations } from '../types/word-codes.ts';
import {
  type Erased,
  type ErasingParts,
  eraseMessages,
  eraseProject,
  eraseRetiredGenerations,
  eraseSource,
} from './erase-rows.ts';

export type { Erasure };

export interface EraserParts extends ErasingParts {
  /** Notes, in the transaction that concludes a deletion, that bytes of it may still be in the database file. */
  noteErased: (tx: Tx) => Promise<unknown>;
  log: Log;
}

/** Removes what hangs on a deleted row, in transactions so short that requests go on between them. */
export type Eraser = ReturnType<typeof createEraser>;

export function createEraser(parts: EraserParts) {
  const { db, log } = parts;
  return {
    /** Writes down what is to be erased, in the transaction that makes it unfindable; a restart then still finishes it. */
    async note(tx: Tx, erasure: Erasure): Promise<Erasure> {
      await insert(tx, erasures, { ...erasure, begunAt: db.now() });
      return erasure;
    },

    /** Erases them; resolves when their rows and files are gone. */
    async finish(erasures: Erasure[]): Promise<void> {
      await conclude(parts, await eraseAll(parts, erasures), erasures);
    },

    /**
     * Erases the retired generations of one source, and what else the caller has noted. Never throws: the caller's own work
     * is committed already, and a sweep takes up what could not be erased now.
     */
    async eraseRetired(sourceId: string, erasures: Erasure[] = []): Promise<void> {
      try {
        await eraseAll(parts, erasures);
        await conclude(parts, await eraseRetiredGenerations(parts, 'source_id = ?', [sourceId]), erasures);
      } catch (error) {
        log.warn('deletion_delayed', { sourceId, error });
      }
    },

    /** Erases everything that earlier deletions, failures and re-reads have left. Returns the number of chunks. */
    sweep: (): Promise<number> => sweep(parts),
  };
}

async function sweep(parts: EraserParts): Promise<number> {
  const { db } = parts;
  const begun = await findAll(db, erasures, '1 = 1 order by begun_at', []);
  const fromErasures = await conclude(parts, await eraseAll(parts, begun), begun);
  // A generation that is being written although no job writes it will never be published.
  await db.write(
    `update generations set state = 'retired' where state = 'staging'
       and not exists (select 1 from jobs where jobs.source_id = generations.source_id)`,
  );
  return fromErasures + (await conclude(parts, await eraseRetiredGenerations(parts, 'true', []), []));
}

async function eraseAll(parts: ErasingParts, erasures: Erasure[]): Promise<Erased> {
  const all: Erased = { chunks: 0, generations: [] };
  for (const erasure of erasures) {
    const { chunks, generations } = await erase(parts, erasure);
    all.chunks += chunks;
    all.generations.push(...generations);
  }
  return all;
}

async function erase(parts: ErasingParts, { id, kind, fileId }: Erasure): Promise<Erased> {
  if (kind === 'project') return eraseProject(parts, id);
  if (kind === 'source') return eraseSource(parts, id, fileId);
  if (kind === 'conversation') await eraseMessages(parts.db, id);
  if (kind === 'file' && fileId !== null) await parts.files.delete(fileId);
  return { chunks: 0, generations: [] };
}

/** Forgets what was to be erased only when its last row is gone: a restart in between takes it up again. */
async function conclude({ db, noteErased }: EraserParts, erased: Erased, finished: Erasure[]): Promise<number> {
  if (erased.generations.length === 0 && finished.length === 0) return 0;
  await db.tx(async (tx) => {
    for (const id of erased.generations) {
      await remove(tx, readGenerations, 'generation = ?', [id]);
      await remove(tx, generations, 'id = ?', [id]);
    }
    for (const { id } of finished) await remove(tx, erasures, 'id = ?', [id]);
    await noteErased(tx);
  });
  return erased.chunks;
}
