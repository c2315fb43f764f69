import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { upgrade } from '../../../server/commands/upgrade/upgrade.ts';
import { readEnv } from '../../../server/config/env.ts';
import { noteBackup } from '../../../server/diagnosis/last-backup.ts';
import { migrations } from '../../../server/store/migrations/all.ts';
import { migrate } from '../../../server/store/migrations/migrate.ts';
import { createPostgresDb } from '../../../server/store/postgres/database/driver.ts';
import { openPool } from '../../../server/store/postgres/database/pool.ts';
import { lockDataDirectory } from '../../../server/store/sqlite/lock.ts';
import { JWT_SECRET } from '../../helpers/processes/replica.ts';
import { runCommand } from '../../helpers/processes/run-command.ts';
import { placeEarlierDatabase } from '../../helpers/stores/earlier-database.ts';
import { freshDatabase, noPostgres } from '../../helpers/stores/postgres.ts';
import { databaseFile, SILENT, temporaryPlaces } from '../../helpers/stores/rows.ts';

const places = temporaryPlaces();
afterEach(() => places.clear());

const PRESENT = migrations.length;
const former = (version: number) => {
  const dataDir = places.directory();
  placeEarlierDatabase(dataDir, version);
  return dataDir;
};

/** What the command says; fails as it does. */
async function check(settings: Record<string, string>, words = ['--check']): Promise<string> {
  const said: string[] = [];
  const signal = new AbortController().signal;
  const say = (line: string) => said.push(line);
  const understood = await upgrade({ words, env: readEnv(settings), log: SILENT, say, terminal: null, signal });
  return understood ? said.join('\n') : 'usage';
}

describe('footnote upgrade --check', () => {
  it('says what the first start would change, with which copy, and that there is no backup; and changes nothing', async () => {
    const dataDir = former(4);
    const before = readFileSync(databaseFile(dataDir));
    const said = await check({ DATA_DIR: dataDir });
    expect(said).toMatch(new RegExp(`works with schema version ${PRESENT}\\.`));
    expect(said).toContain(`The database in ${dataDir} has schema version 4 and takes `);
    expect(said).toMatch(/migrates it to \d+:\n {2}5: headings, lists, .*\n {2}6: unsure answers/);
    expect(said).toMatch(/copies the database into .*backups: 6\d MB are needed, .* are free\./);
    expect(said).toMatch(/No backup has been made yet\. Make one first: .*backup FILE$/);
    expect(readFileSync(databaseFile(dataDir)).equals(before)).toBe(true);
    expect(readdirSync(dataDir).filter((name) => !name.startsWith('footnote.db'))).toEqual(['uploads']);
  });

  it('names the last backup, and a server that still runs', async () => {
    const dataDir = former(PRESENT);
    await noteBackup(dataDir, { at: Date.UTC(2026, 0, 2), file: '/backups/a.fnb', size: 7 });
    const lock = lockDataDirectory(join(dataDir, 'footnote.lock'), dataDir);
    const said = await check({ DATA_DIR: dataDir });
    lock.release();
    expect(said).toContain('Nothing is migrated at the first start of this version.');
    expect(said).toContain('The last backup is /backups/a.fnb, made on 2026-01-02T00:00:00.000Z.');
    expect(said).toContain('A server is using the data. Stop it before this version starts.');
  });

  it('ends with 1 and a sentence for the data of a newer version', async () => {
    const dataDir = former(PRESENT);
    const database = new Database(databaseFile(dataDir));
    database.exec(`update schema_version set version = ${PRESENT + 2}`);
    database.close();
    const { code, errorOut } = await runCommand(['upgrade', '--check'], { DATA_DIR: dataDir });
    expect(errorOut).toBe(
      `This version cannot be started on this data: the data in ${dataDir} has schema version ${PRESENT + 2}, but this version of Footnote supports only ${PRESENT}. Start the newer version of Footnote that wrote it, or restore the earlier database, which that version saved in the folder backups of the data directory.\n`,
    );
    expect(code).toBe(1);
  });

  it('takes no mistyped directory for an empty server', async () => {
    await expect(check({ DATA_DIR: places.directory() })).rejects.toThrow(/There is no database in .*Set DATA_DIR/);
  });

  it('is the only form of the command', async () => {
    expect(await check({}, [])).toBe('usage');
    expect(await check({}, ['--check', 'more'])).toBe('usage');
  });

  it.skipIf(noPostgres)(
    'says for Postgres that nothing is copied, and refuses the data of a newer version',
    async () => {
      const url = await freshDatabase();
      const db = createPostgresDb(openPool({ url, size: 1, log: SILENT }));
      await migrate(db, migrations.slice(0, 5));
      const said = await check({ DATABASE_URL: url, JWT_SECRET });
      expect(said).toMatch(
        /has schema version 5\.\n.*migrates it to \d+:\n {2}6: unsure answers\n(?: {2}\d+: .*\n)*.*not copied.*pg_dump/,
      );
      await db.write('update schema_version set version = ?', [PRESENT + 1]);
      await expect(check({ DATABASE_URL: url, JWT_SECRET })).rejects.toThrow(
        /schema version \d+, but this version of Footnote supports only .*restore a dump/,
      );
      await db.close();
    },
  );
});
