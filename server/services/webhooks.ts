import type { CreateWebhookRequest, UpdateWebhookRequest, WebhookDeliveryStatus } from '@footnote/sdk/contract';
import { newId } from '../platform/ids.ts';
import { type SealOptions, sealText } from '../platform/secret-box.ts';
import type { Page, Paging, Store, WebhookDeliveryRow, WebhookEndpointRow } from '../store/types.ts';
import { errors } from './errors.ts';
import type { CheckUrl } from './sources/sources.ts';

export const MAX_WEBHOOKS = 10;

export interface WebhookService {
  /**
   * Returns the secret itself, which cannot be shown again. Throws 400 `url_not_allowed`, 400 `quota_reached` if the project has too
   * many.
   */
  create(projectId: string, wanted: CreateWebhookRequest): Promise<{ row: WebhookEndpointRow; secret: string }>;
  list(projectId: string, paging: Paging): Promise<Page<WebhookEndpointRow>>;
  /** Throws 404 if the project has no such webhook, as the following do. */
  retrieve(projectId: string, id: string): Promise<WebhookEndpointRow>;
  /** Throws 400 `url_not_allowed`. */
  update(projectId: string, id: string, changes: UpdateWebhookRequest): Promise<WebhookEndpointRow>;
  /** Messages are signed with the former secret as well for as many seconds. */
  rotate(projectId: string, id: string, overlapSeconds: number): Promise<{ row: WebhookEndpointRow; secret: string }>;
  delete(projectId: string, id: string): Promise<void>;
  /** Queues a test. Throws 400 `webhook_disabled`. */
  test(projectId: string, id: string): Promise<WebhookDeliveryRow>;
  deliveries(
    projectId: string,
    id: string,
    filter: { status?: WebhookDeliveryStatus },
    paging: Paging,
  ): Promise<Page<WebhookDeliveryRow>>;
  /** Sends a message once more. Throws 400 `delivery_pending`, 400 `webhook_disabled`. */
  redeliver(projectId: string, id: string, deliveryId: string): Promise<WebhookDeliveryRow>;
}

interface WebhookServiceDeps {
  store: Pick<Store, 'webhookEndpoints' | 'webhookDeliveries'>;
  /** Returns null for an address that shows by itself that it may not be used. */
  checkUrl: CheckUrl;
  newSecret: () => string;
  /** How the secret of a webhook is encrypted. */
  seal: (webhookId: string) => SealOptions;
  /** Called when a message has been queued. */
  notifyDeliveries: () => void;
  now: () => number;
}

export function createWebhookService(deps: WebhookServiceDeps): WebhookService {
  const { store, newSecret, seal, notifyDeliveries, now } = deps;
  const { webhookEndpoints: endpoints, webhookDeliveries: deliveries } = store;
  const retrieve = async (projectId: string, id: string) => found(await endpoints.byId(projectId, id));
  const enabled = async (projectId: string, id: string) => {
    const row = await retrieve(projectId, id);
    if (!row.enabled) throw errors.webhookDisabled();
    return row;
  };
  return {
    async create(projectId, { url, description = '', events, enabled = true }) {
      const [id, secret] = [newId('whk'), newSecret()];
      const row = {
        id,
        projectId,
        url: allowed(deps, url),
        description,
        events: unique(events),
        enabled,
        secret: sealText(secret, seal(id)),
        createdAt: now(),
        updatedAt: now(),
      };
      return { row: await endpoints.create(row, MAX_WEBHOOKS), secret };
    },

    list: endpoints.listByProject,
    retrieve,

    async update(projectId, id, { url, events, ...changes }) {
      const given = { ...changes, ...(url && { url: allowed(deps, url) }), ...(events && { events: unique(events) }) };
      return found(await endpoints.update(projectId, id, given, now()));
    },

    async rotate(projectId, id, overlapSeconds) {
      const former = await retrieve(projectId, id);
      const secret = newSecret();
      const formerUntil = overlapSeconds === 0 ? null : now() + overlapSeconds * 1000;
      const next = { secret: sealText(secret, seal(id)), formerUntil, at: now() };
      return { row: found(await endpoints.rotate(former, next)), secret };
    },

    async delete(projectId, id) {
      if (!(await endpoints.delete(projectId, id))) throw errors.notFound();
    },

    async test(projectId, id) {
      const row = await enabled(projectId, id);
      const data = { project_id: projectId, webhook_id: id };
      const event = { type: 'webhook.test', timestamp: new Date(now()).toISOString(), data } as const;
      const delivery = found(await deliveries.add(row, event));
      notifyDeliveries();
      return delivery;
    },

    async deliveries(projectId, id, filter, paging) {
      await retrieve(projectId, id);
      return deliveries.list(projectId, id, filter, paging);
    },

    async redeliver(projectId, id, deliveryId) {
      await enabled(projectId, id);
      const queued = found(await deliveries.requeue(projectId, id, deliveryId, now()));
      if (queued === 'pending') throw errors.webhookPending();
      notifyDeliveries();
      return queued;
    },
  };
}

function found<Row>(row: Row | null): Row {
  if (row === null) throw errors.notFound();
  return row;
}

function allowed({ checkUrl }: WebhookServiceDeps, text: string): string {
  const url = checkUrl(text);
  if (url === null) throw errors.urlNotAllowed(text, 'messages');
  return url;
}

const unique = <Value>(values: Value[]): Value[] => [...new Set(values)];
