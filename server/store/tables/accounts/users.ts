import type { Db, SqlValue } from '../../db.ts';
import type { Eraser } from '../../deletion/eraser.ts';
import { errors } from '../../errors.ts';
import { update as change, remove as erase, exists, find, insert, updateOne } from '../../rows.ts';
import type { Raw } from '../../table.ts';
import { loginAddresses, recoveryCodes, requests, secondFactors, sessions, users } from '../../types/accounts.ts';
import { auditEntries } from '../../types/audit-log.ts';
import { identities, projectMembers } from '../../types/members.ts';
import type { ListedUser, UserFilter, Users } from '../../types.ts';
import { acceptInvitation } from '../invitations.ts';
import { paginate } from '../paginate.ts';
import { removeProject } from '../projects.ts';
import { linkIdentity } from './identities.ts';
import { removeSecondFactor } from './second-factors.ts';
import { endOtherSessions } from './sessions.ts';

const create =
  (db: Db): Users['create'] =>
  async (user, { onlyFirst = false, invitation, identity } = {}) => {
    // In a transaction, so that only one of two concurrent first accounts becomes the operator.
    return db.tx(async (tx) => {
      const isFirst = !(await exists(tx, users, '1 = 1 limit 1', []));
      if (onlyFirst && !isFirst) return 'not-first';
      const row = { ...user, operator: isFirst };
      const { changes } = await insert(tx, users, row, { conflict: 'on conflict (email) do nothing' });
      if (changes === 0) return 'email-taken';
      const linking = identity && (await linkIdentity(tx, identity, user.id, user.createdAt));
      if (linking !== undefined && linking !== 'linked') throw errors.identityTaken();
      if (invitation !== undefined) {
        const { outcome } = await acceptInvitation(tx, invitation, user.id, user.createdAt);
        if (outcome === 'other-email') throw errors.invitationForOther();
        if (outcome !== 'accepted') throw errors.invitationVoid();
      }
      return 'created';
    });
  };

const update =
  (db: Db): Users['update'] =>
  async (id, { name, operator, password }) => {
    const changes: string[] = [];
    const values: SqlValue[] = [];
    if (name !== undefined) {
      changes.push('name = ?');
      values.push(name);
    }
    if (operator) changes.push('operator = 1');
    if (password) {
      changes.push('password_hash = ?', 'token_epoch = token_epoch + 1', 'kept_token = ?');
      values.push(password.hash, password.kept?.tokenId ?? null);
    }
    if (changes.length === 0) return find(db, users, 'id = ?', [id]);
    return db.tx(async (tx) => {
      const { rows } = await tx.write<Raw>(`update users set ${changes.join(', ')} where id = ? returning *`, [
        ...values,
        id,
      ]);
      if (rows[0] && password) await endOtherSessions(tx, id, password.kept?.sessionId ?? null, 0);
      return rows[0] ? users.toRow(rows[0]) : null;
    });
  };

/** The condition on what an operator looks for, and its parameters. */
function matching({ search = '', deactivated }: UserFilter): { where: string; parameters: SqlValue[] } {
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const state = deactivated === undefined ? '' : ` and deactivated_at is ${deactivated ? 'not null' : 'null'}`;
  return {
    where: `(lower(users.name) like ? escape '\\' or users.email like ? escape '\\')${state}`,
    parameters: [pattern, pattern],
  };
}

const toListed = (raw: Raw): ListedUser => ({
  ...users.toRow(raw),
  projects: Number(raw.projects),
  linked: Number(raw.identities) > 0,
  lastLoginAt: raw.last_login_at == null ? null : Number(raw.last_login_at),
});

const list =
  (db: Db): Users['list'] =>
  (filter, paging) =>
    paginate(
      db,
      {
        table: 'users',
        select: `users.*, (select count(*) from projects where projects.user_id = users.id) as projects,
          (select count(*) from identities where identities.user_id = users.id) as identities,
          (select max(last_login_at) from login_addresses where login_addresses.user_id = users.id) as last_login_at`,
        ...matching(filter),
        order: 'created_at desc, id',
      },
      paging,
      toListed,
    );

const setDeactivated =
  (db: Db): Users['setDeactivated'] =>
  (id, at) =>
    db.tx(async (tx) => {
      if (at === null) {
        return updateOne(tx, users, { deactivatedAt: null }, 'id = ?', [id]);
      }
      const others = await exists(tx, users, 'operator = 1 and deactivated_at is null and id <> ? limit 1', [id]);
      const row = await find(tx, users, 'id = ?', [id]);
      if (!row) return null;
      if (row.operator && !others) return 'last-operator';
      const { rows } = await tx.write<Raw>(
        `update users set deactivated_at = coalesce(deactivated_at, ?), token_epoch = token_epoch + 1, kept_token = null
         where id = ? returning *`,
        [at, id],
      );
      await endOtherSessions(tx, id, null, at);
      return rows[0] ? users.toRow(rows[0]) : null;
    });

const handToIdentity =
  (db: Db): Users['handToIdentity'] =>
  (id, identity, at) =>
    db.tx(async (tx) => {
      const linking = await linkIdentity(tx, identity, id, at);
      if (linking !== 'linked') return linking;
      await tx.write(
        "update users set password_hash = '', token_epoch = token_epoch + 1, kept_token = null where id = ?",
        [id],
      );
      await removeSecondFactor(tx, id);
      await endOtherSessions(tx, id, null, at);
      return linking;
    });

/** What goes with an account at once. */
const OF_ACCOUNT = [sessions, secondFactors, recoveryCodes, loginAddresses, identities, projectMembers, auditEntries];

const remove =
  (db: Db, eraser: Eraser): Users['delete'] =>
  async (id) => {
    const erasures = await db.tx(async (tx) => {
      if ((await erase(tx, users, 'id = ?', [id])) === 0) return [];
      for (const table of OF_ACCOUNT) await erase(tx, table, 'user_id = ?', [id]);
      await erase(tx, requests, 'credential = ?', [`user ${id}`]);
      const projects = await tx.read<{ id: string }>('select id from projects where user_id = ?', [id]);
      const removed = await Promise.all(projects.map((project) => removeProject(tx, eraser, project.id)));
      return [...removed.flat(), await eraser.note(tx, { id, kind: 'user', fileId: null })];
    });
    await eraser.finish(erasures);
    return erasures.length > 0;
  };

/** Accounts. The caller has trimmed and lower-cased the e-mail address. */
export function createUsers(db: Db, eraser: Eraser): Users {
  return {
    create: create(db),
    byId: (id) => find(db, users, 'id = ?', [id]),
    byEmail: (email) => find(db, users, 'email = ?', [email]),
    async count() {
      const [row] = await db.read<{ total: number }>('select count(*) as total from users');
      return row?.total ?? 0;
    },
    list: list(db),
    setDeactivated: setDeactivated(db),
    handToIdentity: handToIdentity(db),
    unlinkIdentities: (id, at) =>
      db.tx(async (tx) => {
        if ((await erase(tx, identities, 'user_id = ?', [id])) > 0) {
          await tx.write('update users set token_epoch = token_epoch + 1, kept_token = null where id = ?', [id]);
          await endOtherSessions(tx, id, null, at);
        }
        return find(tx, users, 'id = ?', [id]);
      }),
    async updatePasswordHash(id, passwordHash) {
      await change(db, users, { passwordHash }, 'id = ?', [id]);
    },
    endOtherSessions: (id, { tokenId, sessionId }, now) =>
      db.tx(async (tx) => {
        await tx.write('update users set token_epoch = token_epoch + 1, kept_token = ? where id = ?', [tokenId, id]);
        return endOtherSessions(tx, id, sessionId, now);
      }),
    update: update(db),
    delete: remove(db, eraser),
  };
}
