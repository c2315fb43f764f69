import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { openExistingStore } from './existing-store.ts';

const AT_ONCE = 200;

/** One line for each account, newest first: its address, its name, and what sets it apart. */
export async function* listUsers(env: Env, log: Log): AsyncGenerator<string> {
  const store = await openExistingStore(env, log);
  try {
    for (let offset = 0; ; offset += AT_ONCE) {
      const { rows } = await store.users.list({}, { limit: AT_ONCE, offset });
      for (const { email, name, operator, deactivatedAt, projects, linked } of rows) {
        const owns = `${projects} ${projects === 1 ? 'project' : 'projects'}`;
        const marks = [
          owns,
          operator && 'operator',
          deactivatedAt !== null && 'deactivated',
          linked && 'linked with the provider',
        ].filter(Boolean);
        yield `${email}  ${name}  (${marks.join(', ')})`;
      }
      if (rows.length < AT_ONCE) return;
    }
  } finally {
    await store.close();
  }
}
