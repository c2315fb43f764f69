import type { Log } from '../log.ts';
import type { Store } from '../store/types.ts';
import { dayOf } from './budget.ts';

const EVERY_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Forgets what is past its time: conversations not touched for as many days as their project says, or for `conversationDays`
 * where it says nothing (0 keeps them), revocations of tokens that have expired anyway, idempotency keys, and the question counts of days gone by.
 */
export function startRetention({
  store,
  conversationDays,
  log,
  now,
}: {
  store: Pick<Store, 'projects' | 'conversations' | 'revocations' | 'idempotency' | 'budgets'>;
  conversationDays: number;
  log: Log;
  now: () => number;
}): { sweep(): Promise<void>; stop(): void } {
  async function sweep(): Promise<void> {
    try {
      await store.revocations.sweep(now());
      await store.idempotency.sweep(now() - DAY_MS);
      await store.budgets.sweep(dayOf(now()));
      let conversations = 0;
      const forget = async (days: number, projectId: string | null) => {
        conversations += await store.conversations.deleteOlderThan(now() - days * DAY_MS, projectId);
      };
      if (conversationDays > 0) await forget(conversationDays, null);
      for (const { id, days } of await store.projects.retentions()) await forget(days, id);
      if (conversations > 0) log.info('conversations-forgotten', { conversations });
    } catch (error) {
      log.warn('retention-failed', { error });
    }
  }
  const timer = setInterval(sweep, EVERY_MS).unref();
  return { sweep, stop: () => clearInterval(timer) };
}
