import type { Log } from '../../platform/log.ts';
import { utcDay } from '../../platform/utc-day.ts';
import type { Store } from '../../store/types.ts';
import { LOGIN_ADDRESS_LIFETIME_MS } from '../accounts/login-throttle.ts';

const SWEEP_INTERVAL_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** A year, as the database itself keeps entries, and a day, as its clock may be another. */
const AUDIT_AGE_MS = 366 * DAY_MS;
/** As the description of the route `webhooks.deliveries` says. */
const DELIVERY_AGE_MS = 30 * DAY_MS;
/** No request takes longer to store a file. */
const UNFINISHED_FILE_AGE_MS = 60 * 60_000;
/** How long a file is kept that nothing refers to: a database that was lost may be put back. */
const ORPHANED_FILE_AGE_MS = 30 * DAY_MS;

/**
 * Deletes expired data once an hour:
 *
 * - conversations, and handovers without one, idle for the project's retention period, or for `conversationDays` if the project sets none (0 keeps them);
 * - sessions that have expired, and revocations of tokens that have;
 * - invitations that have expired;
 * - entries of the audit log that are older than a year;
 * - messages to webhooks that are older than 30 days;
 * - login addresses that an account has not used for 90 days;
 * - idempotency keys older than a day, and the question counts of past days;
 * - stale rate-limit counts;
 * - files that nothing has referred to for 30 days.
 *
 * Several servers may share a store: each sweeps, and finds nothing where another has swept before.
 */
export function startRetention(options: {
  store: Pick<
    Store,
    | 'projects'
    | 'conversations'
    | 'sessions'
    | 'invitations'
    | 'revocations'
    | 'auditLog'
    | 'loginAddresses'
    | 'idempotency'
    | 'budgets'
    | 'limits'
    | 'webhookDeliveries'
    | 'handovers'
    | 'files'
  >;
  conversationDays: number;
  log: Log;
  now: () => number;
}): { sweep(): Promise<void>; stop(): void } {
  const { store, conversationDays, log, now } = options;
  async function sweep(): Promise<void> {
    try {
      await store.sessions.sweep(now());
      await store.invitations.sweep(now());
      await store.revocations.sweep(now());
      await store.loginAddresses.sweep(now() - LOGIN_ADDRESS_LIFETIME_MS);
      await store.idempotency.sweep(now() - DAY_MS);
      await store.budgets.sweep(utcDay(now()));
      await store.limits.sweep(now());
      await store.files.sweep({
        unfinishedBefore: now() - UNFINISHED_FILE_AGE_MS,
        orphanedBefore: now() - ORPHANED_FILE_AGE_MS,
      });
      let conversations = 0;
      const deleteOlderThan = async (days: number, projectId: string | null) => {
        conversations += await store.conversations.deleteOlderThan(now() - days * DAY_MS, projectId);
        await store.handovers.deleteOlderThan(now() - days * DAY_MS, projectId);
      };
      if (conversationDays > 0) await deleteOlderThan(conversationDays, null);
      for (const { id, days } of await store.projects.retentions()) await deleteOlderThan(days, id);
      await store.auditLog.sweep(now() - AUDIT_AGE_MS);
      await store.webhookDeliveries.sweep(now() - DELIVERY_AGE_MS);
      if (conversations > 0) log.info('conversations_deleted', { conversations });
    } catch (error) {
      log.warn('retention_failed', { error });
    }
  }
  const timer = setInterval(sweep, SWEEP_INTERVAL_MS).unref();
  return { sweep, stop: () => clearInterval(timer) };
}
