import type { Db } from '../../db.ts';
import { errors } from '../../errors.ts';
import type { WebhookEndpointRow, WebhookEndpoints } from '../../types.ts';
import { assertBelow } from '../assert-below.ts';
import { paginate } from '../paginate.ts';
import { type Raw, toWebhookEndpoint } from '../row-mapping.ts';

/** Deliveries that one transaction deletes: more would hold up other writers. */
const DELETE_BATCH = 100;

const OF_PROJECT = `id = ? and project_id = ?
  and exists (select 1 from projects where projects.id = webhook_endpoints.project_id)`;

/** Where a project's events are sent. */
export function createWebhookEndpoints(db: Db): WebhookEndpoints {
  return {
    async create(row, most) {
      await db.forProject(row.projectId).tx(async (tx) => {
        const project = { table: 'webhook_endpoints', owner: 'project_id', id: row.projectId } as const;
        await assertBelow(tx, project, most, errors.tooManyWebhooks);
        const [number = 0] = await tx.numbers('webhook');
        const { changes } = await tx.write(
          `insert into webhook_endpoints (id, number, project_id, url, description, events, secret, former_secret, former_until,
             enabled, disabled_reason, failing_since, created_at, updated_at)
           select ?, ?, id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? from projects where id = ?`,
          [
            row.id,
            number,
            row.url,
            row.description,
            JSON.stringify(row.events),
            row.secret,
            row.formerSecret,
            row.formerUntil,
            Number(row.enabled),
            row.disabledReason,
            row.failingSince,
            row.createdAt,
            row.updatedAt,
            row.projectId,
          ],
        );
        if (changes === 0) throw errors.notFound();
      });
    },

    async byId(projectId, id) {
      const [row] = await db
        .forProject(projectId)
        .read<Raw>(`select * from webhook_endpoints where ${OF_PROJECT}`, [id, projectId]);
      return row ? toWebhookEndpoint(row) : null;
    },

    listByProject: (projectId, paging) =>
      paginate(
        db.forProject(projectId),
        { table: 'webhook_endpoints', where: 'project_id = ?', parameters: [projectId], order: 'number desc' },
        paging,
        toWebhookEndpoint,
      ),

    async update(projectId, id, { url, description, events, enabled }, at) {
      const { rows } = await db.forProject(projectId).write<Raw>(
        `update webhook_endpoints set url = coalesce(?, url), description = coalesce(?, description),
           events = coalesce(?, events), enabled = coalesce(?, enabled), updated_at = ?
           ${enabled ? ', disabled_reason = null, failing_since = null' : ''}
         where ${OF_PROJECT} returning *`,
        [
          url ?? null,
          description ?? null,
          events ? JSON.stringify(events) : null,
          enabled === undefined ? null : Number(enabled),
          at,
          id,
          projectId,
        ],
      );
      return rows[0] ? toWebhookEndpoint(rows[0]) : null;
    },

    async rotate({ id, projectId, secret: former }: WebhookEndpointRow, { secret, formerUntil, at }) {
      const { rows } = await db.forProject(projectId).write<Raw>(
        `update webhook_endpoints set secret = ?, former_secret = ?, former_until = ?, updated_at = ?
         where ${OF_PROJECT} and secret = ? returning *`,
        [secret, formerUntil === null ? null : former, formerUntil, at, id, projectId, former],
      );
      return rows[0] ? toWebhookEndpoint(rows[0]) : null;
    },

    async delete(projectId, id) {
      const own = db.forProject(projectId);
      const { changes } = await own.write(`delete from webhook_endpoints where ${OF_PROJECT}`, [id, projectId]);
      if (changes === 0) return false;
      for (;;) {
        const { changes: deleted } = await own.write(
          'delete from webhook_deliveries where id in (select id from webhook_deliveries where endpoint_id = ? limit ?)',
          [id, DELETE_BATCH],
        );
        if (deleted < DELETE_BATCH) return true;
      }
    },
  };
}
