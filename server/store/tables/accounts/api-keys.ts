import { errors } from '../../../platform/errors.ts';
import type { Db, Tx } from '../../db.ts';
import { find, ifThere, insert, update } from '../../rows.ts';
import { apiKeys } from '../../types/projects.ts';
import type { ApiKeys } from '../../types.ts';
import { assertBelow } from '../assert-below.ts';
import { paginate } from '../paginate.ts';

/** Keys by their hash; the key itself is never stored. A key of a deleted project is not found, even before it is erased. */
export function createApiKeys(db: Db): ApiKeys {
  return {
    async create(key, most = null) {
      await db.forProject(key.projectId).tx(async (tx) => {
        const project = { table: 'api_keys', owner: 'project_id', id: key.projectId } as const;
        await assertBelow(tx, project, most, errors.tooManyKeys);
        const [number = 0] = await tx.numbers('api-key');
        const { changes } = await insert(tx, apiKeys, { ...key, number }, ifThere('projects', key.projectId));
        if (changes === 0) throw errors.notFound();
      });
    },

    byHash: (hash) =>
      find(
        db,
        apiKeys,
        `(hash = ? or former_hash = ?)
           and exists (select 1 from projects where projects.id = api_keys.project_id)`,
        [hash, hash],
      ),

    byId: (projectId, id) => find(db.forProject(projectId), apiKeys, 'id = ? and project_id = ?', [id, projectId]),

    async rotate({ id, projectId, hash: former }, next) {
      const changes = { ...next, formerHash: former };
      const [row] = await update(db.forProject(projectId), apiKeys, changes, 'id = ? and hash = ?', [id, former]);
      return row ?? null;
    },

    listByProject: (projectId, paging) =>
      paginate(
        db.forProject(projectId),
        { table: 'api_keys', where: 'project_id = ?', parameters: [projectId], order: 'number desc' },
        paging,
        apiKeys.toRow,
      ),

    async delete(projectId, id) {
      const { changes } = await db
        .forProject(projectId)
        .write('delete from api_keys where id = ? and project_id = ?', [id, projectId]);
      return changes === 1;
    },

    async touch(id, lastUsedAt) {
      const note = (tx: Tx) => tx.write('update api_keys set last_used_at = ? where id = ?', [lastUsedAt, id]);
      await db.counting(note, { durable: false });
    },
  };
}
