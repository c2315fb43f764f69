import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { examine } from '../../../server/commands/doctor/examine.ts';
import { readEnv } from '../../../server/config/env.ts';
import type { Model } from '../../../server/engines/catalogue/model-types.ts';
import { THIS_TARGET } from '../../../server/engines/packages/engine-packages.ts';
import { openSqliteStore } from '../../../server/store/sqlite/open.ts';
import { fixtureModel } from '../../helpers/models/model-hub.ts';
import { runCommand } from '../../helpers/processes/run-command.ts';
import { startServer } from '../../helpers/processes/server-process.ts';
import { databaseFile, EMBEDDER, ingested, SILENT, withProject } from '../../helpers/stores/rows.ts';

const home = mkdtempSync(join(tmpdir(), 'footnote-doctor-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function aPlace(name: string): Promise<string> {
  const dataDir = join(home, name);
  const store = await openSqliteStore({ dataDir, embedder: EMBEDDER, log: SILENT });
  await ingested(store, (await withProject(store)).id, ['One passage.', 'Another one.']);
  await store.close();
  return dataDir;
}

const examined = async (dataDir: string, words: string[] = []) => {
  const { code, out } = await runCommand(['doctor', '--json', ...words], { DATA_DIR: dataDir });
  const { findings } = JSON.parse(out) as { findings: { check: string; verdict: string; found: string }[] };
  return { code, found: new Map(findings.map((one) => [one.check, one])) };
};

describe('footnote doctor', () => {
  it('says before a download which models this machine cannot hold', async () => {
    const env = readEnv({ DATA_DIR: join(home, 'models') });
    const downloads = async (...catalogue: Model[]) =>
      (await examine(env, new AbortController().signal, catalogue)).find(({ check }) => check === 'downloads');
    const { model: small } = fixtureModel('small');
    const large = { ...small, name: 'large', files: small.files.map((file) => ({ ...file, size: file.size * 1e9 })) };
    expect(await downloads(small)).toMatchObject({
      verdict: 'ok',
      found: 'This machine can hold every model on offer.',
    });
    expect(await downloads(small, large)).toMatchObject({
      verdict: 'ok',
      found: expect.stringMatching(
        /^This machine cannot hold large\. 200002\.0 GB of large are to be downloaded, and /,
      ),
      advice: expect.stringMatching(/models list$/),
    });
  });

  it('reports findings and advice while the server runs', async () => {
    const server = await startServer({ dataDir: join(home, 'live') });
    const { code, out } = await runCommand(['doctor', '--url', `${server.url}/v1/`], { DATA_DIR: server.dataDir });
    expect(out).toMatch(/^ok +Node\.js +Version 24/m);
    expect(out).toMatch(/^ok +database +The database is intact/m);
    expect(out).toMatch(/^ok +jobs +None is stuck\./m);
    expect(out).toMatch(/^ok +reader +It compares questions/m);
    expect(out).toMatch(/^ok +streaming +The stream arrives as it is sent/m);
    expect(out).toMatch(/^ok +widget +widget\.js has the right type/m);
    expect([code, /PROBLEM/.test(out)]).toEqual([0, false]);
    await server.stop();
  });

  it('checks a stopped server, and exits with 1 if there is a problem', async () => {
    const dataDir = await aPlace('damaged');
    const well = await examined(dataDir);
    expect(well.code).toBe(0);
    expect(well.found.get('backup')).toMatchObject({ verdict: 'warning' });
    await runCommand(['backup', join(home, 'b.fnb')], { DATA_DIR: dataDir });
    expect((await examined(dataDir)).found.get('backup')).toMatchObject({ verdict: 'ok' });

    const database = new Database(databaseFile(dataDir));
    database.exec("delete from search_text where rowid = 1; update sources set file_id = 'gone'");
    database.close();
    const ill = await examined(dataDir);
    expect(ill.code).toBe(1);
    expect(ill.found.get('database')).toMatchObject({
      verdict: 'problem',
      found: 'Its text index lacks 1 of the passages.',
    });
    expect(ill.found.get('originals')).toMatchObject({ verdict: 'problem' });
  });

  it('finds stuck jobs, a newer schema, an open directory and an invalid model', async () => {
    const dataDir = await aPlace('odd');
    const database = new Database(databaseFile(dataDir));
    database.exec(
      `insert into jobs (id, project_id, source_id, state, run_at, attempt, created_at) values ('job_1', 'p', 's', 'queued', 1000, 0, 1000)`,
    );
    database.close();
    chmodSync(dataDir, 0o755);
    const { found } = await examined(dataDir);
    expect(found.get('jobs')).toMatchObject({
      verdict: 'warning',
      found: '1 sources have been waiting to be processed for an hour.',
    });
    expect(found.get('data directory')).toMatchObject({ verdict: 'warning' });
    const newer = new Database(databaseFile(dataDir));
    newer.exec('update schema_version set version = 99');
    newer.close();
    const { code, found: later } = await examined(dataDir);
    expect([code, later.get('schema')]).toMatchObject([1, { verdict: 'problem' }]);
  });

  it('says that the reader is slower where its engine is another, and that it is off where it is', async () => {
    const dataDir = await aPlace('reader');
    const enginesDir = join(home, 'engines');
    mkdirSync(join(enginesDir, 'transformers'), { recursive: true });
    const note = { name: 'transformers', version: '1.0.0', target: THIS_TARGET };
    writeFileSync(join(enginesDir, 'transformers/engine.json'), JSON.stringify(note));
    const findings = (settings: Record<string, string>) =>
      examine(readEnv({ DATA_DIR: dataDir, ENGINES_DIR: enginesDir, ...settings }), new AbortController().signal, []);
    expect((await findings({})).find(({ check }) => check === 'reader')).toMatchObject({
      verdict: 'warning',
      found: expect.stringMatching(
        /^It runs on WebAssembly, more slowly than it could\. .+ needs the engine transformers/,
      ),
      advice: expect.stringMatching(/engines add transformers$/),
    });
    expect((await findings({ READER: 'off' })).find(({ check }) => check === 'reader')).toMatchObject({
      verdict: 'ok',
      found: expect.stringMatching(/^It is off/),
    });
  });

  it('refuses an invalid address', async () => {
    const { code, errorOut } = await runCommand(['doctor', '--url', 'chat.example.com'], { DATA_DIR: home });
    expect([code, errorOut]).toEqual([1, expect.stringContaining('is not an address such as')]);
    expect(await runCommand(['doctor', 'me'], { DATA_DIR: home })).toMatchObject({ code: 2 });
  });
});
