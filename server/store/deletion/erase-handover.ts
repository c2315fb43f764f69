import type { Tx } from '../db.ts';
import { remove } from '../rows.ts';
import { handovers } from '../types/handovers.ts';
import { webhookDeliveries } from '../types/webhooks.ts';

/** Removes a handover, and the messages to webhooks that tell of it. */
export async function eraseHandover(tx: Tx, id: string): Promise<void> {
  await remove(tx, webhookDeliveries, 'subject_id = ?', [id]);
  await remove(tx, handovers, 'id = ?', [id]);
}
