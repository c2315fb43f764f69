import type { Poster } from '../ingestion/web/poster.ts';
import type { Log } from '../platform/log.ts';
import { createAccountCounts } from '../platform/scheduling/account-slots.ts';
import { createClaimingWorker } from '../platform/scheduling/claiming-worker.ts';
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
const LOOK_EVERY_MS = 1_000;
/** A webhook that has failed for so long is switched off. */
export const FAILING_MS = 5 * 24 * 60 * 60_000;

export type DeliveryWorker = ReturnType<typeof createDeliveryWorker>;

/** Sends what is in the outbox. What is being sent when it is stopped is sent again after the lease. */
export function createDeliveryWorker(deps: DeliveryWorkerDeps) {
  const { store, log } = deps;
  const accounts = createAccountCounts();
  const endpoints = createAccountCounts();
  const count = ({ accountId, endpoint }: ClaimedDelivery, more: 1 | -1) => {
    accounts.add(accountId, more);
    endpoints.add(endpoint.id, more);
  };
  return createClaimingWorker({
    places: PLACES.total,
    lookEvery: LOOK_EVERY_MS,
    now: () => store.now(),
    nextDueAt: () => store.webhookDeliveries.nextDueAt(),
    async claim(stopping) {
      const except = {
        endpoints: endpoints.withAtLeast(PLACES.endpoint),
        accounts: accounts.withAtLeast(PLACES.account),
      };
      const claimed = await store.webhookDeliveries.claim(store.now(), LEASE_MS, except);
      if (!claimed) return null;
      count(claimed, 1);
      return () => deliver(claimed, deps, stopping).finally(() => count(claimed, -1));
    },
    onFailure: (error) => log.warn('webhook_queue_failed', { error }),
  });
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
