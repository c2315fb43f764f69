import type { Db, Tx } from '../../db.ts';
import { errors } from '../../errors.ts';
import type { ApiKeys } from '../../types.ts';
import { assertBelow } from '../assert-below.ts';
import { paginate } from '../paginate.ts';
import { type Raw, toApiKey } from '../row-mapping.ts';

/** Keys by their hash; the key itself is never stored. A key of a deleted project is not found, even before it is erased. */
export function createApiKeys(db: Db): ApiKeys {
  return {
    async create(key, most = null) {
      await db.forProject(key.projectId).tx(async (tx) => {
        const project = { table: 'api_keys', owner: 'project_id', id: key.projectId } as const;
        await assertBelow(tx, project, most, errors.tooManyKeys);
        const [number = 0] = await tx.numbers('api-key');
        const { changes } = await tx.write(
          `insert into api_keys (id, number, project_id, name, hash, prefix, scopes, expires_at, addresses, created_at,
             last_used_at) select ?, ?, id, ?, ?, ?, ?, ?, ?, ?, ? from projects where id = ?`,
          [
            key.id,
            number,
            key.name,
            key.hash,
            key.prefix,
            JSON.stringify(key.scopes),
            key.expiresAt,
            JSON.stringify(key.addresses),
            key.createdAt,
            key.lastUsedAt,
            key.projectId,
          ],
        );
        if (changes === 0) throw errors.notFound();
      });
    },

    async byHash(hash) {
      const [row] = await db.read<Raw>(
        `select * from api_keys where (hash = ? or former_hash = ?)
           and exists (select 1 from projects where projects.id = api_keys.project_id)`,
        [hash, hash],
      );
      return row ? toApiKey(row) : null;
    },

    async byId(projectId, id) {
      const [row] = await db
        .forProject(projectId)
        .read<Raw>('select * from api_keys where id = ? and project_id = ?', [id, projectId]);
      return row ? toApiKey(row) : null;
    },

    async rotate({ id, projectId, hash: former }, { hash, prefix, formerUntil }) {
      const { rows } = await db
        .forProject(projectId)
        .write<Raw>(
          `update api_keys set hash = ?, prefix = ?, former_hash = ?, former_until = ? where id = ? and hash = ? returning *`,
          [hash, prefix, former, formerUntil, id, former],
        );
      return rows[0] ? toApiKey(rows[0]) : null;
    },

    listByProject: (projectId, paging) =>
      paginate(
        db.forProject(projectId),
        { table: 'api_keys', where: 'project_id = ?', parameters: [projectId], order: 'number desc' },
        paging,
        toApiKey,
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
