import type { Db } from './db.ts';
import { type Raw, toUser } from './rows.ts';
import type { Users } from './types.ts';

/** Accounts. The caller has trimmed and lower-cased the e-mail address. */
export function createUsers(db: Db): Users {
  const one = async (sql: string, value: string) => {
    const [row] = await db.read<Raw>(sql, [value]);
    return row ? toUser(row) : null;
  };
  return {
    async create(user) {
      const { changes } = await db.write(
        `insert into users (id, email, name, password_hash, created_at) values (?, ?, ?, ?, ?)
         on conflict (email) do nothing`,
        [user.id, user.email, user.name, user.passwordHash, user.createdAt],
      );
      return changes === 1;
    },
    byId: (id) => one('select * from users where id = ?', id),
    byEmail: (email) => one('select * from users where email = ?', email),
    async count() {
      const [row] = await db.read<{ total: number }>('select count(*) as total from users');
      return row?.total ?? 0;
    },
    async updatePasswordHash(id, passwordHash) {
      await db.write('update users set password_hash = ? where id = ?', [passwordHash, id]);
    },
  };
}
