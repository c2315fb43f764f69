import type { WebhookEvent } from '@footnote/sdk/contract';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../db.ts';
import { findAll, insert } from '../rows.ts';
import { webhookDeliveries, webhookEndpoints } from '../types/webhooks.ts';

/** An event, and whose text it repeats. */
export interface Emitted {
  projectId: string;
  event: WebhookEvent;
  /** The source or conversation with which it is deleted. */
  subjectId: string | null;
}

/**
 * Queues an event for each webhook of the project that is told of it, in the caller's transaction: it is sent if and only if that is
 * committed. `describe` is called only if there is such a webhook; null: nothing is to be told.
 */
export async function emit(
  tx: Tx,
  projectId: string,
  type: Exclude<WebhookEvent['type'], 'webhook.test'>,
  describe: () => Promise<Omit<Emitted, 'projectId'> | null>,
): Promise<void> {
  const enabled = 'project_id = ? and enabled = 1 order by number';
  const endpoints = await findAll(tx, webhookEndpoints, enabled, [projectId]);
  const told = endpoints.filter(({ events }) => events.includes(type));
  if (told.length === 0) return;
  const emitted = await describe();
  if (!emitted) return;
  for (const { id } of told) await insertDelivery(tx, id, { ...emitted, projectId });
}

/** Queues an event for one webhook. Returns the id of the delivery. */
export async function insertDelivery(
  tx: Tx,
  endpointId: string,
  { projectId, event, subjectId }: Emitted,
): Promise<string> {
  const id = newId('whd');
  const at = Date.parse(event.timestamp);
  const [number = 0] = await tx.numbers('webhook-delivery');
  const about = { endpointId, projectId, event: event.type, payload: event, subjectId } as const;
  await insert(tx, webhookDeliveries, {
    id,
    number,
    ...about,
    status: 'pending',
    attempts: 0,
    dueAt: at,
    createdAt: at,
  });
  return id;
}

export const timestampOf = (at: number): string => new Date(at).toISOString();
