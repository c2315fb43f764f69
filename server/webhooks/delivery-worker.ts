import type { Poster } from '../ingestion/web/poster.ts';
import type { Log } from '../platform/log.ts';
import { createAccountCounts } from '../platform/scheduling/account-slots.ts';
import { createSleepers } from '../platform/scheduling/sleepers.ts';
import { openText } from '../platform/secret-box.ts';
import type { ClaimedDelivery, Store, WebhookDeliveryRow, WebhookEndpointRow } from '../store/types.ts';
import { judge, unsigned } from './attempt.ts';
import { secretSeal, signatureHeaders } from './signature.ts';

export interface DeliveryWorkerDeps {
  store: Pick<Store, 'webhookDeliveries' | 'now'>;
  poster: Pick<Poster, 'post'>;
  /** The signing secret of the server. */
  secret: string;
  log: Log;
}

/** Messages that are sent at the same time: in all, for one account and to one webhook. A slow receiver holds up only its own. */
const PLACES = { total: 16, account: 6, endpoint: 2 };
/** Longer than a request may take. */
const LEASE_MS = 60_000;
/** Events are queued by the store, on every server: all look for them. */
const LOOK_EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 10_000;
/** A webhook that has failed for so long is switched off. */
export const FAILING_MS = 5 * 24 * 60 * 60_000;

export type DeliveryWorker = ReturnType<typeof createDeliveryWorker>;

/** Sends what is in the outbox. Several servers may do so: each takes other deliveries. */
export function createDeliveryWorker(deps: DeliveryWorkerDeps) {
  const { store, log } = deps;
  const stopping = new AbortController();
  const sleepers = createSleepers(stopping.signal);
  const accounts = createAccountCounts();
  const endpoints = createAccountCounts();
  const running = new Set<Promise<void>>();

  function begin(claimed: ClaimedDelivery): void {
    accounts.add(claimed.accountId, 1);
    endpoints.add(claimed.endpoint.id, 1);
    const run = deliver(claimed, deps, stopping.signal).finally(() => {
      accounts.add(claimed.accountId, -1);
      endpoints.add(claimed.endpoint.id, -1);
      running.delete(run);
      sleepers.wakeAll();
    });
    running.add(run);
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const wakes = sleepers.wakes();
      let pause = LOOK_EVERY_MS * (0.75 + Math.random() / 2);
      try {
        const except = {
          endpoints: endpoints.withAtLeast(PLACES.endpoint),
          accounts: accounts.withAtLeast(PLACES.account),
        };
        if (running.size < PLACES.total && (await isDue(store))) {
          const claimed = await store.webhookDeliveries.claim(store.now(), LEASE_MS, except);
          if (claimed) {
            begin(claimed);
            continue;
          }
        }
      } catch (error) {
        log.warn('webhook_queue_failed', { error });
        pause = AFTER_FAILURE_MS;
      }
      if (sleepers.wakes() === wakes) await sleepers.sleep(pause);
    }
    await Promise.all(running);
  }

  let working = Promise.resolve();
  return {
    start(): void {
      working = work();
    },
    /** Call it when a delivery has been queued, so that it need not wait for the next look. */
    notify: sleepers.wakeAll,
    /** Ends what is being sent; it is sent again after the lease. */
    async stop(): Promise<void> {
      stopping.abort();
      sleepers.wakeAll();
      await working;
    },
  };
}

/** Only looks, as taking one needs the lock of a writer. */
async function isDue({ webhookDeliveries, now }: DeliveryWorkerDeps['store']): Promise<boolean> {
  const due = await webhookDeliveries.nextDueAt();
  return due !== null && due <= now();
}

/** Makes one attempt and writes what became of it. Never rejects. */
async function deliver(claimed: ClaimedDelivery, deps: DeliveryWorkerDeps, signal: AbortSignal): Promise<void> {
  const { delivery, endpoint } = claimed;
  const { store, log, poster } = deps;
  const about = { delivery: delivery.id, webhook: endpoint.id, event: delivery.event, attempt: delivery.attempts };
  try {
    const began = performance.now();
    const secrets = readableSecrets(endpoint, deps);
    const answer =
      secrets.length === 0
        ? null
        : await poster.post({ url: endpoint.url, ...messageOf(delivery, secrets, store), signal });
    const milliseconds = Math.round(performance.now() - began);
    const now = store.now();
    const result =
      answer === null ? unsigned(now) : judge(answer, { attempt: delivery.attempts, now, random: Math.random() });
    const outcome = await store.webhookDeliveries.settle(claimed, { ...result, milliseconds }, now, FAILING_MS);
    log.info('webhook_sent', { ...about, status: result.responseStatus, outcome: result.status, milliseconds });
    if (outcome === 'disabled') log.warn('webhook_disabled', { webhook: endpoint.id, project: endpoint.projectId });
  } catch (error) {
    if (!signal.aborted) log.error('webhook_attempt_lost', { ...about, error });
  }
}

/** The secrets that messages are signed with now. Empty where the server’s own secret has been replaced. */
function readableSecrets({ id, ...endpoint }: WebhookEndpointRow, { store, secret }: DeliveryWorkerDeps): string[] {
  const former = (endpoint.formerUntil ?? 0) > store.now() ? endpoint.formerSecret : null;
  return [endpoint.secret, former].flatMap((sealed) => {
    const opened = sealed === null ? null : openText(sealed, secretSeal(secret, id));
    return opened === null ? [] : [opened];
  });
}

function messageOf({ id, payload }: WebhookDeliveryRow, secrets: string[], { now }: DeliveryWorkerDeps['store']) {
  const body = JSON.stringify(payload);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Footnote/1.0',
    ...signatureHeaders({ id, at: now(), body, secrets }),
  };
  return { headers, body };
}
