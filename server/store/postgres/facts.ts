import { createLog } from '../../platform/log.ts';
import { migrations } from '../migrations/all.ts';
import { createPostgresDb } from './database/driver.ts';
import { openPool } from './database/pool.ts';
import { contentOf, type DatabaseContent } from './find-database.ts';
import { versionOfPgvector } from './prepare.ts';
import { TENANT_ROLE } from './row-security.ts';

export interface PostgresFacts {
  server: string;
  /** Null if it is not installed. */
  pgvector: string | null;
  content: DatabaseContent;
  /** 0 if no server has created one yet. */
  schema: number;
  /** Originals that no row refers to; 0 for another schema version than this one's. */
  orphanedOriginals: number;
  /** Whether the role may do everything on the database's server. */
  superuser: boolean;
  /** Whether requests about a project are held to its rows by the database as well; made at the next start where it can be. */
  rowSecurity: boolean;
}

/** Reads facts about a database without changing it. Throws if it cannot be reached. */
export async function postgresFacts(url: string): Promise<PostgresFacts> {
  const sessions = openPool({ url, size: 1, log: createLog(() => undefined) });
  const db = createPostgresDb(sessions);
  try {
    const [row] = await db.read<{ server: string; superuser: string; member: boolean }>(
      `select current_setting('server_version') as server, current_setting('is_superuser') as superuser,
         exists (select from pg_roles where rolname = '${TENANT_ROLE}' and pg_has_role(oid, 'member')) as member`,
    );
    const content = await contentOf(db);
    const [schema] =
      content === 'server' ? await db.read<{ version: number }>('select version from schema_version') : [];
    const [orphans] =
      schema?.version === migrations.length
        ? await db.read<{ count: number }>('select count(*) as count from files where orphaned_since is not null')
        : [];
    return {
      server: row?.server ?? '',
      pgvector: await versionOfPgvector(db),
      content,
      schema: schema?.version ?? 0,
      orphanedOriginals: Number(orphans?.count ?? 0),
      superuser: row?.superuser === 'on',
      rowSecurity: row?.superuser === 'on' || row?.member === true,
    };
  } finally {
    await db.close();
  }
}
