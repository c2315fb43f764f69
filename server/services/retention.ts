import type { Log } from '../platform/log.ts';
import type { Store } from '../store/types.ts';
import { dayOf } from './budget.ts';
import { LOGIN_ADDRESS_LIFETIME_MS } from './login-throttle.ts';

const EVERY_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** No request takes so long from storing a file to saying what it belongs to. */
const FILE_WITHOUT_OWNER_MS = 60 * 60_000;

/**
 * Forgets what is past its time: conversations not touched for as many days as their project says, or for `conversationDays`
 * where it says nothing (0 keeps them), revocations of tokens that have expired anyway, addresses that an account has not logged
 * in from for long, idempotency keys, the question counts of days gone by, who has not been limited for a while, and files that
 * nothing names.
 *
 * Several servers on one store each do it: what is forgotten already is not there for the next.
 */
export function startRetention({
  store,
  conversationDays,
  log,
  now,
}: {
  store: Pick<
    Store,
    'projects' | 'conversations' | 'revocations' | 'loginAddresses' | 'idempotency' | 'budgets' | 'limits' | 'files'
  >;
  conversationDays: number;
  log: Log;
  now: () => number;
}): { sweep(): Promise<void>; stop(): void } {
  async function sweep(): Promise<void> {
    try {
      await store.revocations.sweep(now());
      await store.loginAddresses.sweep(now() - LOGIN_ADDRESS_LIFETIME_MS);
      await store.idempotency.sweep(now() - DAY_MS);
      await store.budgets.sweep(dayOf(now()));
      await store.limits.sweep(now());
      await store.files.sweep(now() - FILE_WITHOUT_OWNER_MS);
      let conversations = 0;
      const forget = async (days: number, projectId: string | null) => {
        conversations += await store.conversations.deleteOlderThan(now() - days * DAY_MS, projectId);
      };
      if (conversationDays > 0) await forget(conversationDays, null);
      for (const { id, days } of await store.projects.retentions()) await forget(days, id);
      if (conversations > 0) log.info('conversations_deleted', { conversations });
    } catch (error) {
      log.warn('retention_failed', { error });
    }
  }
  const timer = setInterval(sweep, EVERY_MS).unref();
  return { sweep, stop: () => clearInterval(timer) };
}
