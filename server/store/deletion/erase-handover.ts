import type { Tx } from '../db.ts';

/** Removes a handover, and the messages to webhooks that tell of it. */
export async function eraseHandover(tx: Tx, id: string): Promise<void> {
  await tx.write('delete from webhook_deliveries where subject_id = ?', [id]);
  await tx.write('delete from handovers where id = ?', [id]);
}
