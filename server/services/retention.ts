import type { Log } from '../log.ts';
import type { Store } from '../store/types.ts';
import { dayOf } from './budget.ts';

const EVERY_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Forgets what is past its time: conversations not touched for `conversationDays` (0 keeps them), revocations of tokens
 * that have expired anyway, idempotency keys, and the question counts of days gone by.
 */
export function startRetention({
  store,
  conversationDays,
  log,
  now,
}: {
  store: Pick<Store, 'conversations' | 'revocations' | 'idempotency' | 'budgets'>;
  conversationDays: number;
  log: Log;
  now: () => number;
}): { sweep(): Promise<void>; stop(): void } {
  async function sweep(): Promise<void> {
    try {
      await store.revocations.sweep(now());
      await store.idempotency.sweep(now() - DAY_MS);
      await store.budgets.sweep(dayOf(now()));
      if (conversationDays === 0) return;
      const conversations = await store.conversations.deleteOlderThan(now() - conversationDays * DAY_MS);
      if (conversations > 0) log.info('conversations-forgotten', { conversations });
    } catch (error) {
      log.warn('retention-failed', { error });
    }
  }
  const timer = setInterval(sweep, EVERY_MS).unref();
  return { sweep, stop: () => clearInterval(timer) };
}
