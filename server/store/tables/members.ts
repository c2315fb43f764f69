import type { Db, Tx } from '../db.ts';
import { errors } from '../errors.ts';
import { ifThere, insert, remove, update } from '../rows.ts';
import type { Raw } from '../table.ts';
import { projectMembers } from '../types/members.ts';
import { projects } from '../types/projects.ts';
import type { MemberRow, Members } from '../types.ts';
import { assertBelow } from './assert-below.ts';
import { paginate } from './paginate.ts';

/** Owners and members in one list. Of a project that is being deleted, no one is found. */
const EVERYBODY = `(
  select projects.id as project_id, projects.user_id, 'owner' as role, projects.created_at, 0 as place from projects
  union all
  select project_members.project_id, project_members.user_id, project_members.role, project_members.created_at, 1 as place
  from project_members join projects on projects.id = project_members.project_id
) as people`;

const OF_PROJECT = 'project_id = ? and user_id = ?';
const SELECT = 'people.*, users.email, users.name, users.deactivated_at';
const USERS = 'join users on users.id = people.user_id';

const toMember = (raw: Raw): MemberRow => ({
  ...projectMembers.toRow(raw),
  role: raw.role as MemberRow['role'],
  email: String(raw.email),
  name: String(raw.name),
  deactivated: raw.deactivated_at != null,
});

async function findMember(tx: Tx, projectId: string, userId: string): Promise<MemberRow | null> {
  const [row] = await tx.read<Raw>(
    `select ${SELECT} from ${EVERYBODY} ${USERS} where people.project_id = ? and people.user_id = ?`,
    [projectId, userId],
  );
  return row ? toMember(row) : null;
}

export function createMembers(db: Db): Members {
  return {
    async roleOf(projectId, userId) {
      const [row] = await db.read<{ role: MemberRow['role'] }>(
        `select 'owner' as role from projects where id = ? and user_id = ?
         union all
         select role from project_members where project_id = ? and user_id = ?
           and exists (select 1 from projects where projects.id = project_members.project_id)`,
        [projectId, userId, projectId, userId],
      );
      return row?.role ?? null;
    },

    list: (projectId, paging) =>
      paginate(
        db,
        {
          table: EVERYBODY,
          select: SELECT,
          join: USERS,
          where: 'people.project_id = ?',
          parameters: [projectId],
          order: 'people.place, people.created_at, people.user_id',
        },
        paging,
        toMember,
      ),

    update: (projectId, userId, role) =>
      db.tx(async (tx) => {
        const changed = await update(tx, projectMembers, { role }, OF_PROJECT, [projectId, userId]);
        return changed === 1 ? findMember(tx, projectId, userId) : null;
      }),

    remove: async (projectId, userId) => (await remove(db, projectMembers, OF_PROJECT, [projectId, userId])) === 1,

    transfer: (projectId, { from, to }, most, at) =>
      db.tx(async (tx) => {
        const recipient = await findMember(tx, projectId, to);
        if (recipient?.role !== 'editor' && recipient?.role !== 'viewer') return false;
        if (recipient.deactivated) return false;
        await assertBelow(
          tx,
          { table: 'projects', owner: 'user_id', id: to },
          most,
          errors.recipientHasTooManyProjects,
        );
        const owned = [projectId, from];
        const changed = await update(tx, projects, { userId: to, updatedAt: at }, 'id = ? and user_id = ?', owned);
        if (changed === 0) return false;
        await remove(tx, projectMembers, OF_PROJECT, [projectId, to]);
        const former = { projectId, userId: from, role: 'editor', createdAt: at } as const;
        await insert(tx, projectMembers, former, ifThere('users', from));
        return true;
      }),
  };
}
