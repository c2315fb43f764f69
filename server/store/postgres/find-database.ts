import { commandLine } from '../../platform/program/command-line.ts';
import type { Reads } from '../db.ts';
import { findLeftovers, isEmptyDatabase, refuseToBegin } from '../sqlite/database/leftovers.ts';

/** What a database holds: no table (or only that of the version), tables of another program alone, or those of a server. */
export type DatabaseContent = 'empty' | 'foreign' | 'server';

/** The tables that belong to an extension, such as PostGIS, are of no program. Only the schema that new tables get into counts. */
const TABLES = `select to_regclass('schema_version') is not null as ours, exists (
    select from pg_class where relkind in ('r', 'p') and relname <> 'schema_version'
      and relnamespace = to_regnamespace(quote_ident(current_schema()))
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  ) as others`;

export async function contentOf(reads: Reads): Promise<DatabaseContent> {
  const [found] = await reads.read<{ ours: boolean; others: boolean }>(TABLES);
  if (!found?.ours) return found?.others ? 'foreign' : 'empty';
  const [row] = await reads.read<{ version: number }>('select version from schema_version where id = 1');
  return (row?.version ?? 0) === 0 && !found.others ? 'empty' : 'server';
}

/**
 * Whether it is the database of a server. Throws a sentence if it is another program's, or if it is empty beside the data of an
 * embedded one, which the operator may have forgotten to move (unless `beginEmpty`).
 */
export function hasDatabase(content: DatabaseContent, dataDir: string, { beginEmpty = false } = {}): boolean {
  if (content === 'server') return true;
  assertNotForeign(content, 'The database that DATABASE_URL names');
  const found = beginEmpty ? null : findLeftovers(dataDir);
  if (!found) return false;
  const advice = isEmptyDatabase(dataDir)
    ? 'If DATABASE_URL names another database than before, set it back.'
    : `To move it there: ${commandLine('migrate --to postgres://…')}, without DATABASE_URL.`;
  throw refuseToBegin(dataDir, 'The database that DATABASE_URL names is empty', advice, found);
}

/** Throws where `hasDatabase` does, and where it finds none: a mistyped DATABASE_URL must not look like an empty server. */
export function assertDatabase(content: DatabaseContent, dataDir: string): void {
  if (hasDatabase(content, dataDir)) return;
  throw new Error("The database that DATABASE_URL names is empty. Set it to the server's, or start the server first.");
}

export function assertNotForeign(content: DatabaseContent, name: string): void {
  if (content !== 'foreign') return;
  throw new Error(
    `${name} has tables of another program, and none of Footnote. Nothing was changed. Create a database for Footnote alone.`,
  );
}
