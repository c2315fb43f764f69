import { afterEach, expect, it } from 'vitest';
import type { Db, SqlValue } from '../../../../server/store/db.ts';
import { openSqliteReader } from '../../../../server/store/sqlite/database/driver.ts';
import { openSqliteStore } from '../../../../server/store/sqlite/open.ts';
import { createReports } from '../../../../server/store/tables/conversations/reports.ts';
import { tellApart } from '../../../../server/store/tables/sources/title-apart.ts';
import { databaseFile, EMBEDDER, SILENT, temporaryPlaces } from '../../../helpers/stores/rows.ts';

const places = temporaryPlaces();
afterEach(() => places.clear());

/** How SQLite would run each statement of some work, to which it finds nothing. */
async function plansOf(work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const dataDir = places.directory();
  places.track(await openSqliteStore({ dataDir, embedder: EMBEDDER, log: SILENT }));
  const db = openSqliteReader(databaseFile(dataDir), Date.now);
  const plans: string[] = [];
  const read = async <Row>(sql: string, parameters: SqlValue[] = []): Promise<Row[]> => {
    const steps = await db.read<{ detail: string }>(`explain query plan ${sql}`, parameters);
    plans.push(steps.map(({ detail }) => detail).join('; '));
    return [];
  };
  const explaining: Db = { ...db, read, snapshot: (reading) => reading({ read }), forProject: () => explaining };
  await work(explaining);
  await db.close();
  return plans;
}

it('counts the sources of a project by an index alone', async () => {
  const [plan] = await plansOf((db) => createReports(db).sourceCounts('proj_large'));
  expect(plan).toMatch(/^SEARCH sources USING COVERING INDEX sources_by_status/);
});

it('finds the sources that wait among any number of others', async () => {
  const paging = { limit: 100, offset: 0 };
  const [plan] = await plansOf((db) => createReports(db).sources('proj_large', { status: 'pending' }, paging));
  expect(plan).toBe('SEARCH sources USING INDEX sources_by_status (project_id=? AND status=?)');
});

it('looks among the neighbours of a document only where another has its title, which it finds by an index', async () => {
  const plans = await plansOf((db) => tellApart(db, 'proj_large', 'src_new', 'Installation'));
  expect(plans).toEqual(['SEARCH documents USING INDEX documents_by_title (project_id=? AND title=?)']);
});
