import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive } from '../../../../server/archive/read-archive.ts';
import { backupManifest, isBackupName } from '../../../../server/backup/backup-manifest.ts';
import { readRestorePlan, storeRestorePlan } from '../../../../server/backup/restore-plan.ts';
import { readEnv } from '../../../../server/config/env.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { restorePlanned } from '../../../../server/runtime/planned-restore.ts';
import { BUCKET, startBucketServer } from '../../../helpers/server/bucket-server.ts';
import { createOwner, createOwnerWithProject, type OwnerFixture } from '../../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';
import { querySqlite } from '../../../helpers/stores/rows.ts';
import { until } from '../../../helpers/timing/until.ts';

describe('the backups of a server', () => {
  let app: TestApp;
  let operator: OwnerFixture;
  beforeAll(async () => {
    app = await startApp();
    operator = await createOwnerWithProject(app, 'operator');
  });
  afterAll(() => app.close());

  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, `/v1/server/backups${path}`, { token: operator.token, body });
  const idle = async () => (await call('GET', '')).body.running === null;

  it('are written while the server runs, listed, downloaded whole and deleted', async () => {
    const started = await call('POST', '', {});
    expect(started).toMatchObject({ status: 202, body: { running: { step: 'writing', place: 'folder' } } });
    expect((await call('POST', '', {})).body.code).toBe('backup_running');
    await until(idle, 'the backup is made');
    const { backups, last_failure } = (await call('GET', '')).body;
    expect({ backups, last_failure }).toEqual({
      backups: [
        {
          name: expect.stringMatching(/^footnote-2/),
          place: 'folder',
          origin: 'console',
          size: expect.any(Number),
          created_at: expect.any(String),
        },
      ],
      last_failure: null,
    });
    const [{ name, size }] = backups;

    const { url } = (await call('POST', `/folder/${name}/link`, {})).body;
    const response = await fetch(app.url + url);
    expect(response.headers.get('content-disposition')).toContain(name);
    const bytes = await response.bytes();
    expect(bytes).toHaveLength(size);
    const file = join(app.dataDir, 'downloaded');
    writeFileSync(file, bytes);
    const manifest = await readArchive(file, {
      ...{ kind: 'a backup', manifest: backupManifest, isName: isBackupName, maxBytes: null },
      ...{ signal: new AbortController().signal, onRead: () => undefined, keep: () => null },
    });
    expect(manifest.counts).toMatchObject({ accounts: 1, projects: 1, sources: 1 });
    expect((await app.call('GET', url)).status).toBe(404);

    expect((await call('DELETE', `/folder/${name}`)).body.backups).toEqual([]);
    expect((await call('DELETE', `/folder/${name}`)).status).toBe(404);
    expect(readdirSync(join(app.dataDir, 'backups'))).toEqual([]);
    const actions = (await app.call('GET', '/v1/server/audit-log', { token: operator.token })).body.items.map(
      ({ action }: { action: string }) => action,
    );
    expect(actions.slice(0, 3)).toEqual(['backups.delete', 'backups.link', 'backups.create']);
  });

  it('are no other files of the folder, and no name leads out of it', async () => {
    mkdirSync(join(app.dataDir, 'backups'), { recursive: true });
    for (const name of ['before-19.db', 'by-hand.fnb', '.hidden.fnb'])
      writeFileSync(join(app.dataDir, 'backups', name), 'x');
    expect((await call('GET', '')).body.backups).toMatchObject([{ name: 'by-hand.fnb', origin: 'other', size: 1 }]);
    writeFileSync(join(app.dataDir, 'out.fnb'), 'x');
    for (const name of ['..%2Fout.fnb', 'before-19.db', '.hidden.fnb']) {
      expect((await call('DELETE', `/folder/${name}`)).status).toBe(404);
    }
    expect((await call('DELETE', '/attic/by-hand.fnb')).status).toBe(404);
  });

  it('follow a schedule that has one rule', async () => {
    const set = async (body: object) => {
      const { status, body: answer } = await call('PUT', '/schedule', body);
      return status === 200 ? answer.schedule : answer.errors.map(({ field }: { field: string }) => field);
    };
    expect(await set({ at: '03:00', keep: 7 })).toEqual({ at: '03:00', every_hours: null, keep: 7, place: 'folder' });
    expect(await set({ every_hours: 6, keep: 7 })).toMatchObject({ at: null, every_hours: 6 });
    expect(await set({ keep: 7 })).toEqual(['at']);
    expect(await set({ at: '03:00', every_hours: 6, keep: 7 })).toEqual(['at']);
    expect(await set({ at: '25:00', keep: 7 })).toEqual(['at']);
    expect(await set({ at: '03:00', keep: 0 })).toEqual(['keep']);
    expect((await call('PUT', '/schedule', { at: '03:00', keep: 7, place: 'bucket' })).body.code).toBe(
      'no_backup_bucket',
    );
    expect((await call('DELETE', '/schedule')).body).toMatchObject({ schedule: null, next_at: null });
  });
});

describe('the backups of a server with a bucket', () => {
  it('go there, and are listed, downloaded and deleted there', async () => {
    const server = await startBucketServer();
    const app = await startApp({ env: { backupBucket: { endpoint: server.url, prefix: 'footnote/', ...BUCKET } } });
    try {
      const { token } = await createOwner(app, 'operator@example.org');
      const call = (method: string, path: string, body?: unknown) =>
        app.call(method, `/v1/server/backups${path}`, { token, body });
      await call('POST', '', { place: 'bucket' });
      await until(async () => (await call('GET', '')).body.running === null, 'the backup is made');
      const { body } = await call('GET', '');
      expect(body).toMatchObject({
        last_failure: null,
        bucket: { address: `${server.url}/backups/footnote/`, error: null },
      });
      const [{ name, place, size }, ...more] = body.backups;
      expect([place, more]).toEqual(['bucket', []]);
      expect(readdirSync(join(app.dataDir, 'backups'))).toEqual([]);
      const { url } = (await call('POST', `/bucket/${name}/link`, {})).body;
      const bytes = Buffer.from(await (await fetch(app.url + url)).bytes());
      expect(bytes.equals(server.objects.get(`footnote/${name}`) ?? Buffer.alloc(0))).toBe(true);
      expect(bytes).toHaveLength(size);
      expect((await call('DELETE', `/bucket/${name}`)).body.backups).toEqual([]);
      server.interfere = () => 503;
      expect((await call('GET', '')).body.bucket.error).toContain('has refused the request');
      expect(JSON.stringify(body)).not.toContain(BUCKET.secret);
    } finally {
      await app.close();
      await server.close();
    }
  });
});

describe('a restore from the console', () => {
  let app: TestApp;
  let operator: OwnerFixture;
  const copy = mkdtempSync(join(tmpdir(), 'footnote-restored-'));
  beforeAll(async () => {
    app = await startApp();
    operator = await createOwnerWithProject(app, 'operator');
  });
  afterAll(async () => {
    await app.close();
    rmSync(copy, { recursive: true, force: true });
  });

  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, `/v1/server/${path}`, { token: operator.token, body });
  const settled = async () => {
    await until(async () => (await call('GET', 'backups')).body.running === null, 'the work has ended');
    return (await call('GET', 'backups')).body;
  };
  const examine = async (name: string) => {
    expect((await call('POST', `backups/folder/${name}/examine`, {})).status).toBe(202);
    return (await settled()).examined;
  };

  it('says first what it would replace, is made before the next start, and keeps what was there', async () => {
    await call('POST', 'backups', {});
    const [{ name }] = (await settled()).backups;
    await app.call('DELETE', `/v1/projects/${operator.project.id}`, { token: operator.token });
    await createOwnerWithProject(app, 'later');
    const { error, preview } = await examine(name);
    expect(error).toBeNull();
    expect(preview).toMatchObject({
      ...{ schema: preview.present.schema, originals: 1, lost_originals: 0, lost_projects: ['Project later'] },
      counts: { accounts: 1, projects: 1, sources: 1, conversations: 1 },
      present: { counts: { accounts: 2, projects: 1, sources: 1, conversations: 1 } },
      lost_since: { accounts: 1, projects: 1, sources: 1, conversations: 1 },
      comes_back: { accounts: 0, projects: 1, sources: 1, conversations: 1 },
    });
    // Nothing of it is left, and nothing was changed.
    expect(readdirSync(app.dataDir).filter((entry) => /restoring|replaced/.test(entry))).toEqual([]);
    expect((await call('PUT', 'restore', { name })).body.planned_restore).toMatchObject({ name });

    cpSync(app.dataDir, copy, { recursive: true });
    const log = createLog(() => undefined);
    const env = { ...readEnv({}), dataDir: copy, backupDir: join(copy, 'backups') };
    expect(await restorePlanned(env, log)).toMatchObject({ name });
    expect(querySqlite(copy, 'select name from projects')).toEqual([{ name: 'Project operator' }]);
    const { planned, last } = await readRestorePlan(copy);
    expect([planned, last]).toEqual([
      null,
      {
        name,
        at: expect.any(Number),
        error: null,
        aside: expect.stringContaining('replaced-'),
        keys: [expect.any(Object)],
      },
    ]);
    expect(querySqlite(String(last?.aside), 'select name from projects')).toEqual([{ name: 'Project later' }]);
    expect(await restorePlanned(env, log)).toBeNull();
  });

  it('is refused for what is no backup, in words; if a file is gone by then, the server starts as it was', async () => {
    const folder = join(app.dataDir, 'backups');
    writeFileSync(join(folder, 'text.fnb'), 'no backup');
    expect((await examine('text.fnb')).error).toMatch(/text\.fnb is not a backup of Footnote\.$/);
    const [{ name }] = (await settled()).backups.filter(({ origin }: { origin: string }) => origin === 'console');
    writeFileSync(join(folder, 'cut.fnb'), readFileSync(join(folder, name)).subarray(0, 2_000));
    expect((await examine('cut.fnb')).error).toMatch(/cut\.fnb (is damaged|cannot be used)/);
    expect((await call('PUT', 'restore', { name: 'cut.fnb' })).body.code).toBe('not_examined');

    const other = join(copy, 'other');
    const env = { ...readEnv({}), dataDir: other, backupDir: join(other, 'backups') };
    await storeRestorePlan(other, { planned: { name: 'gone.fnb', at: 1, by: 'usr_1' }, last: null });
    const lines: string[] = [];
    expect(
      await restorePlanned(
        env,
        createLog((line) => lines.push(line)),
      ),
    ).toBeNull();
    expect(lines.join()).toContain('restore_failed');
    expect(await readRestorePlan(other)).toMatchObject({
      planned: null,
      last: { error: expect.stringContaining('there is no file'), aside: null },
    });
  });
});
