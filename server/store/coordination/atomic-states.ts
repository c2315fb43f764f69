import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { errors } from '../../platform/errors.ts';
import type { Db } from '../db.ts';
import { insert } from '../rows.ts';
import { limitStates } from '../types/limits-and-files.ts';

/** The outcome of a change: the new state (`null` removes it) and when the state expires. */
export interface Change<Result> {
  state: string | null;
  until: number;
  result: Result;
}

/** Small states by key. Changes of a state run one after the other, even across processes. */
export interface AtomicStates {
  /** `work` gets null if there is no state. It runs again if another process changed the state meanwhile. */
  change<Result>(key: string, now: number, work: (state: string | null) => Change<Result>): Promise<Result>;
  /** Reads without a change. */
  read(key: string, now: number): Promise<string | null>;
  /** Removes expired states; returns how many. */
  sweep(now: number): Promise<number>;
}

/** Conflicts come only from other processes, each with one change at a time: this many in a row are a fault. */
const MAX_ATTEMPTS = 100;

interface PendingChange {
  now: number;
  work: (state: string | null) => Change<unknown>;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

interface StoredState {
  state: string;
  version: string;
  forget_at: number;
}

/**
 * States in the database, one row each, written by compare-and-swap. Changes that this process makes while it waits for
 * the database are batched: a contended state costs one swap per round trip and process.
 */
export function createAtomicStates(db: Db): AtomicStates {
  const queues = new Map<string, PendingChange[]>();

  return {
    change<Result>(subject: string, now: number, work: (state: string | null) => Change<Result>) {
      const key = hashKey(subject);
      return new Promise<Result>((resolve, reject) => {
        const change = { now, work, resolve: resolve as (result: unknown) => void, reject };
        const queue = queues.get(key);
        if (queue) {
          queue.push(change);
          return;
        }
        const first = [change];
        queues.set(key, first);
        void drain(db, key, queues, first);
      });
    },

    async read(subject, now) {
      const row = await readState(db, hashKey(subject));
      return row && Number(row.forget_at) > now ? row.state : null;
    },

    async sweep(now) {
      const { changes } = await db.write('delete from limit_states where forget_at <= ?', [now]);
      return changes;
    },
  };
}

/** Applies queued changes, and those queued meanwhile. Never throws. */
async function drain(db: Db, key: string, queues: Map<string, PendingChange[]>, queue: PendingChange[]): Promise<void> {
  while (queue.length > 0) {
    const batch = queue.splice(0);
    try {
      for (let attempt = 1; !(await applyBatch(db, key, batch)); attempt += 1) {
        if (attempt === MAX_ATTEMPTS) throw errors.busy(1);
        await pause(Math.random() * Math.min(attempt, 10));
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  // In the same turn as the last check: a later change starts its own drain.
  queues.delete(key);
}

/** Applies changes in order. Returns false if another process changed the state first. */
async function applyBatch(db: Db, key: string, batch: PendingChange[]): Promise<boolean> {
  const row = await readState(db, key);
  let state = row && Number(row.forget_at) > (batch[0]?.now ?? 0) ? row.state : null;
  let until = Number(row?.forget_at ?? 0);
  const results: unknown[] = [];
  const before = state;
  for (const { work } of batch) {
    const change = work(state);
    if (change.state !== state) ({ state, until } = change);
    results.push(change.result);
  }
  if (state !== before && !(await compareAndSwap(db, key, row, state, until))) return false;
  for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
  return true;
}

async function readState(db: Db, key: string): Promise<StoredState | null> {
  const [row] = await db.read<StoredState>('select state, version, forget_at from limit_states where subject = ?', [
    key,
  ]);
  return row ?? null;
}

/** Returns false if the row is no longer the one that was read. */
async function compareAndSwap(
  db: Db,
  key: string,
  row: StoredState | null,
  state: string | null,
  until: number,
): Promise<boolean> {
  const version = randomUUID();
  const forgetAt = state === null ? 0 : until;
  if (row === null) {
    const first = { subject: key, state: state ?? '', version, forgetAt };
    const { changes } = await insert(db, limitStates, first, { conflict: 'on conflict do nothing' });
    return changes === 1;
  }
  const { changes } = await db.write(
    'update limit_states set state = ?, version = ?, forget_at = ? where subject = ? and version = ?',
    [state ?? '', version, forgetAt, key, row.version],
  );
  return changes === 1;
}

/** Gives keys a fixed length, and keeps the IP and e-mail addresses in subjects out of the database. */
function hashKey(subject: string): string {
  return createHash('sha256').update(subject).digest('base64url');
}
