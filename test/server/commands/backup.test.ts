import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backup } from '../../../server/commands/backup/backup.ts';
import { restore } from '../../../server/commands/backup/restore.ts';
import { runCommand } from '../../helpers/processes/run-command.ts';
import { runCommandHere } from '../../helpers/processes/run-command-here.ts';
import { type ServerProcess, startServer } from '../../helpers/processes/server-process.ts';
import { querySqlite } from '../../helpers/stores/rows.ts';
import { until } from '../../helpers/timing/until.ts';

const home = mkdtempSync(join(tmpdir(), 'footnote-backup-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const EMAIL = 'ada@example.org';
const PASSWORD = 'correct horse battery';

const handbook = (n: number) =>
  new TextEncoder().encode(
    [
      `# Handbook ${n}`,
      `The lamp of ship ${n} burns for ${100 + n} hours.`,
      ...Array.from(
        { length: 30 },
        (_, part) => `## Part ${part}\n\n${`Rope ${part} of ship ${n} is kept dry. `.repeat(8)}`,
      ),
    ].join('\n\n'),
  );

const login = async (server: ServerProcess) => {
  const client = new Footnote({ baseURL: server.baseURL });
  const { access_token } = await client.auth.login({ email: EMAIL, password: PASSWORD });
  return access_token;
};

describe('footnote backup and footnote restore', () => {
  const dataDir = join(home, 'live');
  const file = join(home, 'under-load.fnb');
  let server: ServerProcess;
  let owner: Footnote;
  let projectId: string;
  let oldToken: string;
  let apiKey: string;
  /** The sources that had passages before the backup began. */
  const early: number[] = [1, 2, 3];

  const send = (client: Footnote, n: number) =>
    client.sources.upload({ project_id: projectId, file: new Blob([handbook(n)]), name: `handbook-${n}.md` });
  const ask = async (client: Footnote, n: number) => {
    const { response, citations } = await client.chat.create(projectId, {
      query: `How long does the lamp of ship ${n} burn?`,
    });
    return { response, citations: citations.map(({ source_id, quote, title }) => ({ source_id, quote, title })) };
  };

  beforeAll(async () => {
    server = await startServer({ dataDir });
    const guest = new Footnote({ baseURL: server.baseURL });
    await guest.auth.register({ email: EMAIL, password: PASSWORD, name: 'Ada', setup_token: server.setupToken });
    oldToken = await login(server);
    owner = new Footnote({ baseURL: server.baseURL, accessToken: oldToken });
    projectId = (await owner.projects.create({ name: 'Ships' })).id;
    apiKey = (await owner.projects.apiKeys.create(projectId)).key;
    for (const n of early) await owner.sources.waitUntilReady(await send(owner, n));
  });

  it('move a complete server elsewhere while it ingests and deletes documents', async () => {
    let busy = true;
    let sent = 0;
    const load = (async () => {
      for (let n = 10; busy; n += 1) {
        const { id } = await send(owner, n);
        sent += 1;
        if (n % 3 === 0) await owner.sources.delete(id);
      }
    })();
    await until(() => sent > 5, 'some documents have been sent');
    const made = await runCommand(['backup', file], { DATA_DIR: dataDir });
    const sentDuring = sent;
    busy = false;
    await load;
    expect(made).toMatchObject({ code: 0, errorOut: '' });
    expect(made.out).toMatch(/written and read back in [\d.]+ s\.\nIn it: 1 account, 1 project, \d+ sources/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(sentDuring).toBeGreaterThan(5);

    const elsewhere = join(home, 'elsewhere');
    const restored = await runCommand(['restore', file], { DATA_DIR: elsewhere });
    expect(restored).toMatchObject({ code: 0, errorOut: '' });
    const rows = querySqlite<{ file_id: string }>(elsewhere, 'select file_id from sources');
    expect(new Set(readdirSync(join(elsewhere, 'uploads')))).toEqual(new Set(rows.map(({ file_id }) => file_id)));

    const other = await startServer({ dataDir: elsewhere });
    const [here, beyond] = [server, other].map(({ baseURL }) => new Footnote({ baseURL, apiKey }));
    const there = new Footnote({ baseURL: other.baseURL, accessToken: await login(other) });
    const sources = [];
    for await (const source of there.sources.list(projectId)) sources.push(source);
    await there.sources.waitUntilReady(sources);
    expect(sources.length).toBeGreaterThan(early.length);
    for (const n of early) {
      const answer = await ask(beyond as Footnote, n);
      expect(answer).toEqual(await ask(here as Footnote, n));
      expect(answer.citations[0]?.quote).toContain(`burns for ${100 + n} hours`);
    }
    // The secret that signed it is not in the backup.
    await expect(new Footnote({ baseURL: other.baseURL, accessToken: oldToken }).auth.me()).rejects.toMatchObject({
      status: 401,
    });
    await other.stop();
  });

  it('replace no file without --force', async () => {
    const again = await runCommandHere(backup, [file], { DATA_DIR: dataDir });
    expect(again).toMatchObject({ code: 1, errorOut: expect.stringContaining('already exists. Name another file') });
    expect(await runCommandHere(backup, [file, '--force'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    expect(readdirSync(home).filter((name) => name.includes('unfinished'))).toEqual([]);
  });

  it('refuse a directory that is not a data directory', async () => {
    const made = await runCommandHere(backup, [join(home, 'none.fnb')], { DATA_DIR: join(home, 'nowhere') });
    expect(made).toMatchObject({ code: 1, errorOut: expect.stringContaining('There is no database in') });
    expect(readdirSync(home)).not.toContain('nowhere');
    expect(readdirSync(home)).not.toContain('none.fnb');
  });

  it('back up in spite of a missing original, and report it', async () => {
    const place = join(home, 'lossy');
    expect(await runCommandHere(restore, [file], { DATA_DIR: place })).toMatchObject({ code: 0 });
    const [lost = ''] = readdirSync(join(place, 'uploads'));
    rmSync(join(place, 'uploads', lost));
    const made = await runCommandHere(backup, [join(home, 'lossy.fnb')], { DATA_DIR: place });
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('Missing on disk: 1 original') });
    const restored = await runCommandHere(restore, [join(home, 'lossy.fnb')], { DATA_DIR: join(home, 'lossy-again') });
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('Missing already: 1 original') });
  });

  it('refuse a damaged database', async () => {
    const place = join(home, 'damaged');
    // Not data: a new installation may have added one already.
    mkdirSync(join(place, 'engines'), { recursive: true });
    expect(await runCommandHere(restore, [file], { DATA_DIR: place })).toMatchObject({ code: 0 });
    const path = join(place, 'footnote.db');
    const bytes = readFileSync(path);
    bytes.fill(0xff, 40_000, 60_000);
    writeFileSync(path, bytes);
    const made = await runCommandHere(backup, [join(home, 'damaged.fnb')], { DATA_DIR: place });
    expect(made).toMatchObject({ code: 1, errorOut: expect.stringContaining('the database is damaged') });
    expect(readdirSync(home)).not.toContain('damaged.fnb');
  });

  it('refuse a running server and a directory that is not empty', async () => {
    const running = await runCommandHere(restore, [file, '--force'], { DATA_DIR: dataDir });
    expect(running).toMatchObject({ code: 1, errorOut: expect.stringContaining('Another Footnote process is using') });
    const full = await runCommandHere(restore, [file], { DATA_DIR: join(home, 'elsewhere') });
    expect(full).toMatchObject({ code: 1, errorOut: expect.stringContaining('is not empty') });
  });

  it('keep the replaced data in a folder named after the time, and leave models alone', async () => {
    const place = join(home, 'elsewhere');
    mkdirSync(join(place, 'models'));
    writeFileSync(join(place, 'models', 'm'), 'weights');
    const before = querySqlite<{ n: number }>(place, 'select count(*) as n from conversations')[0]?.n;
    const restored = await runCommandHere(restore, [file, '--force'], { DATA_DIR: place });
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('The previous data is in') });
    const [aside = ''] = readdirSync(place).filter((name) => name.startsWith('replaced-'));
    expect(querySqlite<{ n: number }>(join(place, aside), 'select count(*) as n from conversations')[0]?.n).toBe(
      before,
    );
    expect(readdirSync(join(place, aside))).toContain('signing-secret');
    expect(readdirSync(place)).toEqual(expect.arrayContaining(['models', 'footnote.db', 'uploads']));
    await (await startServer({ dataDir: place })).stop();
  });
});

describe('footnote restore with JWT_SECRET', () => {
  const dataDir = join(home, 'own-secret');
  const file = join(home, 'own-secret.fnb');
  const env = { JWT_SECRET: 'a secret of the operator, kept over a restore' };
  const ORIGIN = 'https://ships.example';
  const NEW_PASSWORD = 'another horse battery';

  it('revokes every earlier token, and names the API keys that are valid again', async () => {
    const server = await startServer({ dataDir, env });
    const guest = new Footnote({ baseURL: server.baseURL });
    await guest.auth.register({ email: EMAIL, password: PASSWORD, name: 'Ada', setup_token: server.setupToken });
    const as = (accessToken: string, { baseURL } = server) => new Footnote({ baseURL, accessToken });
    const kept = await login(server);
    const loggedOut = await login(server);
    const owner = as(kept);
    const { id } = await owner.projects.create({ name: 'Ships', allowed_origins: [ORIGIN] });
    const deleted = await owner.projects.apiKeys.create(id, { name: 'Old script' });
    const rotated = await owner.projects.apiKeys.create(id, { name: 'Rotated script' });
    const spared = await owner.projects.apiKeys.create(id, { name: 'New script' });
    const widget = async () => (await as(kept).widgetTokens.create({ project_id: id })).token;
    const widgetTokens = [await widget()];

    expect(await runCommand(['backup', file], { DATA_DIR: dataDir, ...env })).toMatchObject({ code: 0 });

    await as(loggedOut).auth.logout();
    await owner.projects.apiKeys.delete(id, deleted.id);
    await owner.projects.apiKeys.rotate(id, rotated.id, { overlap_seconds: 0 });
    // Later epochs than the backup's, each with its own tokens.
    for (let epoch = 2; epoch <= 4; epoch += 1) {
      await owner.projects.widget.revoke(id);
      widgetTokens.push(await widget());
    }
    await owner.auth.updateMe({ password: NEW_PASSWORD, current_password: PASSWORD });
    const { access_token: later } = await guest.auth.login({ email: EMAIL, password: NEW_PASSWORD });
    await server.stop();

    const restored = await runCommand(['restore', file, '--force'], { DATA_DIR: dataDir, ...env });
    expect(restored).toMatchObject({ code: 0, errorOut: '' });
    expect(restored.out).toContain('Everybody has to log in again, and all widget tokens are invalid.');
    expect(restored.out).toContain(
      `These API keys had been deleted or rotated since the backup and are valid again as they were. Delete them in the console:\n  ${deleted.prefix}…  Old script (Ships)\n  ${rotated.prefix}…  Rotated script (Ships)\n`,
    );
    expect(restored.out).not.toContain(spared.prefix);

    const again = await startServer({ dataDir, env });
    for (const token of [kept, loggedOut, later]) {
      await expect(as(token, again).auth.me()).rejects.toMatchObject({ status: 401, code: 'token_revoked' });
    }
    const renew = (token: string) =>
      fetch(`${again.baseURL}/tokens/widget`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, origin: ORIGIN },
      });
    for (const token of widgetTokens) {
      const refused = await renew(token);
      expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ code: 'token_revoked' })]);
    }
    const fresh = await as(await login(again), again).widgetTokens.create({ project_id: id });
    expect((await renew(fresh.token)).status).toBe(200);
    await again.stop();

    const elsewhere = await runCommand(['restore', file], { DATA_DIR: join(home, 'own-secret-elsewhere'), ...env });
    expect(elsewhere.out).toContain('All API keys of the backup are valid, including any deleted or rotated since.');
    expect(elsewhere.out).toContain(
      `${deleted.prefix}…  Old script (Ships)\n  ${rotated.prefix}…  Rotated script (Ships)\n  ${spared.prefix}…  New script (Ships)`,
    );
  });
});
