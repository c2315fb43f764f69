import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db.ts';
import { errors } from '../errors.ts';
import { find, insert, remove, update } from '../rows.ts';
import type { Row } from '../table.ts';
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
      const row = await find(db, limitStates, 'subject = ?', [hashKey(subject)]);
      return row && row.forgetAt > now ? row.state : null;
    },

    sweep: (now) => remove(db, limitStates, 'forget_at <= ?', [now]),
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
  const row = await find(db, limitStates, 'subject = ?', [key]);
  let state = row && row.forgetAt > (batch[0]?.now ?? 0) ? row.state : null;
  let until = row?.forgetAt ?? 0;
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

/** Returns false if the row is no longer the one that was read. */
async function compareAndSwap(
  db: Db,
  key: string,
  row: Row<typeof limitStates> | null,
  state: string | null,
  until: number,
): Promise<boolean> {
  const next = { state: state ?? '', version: randomUUID(), forgetAt: state === null ? 0 : until };
  if (row === null) {
    const first = { ...next, subject: key };
    return (await insert(db, limitStates, first, { conflict: 'on conflict do nothing' })).changes === 1;
  }
  return (await update(db, limitStates, next, 'subject = ? and version = ?', [key, row.version])) === 1;
}

/** Gives keys a fixed length, and keeps the IP and e-mail addresses in subjects out of the database. */
function hashKey(subject: string): string {
  return createHash('sha256').update(subject).digest('base64url');
}
