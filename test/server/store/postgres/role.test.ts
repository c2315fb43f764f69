import { execFile } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../../server/platform/log.ts';
import { postgresFacts } from '../../../../server/store/postgres/facts.ts';
import { openPostgresStore } from '../../../../server/store/postgres/open.ts';
import type { Store } from '../../../../server/store/types.ts';
import { isExecutable } from '../../../helpers/processes/executable.ts';
import { queryPostgres } from '../../../helpers/processes/replica.ts';
import { freshDatabase, noPostgres } from '../../../helpers/stores/postgres.ts';
import {
  aChunk,
  aVector,
  EMBEDDER,
  ingested,
  SILENT,
  temporaryPlaces,
  withProject,
} from '../../../helpers/stores/rows.ts';

const SCRIPT = fileURLToPath(new URL('../../../../examples/deploy/postgres/role.sql', import.meta.url));
const ROLE = 'footnote_server';
const hasPsql = (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, 'psql')));
const missing = noPostgres ?? (hasPsql ? null : 'needs psql');

const places = temporaryPlaces();
const stores: Store[] = [];
/** The databases in which the role has something. */
const databases = new Set<string>();
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close();
  places.clear();
});
// Roles belong to the whole server.
afterAll(async () => {
  const [last] = databases;
  if (last === undefined) return;
  for (const database of databases) await queryPostgres(database, `drop owned by ${ROLE} cascade`);
  await queryPostgres(last, `drop role ${ROLE}`);
});

async function makeRole(database: string, password: string | null = 'of the role'): Promise<void> {
  databases.add(database);
  const { FOOTNOTE_PASSWORD: _, ...inherited } = process.env;
  const env = password === null ? inherited : { ...inherited, FOOTNOTE_PASSWORD: password };
  await promisify(execFile)('psql', ['--no-psqlrc', '--quiet', `--dbname=${database}`, `--file=${SCRIPT}`], { env });
}

function asRole(database: string): string {
  const url = new URL(database);
  url.username = ROLE;
  return url.href;
}

async function opened(url: string, log = SILENT): Promise<Store> {
  const options = { url, poolSize: 2, dataDir: places.directory(), embedder: EMBEDDER, log };
  const store = await openPostgresStore(options);
  stores.push(store);
  return store;
}

const ownersOf = (database: string) =>
  queryPostgres<{ place: string }>(
    database,
    `select distinct schemaname || ' ' || tableowner as place from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );

describe.skipIf(missing !== null)(
  `the role of examples/deploy/postgres/role.sql${missing ? ` (${missing})` : ''}`,
  () => {
    it('brings up the schema and runs the server in a schema of its own', async () => {
      const database = await freshDatabase();
      await makeRole(database);
      const store = await opened(asRole(database));
      const project = await withProject(store);
      await ingested(store, project.id, [aChunk(0, 'The ferry leaves at noon.')]);
      expect(await store.search.text(project.id, ['ferry'], 5)).toHaveLength(1);
      expect(await store.search.vector(project.id, aVector(0), 5)).toHaveLength(1);
      expect(await ownersOf(database)).toEqual([{ place: `${ROLE} ${ROLE}` }]);
      // Every later start, too.
      await opened(asRole(database));
      expect(await postgresFacts(asRole(database))).toMatchObject({
        ...{ superuser: false, rowSecurity: true, schema: expect.any(Number) },
      });
      expect(await postgresFacts(database)).toMatchObject({ superuser: true });
    });

    it('may do nothing else', async () => {
      const database = await freshDatabase();
      await makeRole(database);
      await queryPostgres(database, 'create table public.of_somebody_else (id integer)');
      const forbidden = [
        'create database another',
        'create role another',
        `alter role ${ROLE} superuser`,
        'create schema another',
        'create table public.another (id integer)',
        'select * from public.of_somebody_else',
        'select rolpassword from pg_authid',
        "copy (select 1) to program 'true'",
        "select pg_read_file('postgresql.conf')",
        "alter system set log_statement = 'all'",
        'set role postgres',
      ];
      for (const statement of forbidden) {
        const refused = await queryPostgres(asRole(database), statement).catch((error: Error) => error);
        expect([statement, refused]).toEqual([statement, expect.objectContaining({ code: '42501' })]);
      }
      const [rights] = await queryPostgres(
        database,
        `select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
         (select count(*)::int from pg_auth_members where member = pg_roles.oid) as memberships
       from pg_roles where rolname = $1`,
        [ROLE],
      );
      expect(rights).toEqual({
        ...{ rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false },
        memberships: 1,
      });
      const memberOf = `select rolname as role from pg_auth_members join pg_roles on pg_roles.oid = roleid
        where member = '${ROLE}'::regrole`;
      expect(await queryPostgres(database, memberOf)).toEqual([{ role: 'footnote_tenant' }]);
    });

    it('takes over the tables of a server that connected as a superuser, with their rows', async () => {
      const database = await freshDatabase();
      const before = await opened(database);
      const project = await withProject(before);
      await ingested(before, project.id, [aChunk(0, 'The ferry leaves at noon.')]);
      await before.close();
      stores.pop();
      expect(await ownersOf(database)).toEqual([{ place: expect.stringMatching(/^public /) }]);

      await makeRole(database);
      // A second run, with another password, finds nothing left to do.
      await makeRole(database, "another ' password");
      expect(await ownersOf(database)).toEqual([{ place: `${ROLE} ${ROLE}` }]);
      const store = await opened(asRole(database));
      expect(await store.projects.byId(project.id)).toMatchObject({ name: project.name });
      expect(await store.search.text(project.id, ['ferry'], 5)).toHaveLength(1);
      const added = await withProject(store, { name: 'Added', userId: 'usr_added' });
      await ingested(store, added.id, [aChunk(0, 'The pilot boards at noon.')]);
      expect(await store.search.text(added.id, ['pilot'], 5)).toHaveLength(1);
    });

    it('goes on without row-level security where an earlier script has made it, and says so', async () => {
      const database = await freshDatabase();
      await makeRole(database);
      await queryPostgres(database, `revoke footnote_tenant from ${ROLE}`);
      const lines: string[] = [];
      const log = createLog((line) => lines.push(line));
      const before = await opened(asRole(database), log);
      const project = await withProject(before);
      await ingested(before, project.id, [aChunk(0, 'The ferry leaves at noon.')]);
      expect(lines.join('')).toContain('row_level_security_off');
      expect(await postgresFacts(asRole(database))).toMatchObject({ rowSecurity: false });
      await before.close();
      stores.pop();

      await makeRole(database);
      lines.length = 0;
      const store = await opened(asRole(database), log);
      expect(lines.join('')).not.toContain('row_level_security_off');
      expect((await store.sources.listByProject(project.id, { limit: 5, offset: 0 })).total).toBe(1);
    });

    it('is not made without a password', async () => {
      const database = await freshDatabase();
      await expect(makeRole(database, null)).rejects.toThrow('Set FOOTNOTE_PASSWORD to the password of the role.');
      expect(
        await queryPostgres(database, "select nspname from pg_namespace where nspname = 'footnote_server'"),
      ).toEqual([]);
    });
  },
);
