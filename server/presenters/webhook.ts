import type { CreatedWebhook, Webhook, WebhookDelivery } from '@footnote/sdk/contract';
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

const nullable = (at: number | null) => (at === null ? null : timestamp(at));

export function presentWebhook(row: WebhookEndpointRow): Webhook {
  const { id, url, description, events, enabled, disabledReason, failingSince, formerUntil } = row;
  return {
    id,
    url,
    description,
    events,
    enabled,
    disabled_reason: disabledReason,
    failing_since: nullable(failingSince),
    former_secret_until: nullable(formerUntil),
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  };
}

/** The only response that contains the secret itself. */
export const presentCreatedWebhook = (row: WebhookEndpointRow, secret: string): CreatedWebhook => ({
  ...presentWebhook(row),
  secret,
});

export function presentWebhookDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  const { id, event, status, attempts, error, milliseconds, payload } = row;
  return {
    id,
    event,
    status,
    attempts,
    response_status: row.responseStatus,
    response_text: row.responseText,
    error,
    milliseconds,
    created_at: timestamp(row.createdAt),
    last_attempt_at: nullable(row.attemptedAt),
    next_attempt_at: status === 'pending' ? timestamp(row.dueAt) : null,
    payload,
  };
}
