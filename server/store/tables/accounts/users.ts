import type { Db, SqlValue } from '../../db.ts';
import type { Eraser } from '../../deletion/eraser.ts';
import { errors } from '../../errors.ts';
import type { UserFilter, UserRow, Users } from '../../types.ts';
import { acceptInvitation } from '../invitations.ts';
import { paginate } from '../paginate.ts';
import { removeProject } from '../remove-project.ts';
import { type Raw, toListedUser, toUser } from '../row-mapping.ts';
import { linkIdentity } from './identities.ts';
import { removeSecondFactor } from './second-factors.ts';
import { endOtherSessions } from './sessions.ts';

async function findUser(db: Db, where: string, value: string): Promise<UserRow | null> {
  const [row] = await db.read<Raw>(`select * from users where ${where}`, [value]);
  return row ? toUser(row) : null;
}

const create =
  (db: Db): Users['create'] =>
  async (user, { onlyFirst = false, invitation, identity } = {}) => {
    // In a transaction, so that only one of two concurrent first accounts becomes the operator.
    return db.tx(async (tx) => {
      if (onlyFirst && (await tx.read('select 1 as found from users limit 1')).length > 0) return 'not-first';
      const { changes } = await tx.write(
        `insert into users (id, email, name, password_hash, token_epoch, kept_token, operator, created_at)
     select ?, ?, ?, ?, ?, ?, case when exists (select 1 from users) then 0 else 1 end, ?
     where true on conflict (email) do nothing`,
        [user.id, user.email, user.name, user.passwordHash, user.tokenEpoch, user.keptToken, user.createdAt],
      );
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

const byId =
  (db: Db): Users['byId'] =>
  (id) =>
    findUser(db, 'id = ?', id);

const byEmail =
  (db: Db): Users['byEmail'] =>
  (email) =>
    findUser(db, 'email = ?', email);

const count =
  (db: Db): Users['count'] =>
  async () => {
    const [row] = await db.read<{ total: number }>('select count(*) as total from users');
    return row?.total ?? 0;
  };

const updatePasswordHash =
  (db: Db): Users['updatePasswordHash'] =>
  async (id, passwordHash) => {
    await db.write('update users set password_hash = ? where id = ?', [passwordHash, id]);
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
    if (changes.length === 0) return findUser(db, 'id = ?', id);
    return db.tx(async (tx) => {
      const { rows } = await tx.write<Raw>(`update users set ${changes.join(', ')} where id = ? returning *`, [
        ...values,
        id,
      ]);
      if (rows[0] && password) await endOtherSessions(tx, id, password.kept?.sessionId ?? null, 0);
      return rows[0] ? toUser(rows[0]) : null;
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
      toListedUser,
    );

const setDeactivated =
  (db: Db): Users['setDeactivated'] =>
  (id, at) =>
    db.tx(async (tx) => {
      if (at === null) {
        const { rows } = await tx.write<Raw>('update users set deactivated_at = null where id = ? returning *', [id]);
        return rows[0] ? toUser(rows[0]) : null;
      }
      const others = await tx.read(
        'select 1 as found from users where operator = 1 and deactivated_at is null and id <> ? limit 1',
        [id],
      );
      const [row] = await tx.read<Raw>('select * from users where id = ?', [id]);
      if (!row) return null;
      if (row.operator === 1 && others.length === 0) return 'last-operator';
      const { rows } = await tx.write<Raw>(
        `update users set deactivated_at = coalesce(deactivated_at, ?), token_epoch = token_epoch + 1, kept_token = null
         where id = ? returning *`,
        [at, id],
      );
      await endOtherSessions(tx, id, null, at);
      return rows[0] ? toUser(rows[0]) : null;
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

const unlinkIdentities =
  (db: Db): Users['unlinkIdentities'] =>
  (id, at) =>
    db.tx(async (tx) => {
      const { changes } = await tx.write('delete from identities where user_id = ?', [id]);
      if (changes > 0) {
        await tx.write('update users set token_epoch = token_epoch + 1, kept_token = null where id = ?', [id]);
        await endOtherSessions(tx, id, null, at);
      }
      const [row] = await tx.read<Raw>('select * from users where id = ?', [id]);
      return row ? toUser(row) : null;
    });

const endOthers =
  (db: Db): Users['endOtherSessions'] =>
  (id, { tokenId, sessionId }, now) =>
    db.tx(async (tx) => {
      await tx.write('update users set token_epoch = token_epoch + 1, kept_token = ? where id = ?', [tokenId, id]);
      return endOtherSessions(tx, id, sessionId, now);
    });

const remove =
  (db: Db, eraser: Eraser): Users['delete'] =>
  async (id) => {
    const erasures = await db.tx(async (tx) => {
      const { changes } = await tx.write('delete from users where id = ?', [id]);
      if (changes === 0) return [];
      await tx.write('delete from sessions where user_id = ?', [id]);
      await removeSecondFactor(tx, id);
      await tx.write('delete from login_addresses where user_id = ?', [id]);
      await tx.write('delete from identities where user_id = ?', [id]);
      await tx.write('delete from project_members where user_id = ?', [id]);
      await tx.write('delete from audit_log where user_id = ?', [id]);
      await tx.write('delete from idempotency where credential = ?', [`user ${id}`]);
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
    byId: byId(db),
    byEmail: byEmail(db),
    count: count(db),
    list: list(db),
    setDeactivated: setDeactivated(db),
    handToIdentity: handToIdentity(db),
    unlinkIdentities: unlinkIdentities(db),
    updatePasswordHash: updatePasswordHash(db),
    endOtherSessions: endOthers(db),
    update: update(db),
    delete: remove(db, eraser),
  };
}
