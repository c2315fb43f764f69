import pg from 'pg';
import type { Log } from '../../platform/log.ts';
import { TABLES } from '../all-tables.ts';
import type { Reads, Tx } from '../db.ts';
import type { ProjectScope } from './database/driver.ts';
import { bound } from './database/statement.ts';

/**
 * The role that a transaction about one project takes on. It owns nothing and cannot log in; policies show it the rows of the
 * project that the transaction names. The server's own role owns the tables, so no policy applies to it: what works for all
 * projects (jobs, deletion, retention, backups) and how it is planned stay as they are.
 */
export const TENANT_ROLE = 'footnote_tenant';

const POLICY = 'rows_of_one_project';
/** Null or empty where it is not set: then no row is of that project. */
const PROJECT = "current_setting('footnote.project', true)";

/** Where the row of another table, by its own policy, is visible. */
const ofVisible = (table: string, id: string) => `exists (select 1 from ${table} as visible where visible.id = ${id})`;

/** The rows of each table that name the project which they belong to. Those that may name one, such as the audit log, do not. */
const ofProject = TABLES.filter(({ columns }) =>
  columns.some(({ name, nullable }) => name === 'project_id' && !nullable),
).map(({ name }) => [name, `project_id = ${PROJECT}`]);

/** Which rows of each table are a project's. */
const CONDITIONS: Record<string, string> = {
  projects: `id = ${PROJECT}`,
  crawl_urls: ofVisible('sources', 'crawl_urls.source_id'),
  messages: ofVisible('conversations', 'messages.conversation_id'),
  message_citations: ofVisible('messages', 'message_citations.message_id'),
  message_traces: ofVisible('messages', 'message_traces.message_id'),
  message_trace_sources: ofVisible('messages', 'message_trace_sources.message_id'),
  ...Object.fromEntries(ofProject),
  // What triggers count of a request's changes.
  search_changes: `project_id = ${PROJECT}`,
};

/**
 * Sets up row-level security where it is missing, and returns what puts a transaction under it; null where the database has no
 * such role and this one may not create it. A superuser may; any other needs examples/deploy/postgres/role.sql.
 */
export async function prepareRowSecurity(tx: Tx, log: Log): Promise<ProjectScope | null> {
  if (!(await hasTenantRole(tx))) {
    log.warn('row_level_security_off', {
      effect: 'the database does not check once more that a request sees nothing but the rows of its own project',
      remedy: 'run examples/deploy/postgres/role.sql again as the administrator of the database',
    });
    return null;
  }
  const [place] = await tx.read<{ schema: string; path: string }>(
    `select quote_ident(current_schema()) as schema,
       (select string_agg(quote_ident(name), ', ') from unnest(current_schemas(false)) as name) as path`,
  );
  if (!place) throw new Error('The database has no schema for the tables of Footnote.');
  await protectTables(tx, place.schema);
  // Named by itself: `"$user"` in a search path would be the role that is taken on.
  const settings = `set local search_path to ${place.path}; set local role ${TENANT_ROLE}`;
  return (projectId) => `${settings}; set local footnote.project to ${pg.escapeLiteral(String(bound([projectId])[0]))}`;
}

/** Whether the role is there and may be taken on. Creates it where that is allowed. */
async function hasTenantRole(tx: Tx): Promise<boolean> {
  const [found] = await tx.read<{ usable: boolean }>(
    "select pg_has_role(oid, 'member') as usable from pg_roles where rolname = ?",
    [TENANT_ROLE],
  );
  if (found) return found.usable;
  const [own] = await tx.read<{ superuser: string }>("select current_setting('is_superuser') as superuser");
  if (own?.superuser !== 'on') return false;
  await tx.write(`create role ${TENANT_ROLE} nologin`);
  return true;
}

/** Only where something is missing: each change of a table waits until no one uses it. */
async function protectTables(tx: Tx, schema: string): Promise<void> {
  const missing = await unprotectedTables(tx);
  if (missing.length === 0) return;
  for (const table of missing) {
    await tx.write(`alter table ${table} enable row level security`);
    await tx.write(`drop policy if exists ${POLICY} on ${table}`);
    await tx.write(`create policy ${POLICY} on ${table} to ${TENANT_ROLE} using (${CONDITIONS[table]})`);
    await tx.write(`grant select, insert, update, delete on ${table} to ${TENANT_ROLE}`);
  }
  await tx.write(`grant usage on schema ${schema} to ${TENANT_ROLE}`);
  await tx.write(`grant usage on all sequences in schema ${schema} to ${TENANT_ROLE}`);
  // What a deletion leaves to be erased is written down there, and read by the server's own role.
  await tx.write(`grant insert on erasures to ${TENANT_ROLE}`);
}

/** Those without the policy, or that the role has no right to. */
async function unprotectedTables(reads: Reads): Promise<string[]> {
  const rows = await reads.read<{ name: string }>(
    `select tablename as name from pg_policies where schemaname = current_schema() and policyname = ?
       and has_table_privilege(?, format('%I.%I', schemaname, tablename), 'delete')`,
    [POLICY, TENANT_ROLE],
  );
  const done = new Set(rows.map(({ name }) => name));
  return Object.keys(CONDITIONS).filter((table) => !done.has(table));
}
