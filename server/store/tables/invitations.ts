import type { Db, Tx } from '../db.ts';
import { errors } from '../errors.ts';
import type { Accepted, InvitationRow, Invitations } from '../types.ts';
import { paginate } from './paginate.ts';
import { type Raw, toInvitation } from './row-mapping.ts';

const text = (raw: Raw, column: string): string => String(raw[column] ?? '');

/** Throws if the project has as many members and invitations as it may have. */
async function assertRoom(tx: Tx, { projectId, createdAt }: InvitationRow, most: number): Promise<void> {
  const [row] = await tx.read<{ found: number }>(
    `select (select count(*) from project_members where project_id = ?)
       + (select count(*) from invitations where project_id = ? and expires_at > ?) as found`,
    [projectId, projectId, createdAt],
  );
  if (Number(row?.found) >= most) throw errors.tooManyMembers(most);
}

async function assertNoMember(tx: Tx, { projectId, email }: InvitationRow): Promise<void> {
  const found = await tx.read(
    `select 1 as found from users where email = ? and (
       id = (select user_id from projects where id = ?) or id in (select user_id from project_members where project_id = ?)
     )`,
    [email, projectId, projectId],
  );
  if (found.length > 0) throw errors.alreadyMember();
}

/** Uses up the invitation and adds the account, in the caller's transaction. */
export async function acceptInvitation(tx: Tx, tokenHash: string, userId: string, now: number): Promise<Accepted> {
  const [raw] = await tx.read<Raw>(
    `select invitations.*, projects.user_id as owner_id from invitations
     join projects on projects.id = invitations.project_id where token_hash = ? and expires_at > ?`,
    [tokenHash, now],
  );
  const [user] = await tx.read<Raw>('select email from users where id = ?', [userId]);
  if (!raw || !user) return { outcome: 'void' };
  const invitation = toInvitation(raw);
  if (invitation.email !== null && invitation.email !== user.email) return { outcome: 'other-email' };
  if (text(raw, 'owner_id') === userId) return { outcome: 'member' };
  const { changes } = await tx.write(
    `insert into project_members (project_id, user_id, role, created_at) values (?, ?, ?, ?)
     on conflict (project_id, user_id) do nothing`,
    [invitation.projectId, userId, invitation.role, now],
  );
  if (changes === 0) return { outcome: 'member' };
  await tx.write('delete from invitations where id = ?', [invitation.id]);
  return { outcome: 'accepted', invitation };
}

export function createInvitations(db: Db): Invitations {
  return {
    create: (invitation, most) =>
      db.tx(async (tx) => {
        const { id, projectId, email, role, tokenHash, createdAt, expiresAt } = invitation;
        if (email !== null) {
          await assertNoMember(tx, invitation);
          await tx.write('delete from invitations where project_id = ? and email = ?', [projectId, email]);
        }
        await assertRoom(tx, invitation, most);
        const { changes } = await tx.write(
          `insert into invitations (id, project_id, email, role, token_hash, created_at, expires_at)
           select ?, id, ?, ?, ?, ?, ? from projects where id = ?`,
          [id, email, role, tokenHash, createdAt, expiresAt, projectId],
        );
        if (changes === 0) throw errors.notFound();
      }),

    list: (projectId, now, paging) =>
      paginate(
        db.forProject(projectId),
        {
          table: 'invitations',
          where: 'project_id = ? and expires_at > ?',
          parameters: [projectId, now],
          order: 'created_at desc, id',
        },
        paging,
        toInvitation,
      ),

    async byToken(tokenHash, now) {
      const [raw] = await db.read<Raw>(
        `select invitations.*, projects.name as project_name, users.id as owner_id, users.name as owner_name
         from invitations join projects on projects.id = invitations.project_id join users on users.id = projects.user_id
         where token_hash = ? and expires_at > ?`,
        [tokenHash, now],
      );
      if (!raw) return null;
      const project = { projectName: text(raw, 'project_name') };
      return { ...toInvitation(raw), ...project, ownerId: text(raw, 'owner_id'), ownerName: text(raw, 'owner_name') };
    },

    accept: (tokenHash, userId, now) => db.tx((tx) => acceptInvitation(tx, tokenHash, userId, now)),

    async revoke(projectId, id) {
      const { changes } = await db
        .forProject(projectId)
        .write('delete from invitations where project_id = ? and id = ?', [projectId, id]);
      return changes === 1;
    },

    async sweep(before) {
      const { changes } = await db.write('delete from invitations where expires_at <= ?', [before]);
      return changes;
    },
  };
}
