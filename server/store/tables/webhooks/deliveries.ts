import { insertDelivery } from '../../coordination/outbox.ts';
import type { Db, Tx } from '../../db.ts';
import { exists, find, remove, update, updateOne } from '../../rows.ts';
import type { Raw } from '../../table.ts';
import { webhookDeliveries, webhookEndpoints } from '../../types/webhooks.ts';
import type { DeliveryResult, WebhookDeliveries } from '../../types.ts';
import { pageOf } from '../paginate.ts';

/** Rows that one transaction deletes: more would hold up other writers. */
const DELETE_BATCH = 100;

const marks = (values: string[]) => values.map(() => '?').join(', ');

const OF_ENDPOINT = `project_id = ? and endpoint_id = ?
  and exists (select 1 from webhook_endpoints where webhook_endpoints.id = webhook_deliveries.endpoint_id)`;

const list =
  (db: Db): WebhookDeliveries['list'] =>
  (projectId, endpointId, { status }, paging) =>
    pageOf(
      db.forProject(projectId),
      webhookDeliveries,
      `${OF_ENDPOINT}${status ? ' and status = ?' : ''}`,
      [projectId, endpointId, ...(status ? [status] : [])],
      'number desc',
      paging,
    );

const requeue =
  (db: Db): WebhookDeliveries['requeue'] =>
  (projectId, endpointId, id, at) =>
    db.forProject(projectId).tx(async (tx) => {
      const [row] = await tx.read<{ status: string; attempt: number; error: string | null }>(
        `select status, attempt, error from webhook_deliveries where id = ? and ${OF_ENDPOINT}`,
        [id, projectId, endpointId],
      );
      if (!row) return null;
      const hasFailed = Number(row.attempt) > 0 && row.error !== null;
      if (row.status === 'pending' && !hasFailed) return 'pending';
      return updateOne(tx, webhookDeliveries, { status: 'pending', attempts: 0, dueAt: at }, 'id = ?', [id]);
    });

const claim =
  (db: Db): WebhookDeliveries['claim'] =>
  (now, leaseMs, { endpoints, accounts }) =>
    db.counting(async (tx) => {
      const [next] = await tx.read<{ id: string; endpoint_id: string; user_id: string }>(
        `select webhook_deliveries.id, webhook_deliveries.endpoint_id, projects.user_id from webhook_deliveries
           join webhook_endpoints on webhook_endpoints.id = webhook_deliveries.endpoint_id
           join projects on projects.id = webhook_endpoints.project_id
         where webhook_deliveries.status = 'pending' and webhook_deliveries.due_at <= ? and webhook_endpoints.enabled = 1
           ${endpoints.length > 0 ? `and webhook_endpoints.id not in (${marks(endpoints)})` : ''}
           ${accounts.length > 0 ? `and projects.user_id not in (${marks(accounts)})` : ''}
         order by webhook_deliveries.due_at, webhook_deliveries.number limit 1
         for update of webhook_deliveries skip locked`,
        [now, ...endpoints, ...accounts],
      );
      if (!next) return null;
      const { rows } = await tx.write<Raw>(
        'update webhook_deliveries set attempt = attempt + 1, attempted_at = ?, due_at = ? where id = ? returning *',
        [now, now + leaseMs, next.id],
      );
      const endpoint = await find(tx, webhookEndpoints, 'id = ?', [next.endpoint_id]);
      if (!rows[0] || !endpoint) return null;
      return { delivery: webhookDeliveries.toRow(rows[0]), endpoint, accountId: next.user_id };
    });

const settle =
  (db: Db): WebhookDeliveries['settle'] =>
  ({ delivery, endpoint }, result, now, failingMs) =>
    db.tx(async (tx) => {
      const settled = await update(
        tx,
        webhookDeliveries,
        result,
        "id = ? and status = 'pending' and attempt = ? and attempted_at = ?",
        [delivery.id, delivery.attempts, delivery.attemptedAt],
      );
      if (settled === 0) return 'lost';
      return (await noteFailure(tx, endpoint.id, result, now, failingMs)) ? 'disabled' : 'settled';
    });

/** Returns whether the endpoint has been switched off. */
async function noteFailure(
  tx: Tx,
  endpointId: string,
  { status, gone }: DeliveryResult,
  now: number,
  failingMs: number,
): Promise<boolean> {
  if (status === 'delivered') {
    await update(tx, webhookEndpoints, { failingSince: null }, 'id = ? and failing_since is not null', [endpointId]);
    return false;
  }
  await update(tx, webhookEndpoints, { failingSince: now }, 'id = ? and failing_since is null', [endpointId]);
  if (status === 'pending') return false;
  const off = { enabled: false, disabledReason: gone ? 'gone' : 'failing', updatedAt: now } as const;
  const failing = 'id = ? and enabled = 1 and (? = 1 or failing_since <= ?)';
  return (await update(tx, webhookEndpoints, off, failing, [endpointId, Number(gone), now - failingMs])) === 1;
}

const sweep =
  (db: Db): WebhookDeliveries['sweep'] =>
  async (before) => {
    for (let deleted = 0; ; ) {
      const changes = await db.tx(
        (tx) =>
          remove(tx, webhookDeliveries, 'id in (select id from webhook_deliveries where created_at < ? limit ?)', [
            before,
            DELETE_BATCH,
          ]),
        { background: true },
      );
      deleted += changes;
      if (changes < DELETE_BATCH) return deleted;
    }
  };

/** The outbox, and what became of what was in it. */
export function createWebhookDeliveries(db: Db): WebhookDeliveries {
  return {
    list: list(db),
    add: ({ id, projectId }, event) =>
      db.forProject(projectId).tx(async (tx) => {
        if (!(await exists(tx, webhookEndpoints, 'id = ? and project_id = ?', [id, projectId]))) return null;
        const delivery = await insertDelivery(tx, id, { projectId, event, subjectId: null });
        return find(tx, webhookDeliveries, 'id = ?', [delivery]);
      }),
    requeue: requeue(db),
    claim: claim(db),
    settle: settle(db),
    async nextDueAt() {
      const [row] = await db.read<{ due_at: number }>(
        `select due_at from webhook_deliveries
       join webhook_endpoints on webhook_endpoints.id = webhook_deliveries.endpoint_id
       where status = 'pending' and webhook_endpoints.enabled = 1 order by due_at limit 1`,
      );
      return row ? Number(row.due_at) : null;
    },
    sweep: sweep(db),
  };
}
