import { errors } from '../../platform/errors.ts';
import type { Db, Tx } from '../db.ts';
import { find, insert, remove, update } from '../rows.ts';
import { requests } from '../types/accounts.ts';
import type { Idempotency, IdempotentRequest } from '../types.ts';

const OWN = 'credential = ? and key = ?';
const RUNNING = `${OWN} and runner = ? and state = 'running'`;
const idOf = ({ credential, key }: IdempotentRequest) => [credential, key];

/** Far longer than any request takes: the process of a request that runs for longer has ended. */
const MAX_RUN_MS = 5 * 60_000;
const RETRY_AFTER_SECONDS = 1;

/**
 * Records the resource that a request creates, in the transaction that creates it. Throws 429 `in_progress`, which
 * rolls the transaction back, if the request took so long that another one with its key has replaced it.
 */
export async function recordCreated(tx: Tx, request: IdempotentRequest | null, resourceId: string): Promise<void> {
  if (request === null) return;
  const made = await update(tx, requests, { state: 'made', resourceId }, RUNNING, [...idOf(request), request.runner]);
  if (made === 0) throw errors.inProgress(RETRY_AFTER_SECONDS);
}

/** `recover` forgets the requests that a process left running when it ended. Only for a store with a single process. */
export function createIdempotency(db: Db): Idempotency & { recover(): Promise<void> } {
  return {
    begin: (request, now, expiredAt) =>
      db.tx(async (tx) => {
        const past = `${OWN} and (created_at <= ? or (state = 'running' and created_at <= ?))`;
        await remove(tx, requests, past, [...idOf(request), expiredAt, now - MAX_RUN_MS]);
        const row = { ...request, state: 'running', createdAt: now } as const;
        const { changes } = await insert(tx, requests, row, { conflict: 'on conflict do nothing' });
        if (changes === 1) return null;
        const earlier = await find(tx, requests, OWN, idOf(request));
        if (earlier?.fingerprint !== request.fingerprint) return { state: 'mismatch' };
        const { state, resourceId, status, answer } = earlier;
        if (state === 'made') return { state, resourceId: resourceId ?? '' };
        return state === 'running' ? { state } : { state, status: status ?? 0, answer };
      }),

    async finish(request, { status, body, resourceId }) {
      // If the resource has been deleted by now, its text is not kept here either.
      await db.tx((tx) =>
        tx.write(
          `update idempotency set state = 'done', status = ?, resource_id = ?, answer = case when
           exists (select 1 from projects where id = ?) or exists (select 1 from sources where id = ?) then ? end
         where ${OWN} and runner = ?`,
          [status, resourceId, resourceId, resourceId, JSON.stringify(body), ...idOf(request), request.runner],
        ),
      );
    },

    async forget(request) {
      await remove(db, requests, RUNNING, [...idOf(request), request.runner]);
    },

    sweep: (expiredAt) => remove(db, requests, 'created_at <= ?', [expiredAt]),

    async recover() {
      await remove(db, requests, "state = 'running'", []);
    },
  };
}
