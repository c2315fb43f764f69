import type {
  CreatedWebhook,
  CreateWebhookRequest,
  Deleted,
  ListQuery,
  RotateWebhookSecretRequest,
  UpdateWebhookRequest,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryQuery,
} from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';

/** Where the events of a project are sent. Needs the owner's token. */
export class Webhooks extends ListedResource {
  /**
   * Creates a webhook. `secret` is returned only here.
   * @example
   * const { id, secret } = await owner.projects.webhooks.create(projectId, {
   *   url: 'https://example.com/hooks/footnote',
   *   events: ['question.unanswered'],
   * });
   */
  create(projectId: string, body: CreateWebhookRequest, options?: RequestOptions): Promise<CreatedWebhook> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/webhooks`, body, once: true }, options);
  }

  /**
   * Lists the webhooks, newest first.
   * @example
   * for await (const { url, enabled } of owner.projects.webhooks.list(projectId)) console.log(url, enabled);
   */
  list(projectId: string, query?: ListQuery, options?: RequestOptions): PagePromise<Webhook> {
    return this.paged(path`/projects/${projectId}/webhooks`, query, options);
  }

  /**
   * Retrieves a webhook.
   * @example
   * const { disabled_reason } = await owner.projects.webhooks.retrieve(projectId, webhookId);
   */
  retrieve(projectId: string, webhookId: string, options?: RequestOptions): Promise<Webhook> {
    return this.request({ path: path`/projects/${projectId}/webhooks/${webhookId}` }, options);
  }

  /**
   * Changes a webhook.
   * @example
   * await owner.projects.webhooks.update(projectId, webhookId, { enabled: true });
   */
  update(projectId: string, webhookId: string, body: UpdateWebhookRequest, options?: RequestOptions): Promise<Webhook> {
    return this.request({ method: 'PATCH', path: path`/projects/${projectId}/webhooks/${webhookId}`, body }, options);
  }

  /**
   * Deletes a webhook with its messages.
   * @example
   * await owner.projects.webhooks.delete(projectId, webhookId);
   */
  delete(projectId: string, webhookId: string, options?: RequestOptions): Promise<Deleted> {
    return this.request({ method: 'DELETE', path: path`/projects/${projectId}/webhooks/${webhookId}` }, options);
  }

  /**
   * Replaces the secret. Messages are also signed with the former one for a day, or for `overlap_seconds`. `secret` is returned only
   * here.
   * @example
   * const { secret } = await owner.projects.webhooks.rotate(projectId, webhookId);
   */
  rotate(
    projectId: string,
    webhookId: string,
    body: RotateWebhookSecretRequest = {},
    options?: RequestOptions,
  ): Promise<CreatedWebhook> {
    const address = path`/projects/${projectId}/webhooks/${webhookId}/rotate`;
    return this.request({ method: 'POST', path: address, body, once: true }, options);
  }

  /**
   * Sends a test.
   * @example
   * await owner.projects.webhooks.test(projectId, webhookId);
   */
  test(projectId: string, webhookId: string, options?: RequestOptions): Promise<WebhookDelivery> {
    const address = path`/projects/${projectId}/webhooks/${webhookId}/test`;
    return this.request({ method: 'POST', path: address, once: true }, options);
  }

  /**
   * Lists the messages and what became of them, newest first.
   * @example
   * const failed = await owner.projects.webhooks.deliveries(projectId, webhookId, { status: 'failed' });
   */
  deliveries(
    projectId: string,
    webhookId: string,
    query?: WebhookDeliveryQuery,
    options?: RequestOptions,
  ): PagePromise<WebhookDelivery> {
    return this.paged(path`/projects/${projectId}/webhooks/${webhookId}/deliveries`, query, options);
  }

  /**
   * Sends a message once more.
   * @example
   * await owner.projects.webhooks.redeliver(projectId, webhookId, deliveryId);
   */
  redeliver(
    projectId: string,
    webhookId: string,
    deliveryId: string,
    options?: RequestOptions,
  ): Promise<WebhookDelivery> {
    const address = path`/projects/${projectId}/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`;
    return this.request({ method: 'POST', path: address, once: true }, options);
  }
}
