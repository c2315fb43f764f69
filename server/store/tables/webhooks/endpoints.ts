import type { Db } from '../../db.ts';
import { errors } from '../../errors.ts';
import { find, remove, updateOne } from '../../rows.ts';
import { webhookDeliveries, webhookEndpoints } from '../../types/webhooks.ts';
import type { WebhookEndpoints } from '../../types.ts';
import { addToProject } from '../add-to-project.ts';
import { pageOf } from '../paginate.ts';

/** Deliveries that one transaction deletes: more would hold up other writers. */
const DELETE_BATCH = 100;

const OF_PROJECT = `id = ? and project_id = ?
  and exists (select 1 from projects where projects.id = webhook_endpoints.project_id)`;

/** Where a project's events are sent. */
export function createWebhookEndpoints(db: Db): WebhookEndpoints {
  return {
    create: (row, most) =>
      addToProject(db, { table: webhookEndpoints, counter: 'webhook', reached: errors.tooManyWebhooks }, row, most),

    byId: (projectId, id) => find(db.forProject(projectId), webhookEndpoints, OF_PROJECT, [id, projectId]),

    listByProject: (projectId, paging) =>
      pageOf(db.forProject(projectId), webhookEndpoints, 'project_id = ?', [projectId], 'number desc', paging),

    update(projectId, id, changes, at) {
      const all = { ...changes, ...(changes.enabled && { disabledReason: null, failingSince: null }), updatedAt: at };
      return updateOne(db.forProject(projectId), webhookEndpoints, all, OF_PROJECT, [id, projectId]);
    },

    rotate: ({ id, projectId, secret: former }, { secret, formerUntil, at }) =>
      updateOne(
        db.forProject(projectId),
        webhookEndpoints,
        { secret, formerSecret: formerUntil === null ? null : former, formerUntil, updatedAt: at },
        `${OF_PROJECT} and secret = ?`,
        [id, projectId, former],
      ),

    async delete(projectId, id) {
      const own = db.forProject(projectId);
      if ((await remove(own, webhookEndpoints, OF_PROJECT, [id, projectId])) === 0) return false;
      const some = 'id in (select id from webhook_deliveries where endpoint_id = ? limit ?)';
      for (;;) if ((await remove(own, webhookDeliveries, some, [id, DELETE_BATCH])) < DELETE_BATCH) return true;
    },
  };
}
