import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { migrations } from '../../../../server/store/migrations/all.ts';
import { type Moved, move } from '../../../../server/store/move/move.ts';
import type { MoveEndpoint } from '../../../../server/store/move/move-endpoint.ts';
import { MOVED_TABLES, nextRows } from '../../../../server/store/move/tables.ts';
import { openPool } from '../../../../server/store/postgres/database/pool.ts';
import type { Sessions } from '../../../../server/store/postgres/database/session.ts';
import { openEndpoint } from '../../../../server/store/postgres/move-endpoint.ts';
import { openStoreOn } from '../../../../server/store/postgres/open.ts';
import { openSqliteEndpoint } from '../../../../server/store/sqlite/move-endpoint.ts';
import { openSqliteStore } from '../../../../server/store/sqlite/open.ts';
import { pgliteSessions } from '../../../helpers/stores/pglite.ts';
import { freshDatabase, noPostgres } from '../../../helpers/stores/postgres.ts';
import {
  aChunk,
  aCitation,
  aSource,
  aVector,
  EMBEDDER,
  ingested,
  querySqlite,
  SILENT,
  withProject,
} from '../../../helpers/stores/rows.ts';

const PARTS = { embedder: EMBEDDER, temporaryDirectory: tmpdir(), log: SILENT };
const WORDS = 'ferry harbour lighthouse tide captain rope anchor gull storm chart compass island'.split(' ');
const CHUNKS = 60;

const folders: string[] = [];
const endpoints: MoveEndpoint[] = [];
afterEach(async () => {
  for (const endpoint of endpoints.splice(0)) await endpoint.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-move-'));
  folders.push(folder);
  return folder;
}

async function opened(endpoint: Promise<MoveEndpoint>): Promise<MoveEndpoint> {
  endpoints.push(await endpoint);
  return endpoint;
}

async function closed(endpoint: MoveEndpoint): Promise<void> {
  endpoints.splice(endpoints.indexOf(endpoint), 1);
  await endpoint.close();
}

/** An installation with something in nearly every table, and with what engines might take differently. */
async function installation(): Promise<string> {
  const dataDir = newFolder();
  const store = await openSqliteStore({ dataDir, embedder: EMBEDDER, log: SILENT });
  const project = await withProject(store, { name: 'Häfen 港', description: 'quo"te \\ back' });
  const words = (seq: number) => [0, 3, 5, 7].map((step) => WORDS[(seq * 7 + step) % WORDS.length]).join(' ');
  const chunks = Array.from({ length: CHUNKS }, (_, seq) =>
    aChunk(seq, `${words(seq)} ${words(seq)} ÄÖ 港`, { section: seq % 7 }),
  );
  const source = await ingested(store, project.id, chunks);
  await withProject(store, { userId: 'usr_other', name: 'ÄZ' });
  const original = `${'a'.repeat(300_000)}ä`;
  mkdirSync(join(dataDir, 'uploads'), { recursive: true });
  const temporary = join(dataDir, 'uploads-temporary', 'one');
  writeFileSync(temporary, original);
  const fileId = await store.files.adopt(temporary);
  await store.sources.create(aSource(project.id, { fileId, metadata: { filename: 'a – b.txt' } }));
  await store.conversations.create({
    id: 'conv_1',
    projectId: project.id,
    visitorId: null,
    createdAt: 5,
    updatedAt: 5,
  });
  await store.conversations.append(project.id, 'conv_1', {
    ...{ id: 'msg_1', role: 'user', text: 'A NUL \0 within', citations: [], finishReason: null, usage: null },
    createdAt: 6,
  });
  await store.conversations.append(project.id, 'conv_1', {
    ...{ id: 'msg_2', role: 'assistant', text: 'So [1].', finishReason: 'stop', usage: null, createdAt: 7 },
    citations: [aCitation(1, source.id, 'harbour')],
  });
  await store.close();
  return dataDir;
}

function run(from: MoveEndpoint, to: MoveEndpoint): Promise<Moved> {
  return move({ from, to, onProgress: () => undefined, signal: new AbortController().signal });
}

/** The columns that a move changes: it revokes all tokens. */
const EPOCHS = ['token_epoch', 'kept_token', 'widget_epoch'];

/** Every table, row by row, without the epochs of tokens. */
async function everything(dataDir: string): Promise<Map<string, unknown[]>> {
  const endpoint = await opened(openSqliteEndpoint(dataDir, 'from'));
  const rows = await Promise.all(
    MOVED_TABLES.map(async (table) => {
      const found = await nextRows(endpoint.db, table, null, 10_000);
      return [
        table.name,
        found.map((row) => row.filter((_, at) => !EPOCHS.includes(table.columns[at]?.name ?? ''))),
      ] as const;
    }),
  );
  await closed(endpoint);
  return new Map(rows);
}

/** The epochs of all accounts and projects, by which tokens are valid. */
async function epochsOf({ db }: Pick<MoveEndpoint, 'db'>): Promise<(number | string | null)[]> {
  const users = await db.read<{ token_epoch: number; kept_token: string | null }>(
    'select token_epoch, kept_token from users order by id',
  );
  const projects = await db.read<{ widget_epoch: number }>('select widget_epoch from projects order by id');
  return [...users.flatMap((row) => [row.token_epoch, row.kept_token]), ...projects.map((row) => row.widget_epoch)];
}

let schemas = 0;
const ENGINES: { name: string; missing: string | null; sessions: () => Promise<Sessions> }[] = [
  {
    name: 'PGlite, with pgvector',
    missing: null,
    async sessions() {
      schemas += 1;
      return pgliteSessions(`move_${schemas}`);
    },
  },
  {
    name: 'a real server',
    missing: noPostgres,
    sessions: async () => openPool({ url: await freshDatabase(), size: 1, log: SILENT }),
  },
];

describe.each(ENGINES)('a move to Postgres and back: $name', ({ missing, sessions }) => {
  describe.skipIf(missing !== null)(missing ?? '', () => {
    const openTo = async (made: Sessions, end: 'from' | 'to' = 'to') =>
      opened(openEndpoint(made, { end, name: 'the database', log: SILENT }));

    it('brings back every row, every original, every vector and every word, when it is moved there and back', async () => {
      const dataDir = await installation();
      const before = await everything(dataDir);
      const made = await sessions();
      const from = await opened(openSqliteEndpoint(dataDir, 'from'));
      const to = await openTo(made);
      const moved = await run(from, to);
      expect([moved.resumed, moved.files, moved.lostFiles, moved.rows.get('chunks')]).toEqual([false, 1, 0, CHUNKS]);
      await closed(from);

      const again = newFolder();
      const back = await opened(openSqliteEndpoint(again, 'to'));
      await run(to, back);
      await closed(back);
      const after = await everything(again);
      expect([...after.keys()]).toEqual([...before.keys()]);
      for (const [name, rows] of before) {
        const written = JSON.stringify(rows).replaceAll('\\u0000', '\ufffd');
        expect([name, JSON.parse(written)]).toEqual([name, after.get(name)]);
      }
      const words = 'select rowid, generation, heading_terms, terms from search_text order by rowid';
      const sorted = (rows: { terms: string }[]) =>
        rows.map((row) => ({ ...row, terms: row.terms.split(' ').sort().join(' ') }));
      expect(sorted(querySqlite(again, words))).toEqual(sorted(querySqlite(dataDir, words)));
      const vectors = 'select id, project, generation, hex(embedding) from search_vectors_1 order by id';
      expect(querySqlite(again, vectors)).toEqual(querySqlite(dataDir, vectors));
      const numbers = 'select name, value from counters order by name';
      expect(querySqlite(again, numbers)).toEqual(querySqlite(dataDir, numbers));
      const [file] = querySqlite<{ file_id: string }>(dataDir, 'select file_id from sources where file_id is not null');
      expect(readFileSync(join(again, 'uploads', file?.file_id ?? ''), 'utf8')).toBe(`${'a'.repeat(300_000)}ä`);
    });

    it('revokes every token where it arrives, and none where it comes from', async () => {
      const dataDir = await installation();
      const made = await sessions();
      const from = await opened(openSqliteEndpoint(dataDir, 'from'));
      await from.db.write("update users set kept_token = 'the token that changed the password'");
      const to = await openTo(made);
      const before = await epochsOf(from);
      await run(from, to);
      expect(await epochsOf(from)).toEqual(before);
      const moved = await epochsOf(to);
      await closed(from);

      const again = await opened(openSqliteEndpoint(newFolder(), 'to'));
      await run(to, again);
      expect(await epochsOf(to)).toEqual(moved);
      const back = await epochsOf(again);
      for (const [at, epoch] of before.entries()) {
        if (typeof epoch === 'string') expect([moved[at], back[at]]).toEqual([null, null]);
        else if (epoch !== null) expect(new Set([epoch, moved[at], back[at]]).size).toBe(3);
      }
    });

    it('goes on where it was interrupted, whatever had arrived, and until then lets no server start', async () => {
      const dataDir = await installation();
      const made = await sessions();
      const from = await opened(openSqliteEndpoint(dataDir, 'from'));
      const to = await openTo(made);
      for (const share of [0.02, 0.15, 0.3, 0.45]) {
        const stop = new AbortController();
        const stopped = move({
          ...{ from, to, signal: stop.signal },
          onProgress: (done, total) => done > share * total && stop.abort(new Error('interrupted')),
        });
        await expect(stopped).rejects.toThrow('interrupted');
        await expect(openStoreOn(made, PARTS)).rejects.toThrow('Run the same "npx footnote migrate" again');
      }
      expect(await run(from, to)).toMatchObject({ resumed: true, files: 1 });
      const store = await openStoreOn(made, PARTS);
      const [{ id = '' } = {}] = querySqlite<{ id: string }>(
        dataDir,
        "select id from projects where user_id = 'usr_owner'",
      );
      expect(await store.chunks.count(id)).toBe(CHUNKS);
      expect((await store.search.text(id, ['ferry'], 5)).length).toBe(5);
      expect((await store.search.vector(id, aVector(3), 5)).length).toBe(5);
    });
  });
});

/** The quicker of them, for what is no matter of the engine. */
const QUICK = ENGINES.filter(({ missing }) => missing === null).slice(-1);

describe.each(QUICK)('what arrives on Postgres: $name', ({ sessions }) => {
  const openTo = async (made: Sessions, end: 'from' | 'to' = 'to') =>
    opened(openEndpoint(made, { end, name: 'the database', log: SILENT }));

  const DAMAGES: { what: string; told: string; damage: (to: MoveEndpoint) => Promise<unknown> }[] = [
    {
      what: 'a changed row',
      told: 'the table users',
      damage: (to) => to.db.write("update users set name = 'Somebody' where id = 'usr_other'"),
    },
    { what: 'a lost row', told: 'the table chunks', damage: (to) => to.db.write('delete from chunks where id = 7') },
    {
      what: 'a lost word',
      told: 'the search index',
      damage: (to) => to.db.write("update search_text set terms = ts_delete(terms, '1:ferry') where chunk_id = 1"),
    },
    {
      what: 'a lost vector',
      told: 'the search index',
      damage: (to) => to.db.write('delete from search_vectors_1 where chunk_id = 9'),
    },
    {
      what: 'a changed original',
      told: 'the original',
      damage: (to) => to.db.write('update file_parts set bytes = substring(bytes for 100) where seq = 1'),
    },
  ];

  it.each(DAMAGES)('finds $what when it compares, and copies it anew the next time', async ({ told, damage }) => {
    const dataDir = await installation();
    const from = await opened(openSqliteEndpoint(dataDir, 'from'));
    const to = await openTo(await sessions());
    const settle = async () => {
      await damage(to);
    };
    await expect(run(from, { ...to, settle })).rejects.toThrow(`${told}`);
    expect(await run(from, to)).toMatchObject({ resumed: true });
  });

  it('refuses a database with something in it, and a part of another installation', async () => {
    const made = await sessions();
    const from = await opened(openSqliteEndpoint(await installation(), 'from'));
    const to = await openTo(made);
    const stop = new AbortController();
    const half = move({
      ...{ from, to, signal: stop.signal },
      onProgress: () => stop.abort(new Error('interrupted')),
    });
    await expect(half).rejects.toThrow('interrupted');
    const foreign = await opened(openSqliteEndpoint(await installation(), 'from'));
    await foreign.db.write("update users set id = 'usr_foreign', created_at = 0 where id = 'usr_owner'");
    const other = run(foreign, to);
    await expect(other).rejects.toThrow('a part of another installation');
    await run(from, to);
    await expect(run(from, to)).rejects.toThrow('the database is not empty (there are chunks in it)');
  });

  it('takes a database that a server was started on, but never used', async () => {
    const made = await sessions();
    await openStoreOn(made, PARTS);
    const from = await opened(openSqliteEndpoint(await installation(), 'from'));
    expect(await run(from, await openTo(made))).toMatchObject({ resumed: false });
  });

  it('moves neither from nor to a database of another version', async () => {
    const made = await sessions();
    const to = await openTo(made);
    await to.db.write('update schema_version set version = 99');
    await expect(openTo(made, 'from')).rejects.toThrow('schema version 99, but this version of Footnote supports only');
    await expect(openTo(made, 'to')).rejects.toThrow('schema version 99, but this version of Footnote supports only');
    await to.db.write('update schema_version set version = 0');
    await expect(openTo(made, 'from')).rejects.toThrow('has an older schema version. Start a server on it once');
  });
});

describe('a move to the embedded engine', () => {
  it('leaves a directory on which no server starts until all is there', async () => {
    const from = await opened(openSqliteEndpoint(await installation(), 'from'));
    const again = newFolder();
    const to = await opened(openSqliteEndpoint(again, 'to'));
    const stop = new AbortController();
    const half = move({
      ...{ from, to, signal: stop.signal },
      onProgress: (done, total) => done > total / 4 && stop.abort(new Error('interrupted')),
    });
    await expect(half).rejects.toThrow('interrupted');
    await closed(to);
    const started = () => openSqliteStore({ dataDir: again, embedder: EMBEDDER, log: SILENT });
    await expect(started()).rejects.toThrow('Run the same "npx footnote migrate" again');
    const goingOn = await opened(openSqliteEndpoint(again, 'to'));
    expect(await run(from, goingOn)).toMatchObject({ resumed: true });
    await closed(goingOn);
    await (await started()).close();
  });

  it('is refused where a server uses the directory, where there is none, and where the disk is too small', async () => {
    const dataDir = await installation();
    await expect(openSqliteEndpoint(newFolder(), 'from')).rejects.toThrow('There is no database in');
    const store = await openSqliteStore({ dataDir, embedder: EMBEDDER, log: SILENT });
    await expect(openSqliteEndpoint(dataDir, 'from')).rejects.toThrow('Another Footnote process is using');
    await store.close();
    const endpoint = await opened(openSqliteEndpoint(dataDir, 'from'));
    await expect(endpoint.assertRoom(1e18)).rejects.toThrow(/only \d+ MB are free in .*Free some space/);
    await endpoint.db.write('update schema_version set version = 99');
    await closed(endpoint);
    await expect(openSqliteEndpoint(dataDir, 'from')).rejects.toThrow('Use the version that wrote it');
  });

  it('knows every table of the schema: it moves it, or leaves it for a reason', () => {
    const all = migrations.flat().flatMap((statement) => /^create table (\w+)/.exec(statement)?.[1] ?? []);
    const moved = MOVED_TABLES.map(({ name }) => name);
    const dropped = migrations.flat().flatMap((statement) => /^drop table (\w+)/.exec(statement)?.[1] ?? []);
    const remade = ['read_generations', 'word_codes'];
    const apart = [...remade, 'arriving', 'counters', 'file_parts', 'files', 'leases', 'limit_states'];
    expect(moved.concat(apart).sort()).toEqual(all.filter((name) => !dropped.includes(name)).sort());
    for (const { key } of MOVED_TABLES) expect(key.length).toBeGreaterThan(0);
  });
});
