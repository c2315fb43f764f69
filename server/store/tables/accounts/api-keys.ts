import type { Db } from '../../db.ts';
import { errors } from '../../errors.ts';
import { find, remove, update, updateOne } from '../../rows.ts';
import { apiKeys } from '../../types/projects.ts';
import type { ApiKeys } from '../../types.ts';
import { addToProject } from '../add-to-project.ts';
import { pageOf } from '../paginate.ts';

/** Keys by their hash; the key itself is never stored. A key of a deleted project is not found, even before it is erased. */
export function createApiKeys(db: Db): ApiKeys {
  return {
    create: (key, most = null) =>
      addToProject(db, { table: apiKeys, counter: 'api-key', reached: errors.tooManyKeys }, key, most),

    byHash: (hash) =>
      find(
        db,
        apiKeys,
        `(hash = ? or former_hash = ?)
           and exists (select 1 from projects where projects.id = api_keys.project_id)`,
        [hash, hash],
      ),

    byId: (projectId, id) => find(db.forProject(projectId), apiKeys, 'id = ? and project_id = ?', [id, projectId]),

    rotate({ id, projectId, hash: former }, next) {
      const changes = { ...next, formerHash: former };
      return updateOne(db.forProject(projectId), apiKeys, changes, 'id = ? and hash = ?', [id, former]);
    },

    listByProject: (projectId, paging) =>
      pageOf(db.forProject(projectId), apiKeys, 'project_id = ?', [projectId], 'number desc', paging),

    delete: async (projectId, id) =>
      (await remove(db.forProject(projectId), apiKeys, 'id = ? and project_id = ?', [id, projectId])) === 1,

    async touch(id, lastUsedAt) {
      await db.counting((tx) => update(tx, apiKeys, { lastUsedAt }, 'id = ?', [id]), { durable: false });
    },
  };
}
