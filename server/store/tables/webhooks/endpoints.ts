import { errors } from '../../../platform/errors.ts';
import type { Db } from '../../db.ts';
import { find, ifThere, insert, update } from '../../rows.ts';
import { webhookEndpoints } from '../../types/webhooks.ts';
import type { WebhookEndpoints } from '../../types.ts';
import { assertBelow } from '../assert-below.ts';
import { paginate } from '../paginate.ts';

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
        const { changes } = await insert(tx, webhookEndpoints, { ...row, number }, ifThere('projects', row.projectId));
        if (changes === 0) throw errors.notFound();
      });
    },

    byId: (projectId, id) => find(db.forProject(projectId), webhookEndpoints, OF_PROJECT, [id, projectId]),

    listByProject: (projectId, paging) =>
      paginate(
        db.forProject(projectId),
        { table: 'webhook_endpoints', where: 'project_id = ?', parameters: [projectId], order: 'number desc' },
        paging,
        webhookEndpoints.toRow,
      ),

    async update(projectId, id, changes, at) {
      const all = { ...changes, ...(changes.enabled && { disabledReason: null, failingSince: null }), updatedAt: at };
      const [row] = await update(db.forProject(projectId), webhookEndpoints, all, OF_PROJECT, [id, projectId]);
      return row ?? null;
    },

    async rotate({ id, projectId, secret: former }, { secret, formerUntil, at }) {
      const [row] = await update(
        db.forProject(projectId),
        webhookEndpoints,
        { secret, formerSecret: formerUntil === null ? null : former, formerUntil, updatedAt: at },
        `${OF_PROJECT} and secret = ?`,
        [id, projectId, former],
      );
      return row ?? null;
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
