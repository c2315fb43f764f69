import type { Db } from '../../db.ts';
import { errors } from '../../errors.ts';
import { find, findAll, remove, update, updateOne } from '../../rows.ts';
import type { Raw } from '../../table.ts';
import { repositories } from '../../types/repositories.ts';
import { sources } from '../../types/sources.ts';
import type { Repositories } from '../../types.ts';
import { addToProject } from '../add-to-project.ts';
import { pageOf } from '../paginate.ts';

const OF_PROJECT = `id = ? and project_id = ?
  and exists (select 1 from projects where projects.id = repositories.project_id)`;
const HELD = "id = ? and attempt = ? and state = 'reading'";
/** When one may be taken: one that is being read, when its server was not heard of for long. */
const NEXT = "(case when repositories.state = 'reading' then repositories.lease_until else repositories.due_at end)";
/** A repository is pushed to some times a day; what is sent again is sent soon. */
const KEPT_PUSHES = 200;

/** Git repositories, and which server reads which. */
export function createRepositories(db: Db): Repositories {
  const queue: Repositories['queue'] = (projectId, id, at) =>
    db.forProject(projectId).tx(async (tx) => {
      await update(tx, repositories, { state: 'queued' }, `${OF_PROJECT} and state = 'idle'`, [id, projectId]);
      return updateOne(tx, repositories, { dueAt: at, checkedAt: null }, OF_PROJECT, [id, projectId]);
    });
  return {
    create: (row, most) =>
      addToProject(db, { table: repositories, counter: 'repository', reached: errors.tooManyRepositories }, row, most),
    byId: (projectId, id) => find(db.forProject(projectId), repositories, OF_PROJECT, [id, projectId]),
    listByProject: (projectId, paging) =>
      pageOf(db.forProject(projectId), repositories, 'project_id = ?', [projectId], 'number desc', paging),
    update: (projectId, id, changes, at) =>
      updateOne(db.forProject(projectId), repositories, { ...changes, updatedAt: at }, OF_PROJECT, [id, projectId]),
    queue,

    push: (projectId, id, digest, at) =>
      db.forProject(projectId).tx(async (tx) => {
        const [row] = await tx.read<{ pushes: string }>(
          `select pushes from repositories where ${OF_PROJECT} for no key update`,
          [id, projectId],
        );
        if (!row) return null;
        const pushes: string[] = JSON.parse(row.pushes);
        if (pushes.includes(digest)) return 'seen';
        const kept = [digest].concat(pushes).slice(0, KEPT_PUSHES);
        await update(tx, repositories, { pushes: kept, dueAt: at }, 'id = ?', [id]);
        await update(tx, repositories, { state: 'queued' }, "id = ? and state = 'idle'", [id]);
        return 'queued';
      }),

    async delete(projectId, id) {
      return (await remove(db.forProject(projectId), repositories, OF_PROJECT, [id, projectId])) > 0;
    },

    claim: (now, leaseUntil, except) =>
      db.tx(async (tx) => {
        const [next] = await tx.read<{ id: string; user_id: string }>(
          `select repositories.id, projects.user_id from repositories join projects on projects.id = repositories.project_id
           where ${NEXT} <= ? ${except.length > 0 ? `and projects.user_id not in (${except.map(() => '?').join(', ')})` : ''}
           order by ${NEXT} limit 1 for update of repositories skip locked`,
          [now, ...except],
        );
        if (!next) return null;
        const { rows } = await tx.write<Raw>(
          `update repositories set state = 'reading', due_at = null, attempt = attempt + 1, lease_until = ?
           where id = ? returning *`,
          [leaseUntil, next.id],
        );
        return rows[0] ? { repository: repositories.toRow(rows[0]), accountId: next.user_id } : null;
      }),

    renew: async ({ id, attempt }, leaseUntil) =>
      (await update(db, repositories, { leaseUntil }, HELD, [id, attempt])) > 0,

    keepGate: async ({ id, attempt }, gateBefore) =>
      (await update(db, repositories, { gateBefore }, HELD, [id, attempt])) > 0,

    settle: ({ id, attempt }, found, { checkedAt, dueAt }) =>
      db.tx(async (tx) => {
        const [row] = await tx.read<{ due_at: number | null }>(
          `select due_at from repositories where ${HELD} for no key update`,
          [id, attempt],
        );
        if (!row) return false;
        const isAskedFor = row.due_at !== null;
        const state = isAskedFor ? 'queued' : 'idle';
        const next = isAskedFor ? {} : { checkedAt, dueAt };
        await update(tx, repositories, { ...found, ...next, leaseUntil: null, state }, 'id = ?', [id]);
        return true;
      }),

    async nextDueAt() {
      const [row] = await db.read<{ due: number | null }>(
        `select min(${NEXT}) as due from repositories join projects on projects.id = repositories.project_id`,
      );
      return row?.due == null ? null : Number(row.due);
    },

    async sourcesUnderWay(projectId, id) {
      const [row] = await db
        .forProject(projectId)
        .read<{ found: number }>(
          "select count(*) as found from sources where project_id = ? and repository_id = ? and status in ('pending', 'processing')",
          [projectId, id],
        );
      return Number(row?.found ?? 0);
    },

    sources: (projectId, id) =>
      findAll(db.forProject(projectId), sources, 'project_id = ? and repository_id = ? order by external_id', [
        projectId,
        id,
      ]),
  };
}
