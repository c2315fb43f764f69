import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { errors } from '../../platform/errors.ts';
import type { Db } from '../db.ts';

/** What becomes of a cell: its new state, `null` to empty it, and until when that counts. */
export interface Change<Result> {
  state: string | null;
  until: number;
  result: Result;
}

/** Small states, each of which any number of processes change one after the other, however many do so at once. */
export interface Cells {
  /** `work` gets null for an empty cell; it may be called again where another process came in between. */
  change<Result>(key: string, now: number, work: (state: string | null) => Change<Result>): Promise<Result>;
  /** Without changing it. */
  read(key: string, now: number): Promise<string | null>;
  /** Removes those that count no more; returns how many. */
  sweep(now: number): Promise<number>;
}

/** Only other processes come in between, each of them once at a time, so that so many in a row are a fault. */
const MOST_TRIES = 100;

interface Waiting {
  now: number;
  work: (state: string | null) => Change<unknown>;
  resolve(result: unknown): void;
  reject(reason: unknown): void;
}

interface Row {
  state: string;
  version: string;
  forget_at: number;
}

/**
 * In the database, one row a cell, compared and exchanged in one statement. What this process wants of a cell while it waits
 * for the database is done in one go afterwards: a subject that everybody asks for costs no more than one exchange a round
 * trip and process.
 */
export function createCells(db: Db): Cells {
  const queues = new Map<string, Waiting[]>();

  const look = async (key: string): Promise<Row | null> => {
    const [row] = await db.read<Row>('select state, version, forget_at from limit_states where subject = ?', [key]);
    return row ?? null;
  };

  /** Applies all of them in their order. False: another process was faster. */
  async function exchange(key: string, batch: Waiting[]): Promise<boolean> {
    const row = await look(key);
    let state = row && Number(row.forget_at) > (batch[0]?.now ?? 0) ? row.state : null;
    let until = Number(row?.forget_at ?? 0);
    const results: unknown[] = [];
    const before = state;
    for (const { work } of batch) {
      const change = work(state);
      if (change.state !== state) ({ state, until } = change);
      results.push(change.result);
    }
    if (state !== before && !(await put(key, row, state, until))) return false;
    for (const [index, { resolve }] of batch.entries()) resolve(results[index]);
    return true;
  }

  async function put(key: string, row: Row | null, state: string | null, until: number): Promise<boolean> {
    const version = randomUUID();
    if (row === null) {
      const { changes } = await db.write(
        `insert into limit_states (subject, state, version, forget_at) values (?, ?, ?, ?) on conflict (subject) do nothing`,
        [key, state ?? '', version, state === null ? 0 : until],
      );
      return changes === 1;
    }
    const { changes } = await db.write(
      'update limit_states set state = ?, version = ?, forget_at = ? where subject = ? and version = ?',
      [state ?? '', version, state === null ? 0 : until, key, row.version],
    );
    return changes === 1;
  }

  async function drain(key: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0);
      try {
        for (let tries = 1; !(await exchange(key, batch)); tries += 1) {
          if (tries === MOST_TRIES) throw errors.busy(1);
          await pause(Math.random() * Math.min(tries, 10));
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    queues.delete(key);
  }

  return {
    change<Result>(subject: string, now: number, work: (state: string | null) => Change<Result>) {
      const key = keyOf(subject);
      return new Promise<Result>((resolve, reject) => {
        const wanted = { now, work, resolve: resolve as (result: unknown) => void, reject };
        const waiting = queues.get(key);
        if (waiting) {
          waiting.push(wanted);
          return;
        }
        const first = [wanted];
        queues.set(key, first);
        void drain(key, first);
      });
    },

    async read(subject, now) {
      const row = await look(keyOf(subject));
      return row && Number(row.forget_at) > now ? row.state : null;
    },

    async sweep(now) {
      const { changes } = await db.write('delete from limit_states where forget_at <= ?', [now]);
      return changes;
    },
  };
}

/** Of one length, and without the addresses and e-mail addresses that subjects are. */
function keyOf(subject: string): string {
  return createHash('sha256').update(subject).digest('base64url');
}
