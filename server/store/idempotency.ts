import type { Db, Tx } from './db.ts';
import type { EarlierRequest, Idempotency, IdempotentRequest } from './types.ts';

const OWN = 'credential = ? and key = ?';
const idOf = ({ credential, key }: IdempotentRequest) => [credential, key];

/** Notes what a running request makes, inside the transaction that makes it. */
export async function noteMade(tx: Tx, request: IdempotentRequest | null, resourceId: string): Promise<void> {
  if (request === null) return;
  await tx.write(`update idempotency set state = 'made', resource_id = ? where ${OWN}`, [resourceId, ...idOf(request)]);
}

interface Noted {
  fingerprint: string;
  state: EarlierRequest['state'];
  status: number;
  answer: string | null;
  resource_id: string;
}

/** `recover` forgets what a process left running when it ended; for the store that only one process uses. */
export function createIdempotency(db: Db): Idempotency & { recover(): Promise<void> } {
  return {
    begin: (request, now, expiredAt) =>
      db.tx(async (tx) => {
        await tx.write(`delete from idempotency where ${OWN} and created_at <= ?`, [...idOf(request), expiredAt]);
        const { changes } = await tx.write(
          `insert into idempotency (credential, key, fingerprint, state, created_at) values (?, ?, ?, 'running', ?)
           on conflict (credential, key) do nothing`,
          [...idOf(request), request.fingerprint, now],
        );
        if (changes === 1) return null;
        const [earlier] = await tx.read<Noted>(
          `select fingerprint, state, status, answer, resource_id from idempotency where ${OWN}`,
          idOf(request),
        );
        if (earlier?.fingerprint !== request.fingerprint) return { state: 'mismatch' };
        if (earlier.state === 'running') return { state: 'running' };
        if (earlier.state === 'made') return { state: 'made', resourceId: earlier.resource_id };
        const answer: unknown = earlier.answer === null ? null : JSON.parse(earlier.answer);
        return { state: 'done', status: earlier.status, answer };
      }),

    async finish(request, { status, body, resourceId }) {
      // Where what was made is deleted again by now, its text is not kept here either.
      await db.tx((tx) =>
        tx.write(
          `update idempotency set state = 'done', status = ?, resource_id = ?, answer = case when
           exists (select 1 from projects where id = ?) or exists (select 1 from sources where id = ?) then ? end
         where ${OWN}`,
          [status, resourceId, resourceId, resourceId, JSON.stringify(body), ...idOf(request)],
        ),
      );
    },

    async forget(request) {
      await db.write(`delete from idempotency where ${OWN} and state = 'running'`, idOf(request));
    },

    async sweep(expiredAt) {
      const { changes } = await db.write('delete from idempotency where created_at <= ?', [expiredAt]);
      return changes;
    },

    async recover() {
      await db.write("delete from idempotency where state = 'running'");
    },
  };
}
