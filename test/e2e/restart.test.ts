import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Footnote } from '@footnote/sdk';
import { afterAll, describe, expect, it } from 'vitest';
import { afterFile } from '../helpers/after-file.ts';
import { startServer } from '../helpers/processes/server-process.ts';
import { until } from '../helpers/timing/until.ts';

const OPERATOR = { email: 'ada@example.com', password: 'four words in a row' };

/** Starts a server again whenever it ends with the code that asks for it, as `RestartForceExitStatus=75` does. */
function supervise(env: Record<string, string>) {
  const codes: (number | null)[] = [];
  const lines: string[] = [];
  let child: ChildProcess;
  const start = () => {
    child = spawn(process.execPath, ['server/dist/main.js', 'start'], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => lines.push(String(bytes)));
    child.once('exit', (code) => {
      codes.push(code);
      if (code === 75) start();
    });
  };
  start();
  afterFile(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  });
  return {
    codes,
    output: () => lines.join(''),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('a server under a supervisor', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-restarted-'));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('ends with 75 when the operator restarts it, and comes back with the backup that was uploaded', async () => {
    // The backup of another server, as an operator has it on a laptop.
    const before = await startServer();
    const there = new Footnote({ baseURL: before.baseURL });
    await there.auth.register({ ...OPERATOR, name: 'Ada', setup_token: before.setupToken });
    const former = there.withOptions({ accessToken: (await there.auth.login(OPERATOR)).access_token });
    await former.projects.create({ name: 'From the old machine' });
    await former.server.backups.create();
    await until(async () => (await former.server.backups.list()).running === null, 'the backup is made');
    const [made] = (await former.server.backups.list()).backups;
    const file = new Blob([readFileSync(join(before.dataDir, 'backups', made?.name ?? ''))]);
    await before.stop();

    const port = await freePort();
    const supervisor = supervise({ PORT: String(port), DATA_DIR: dataDir, SUPERVISED: '1', RATE_LIMIT_GENERAL: '0' });
    const link = () => /#setup=(\S+)/.exec(supervisor.output())?.[1];
    await until(() => Promise.resolve(link() !== undefined), 'the new server has started');
    const guest = new Footnote({ baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 });
    const eve = { email: 'eve@example.com', password: 'four other words here' };
    await guest.auth.register({ ...eve, name: 'Eve', setup_token: link() ?? '' });
    const operator = guest.withOptions({ accessToken: (await guest.auth.login(eve)).access_token });
    const { backups } = operator.server;
    const { id } = await backups.uploads.create({ size: file.size });
    for (let offset = 0; offset < file.size; offset += 4_000)
      await backups.uploads.append(id, { part: file.slice(offset, offset + 4_000), offset });
    await backups.uploads.finish(id);
    await until(async () => (await backups.list()).running === null, 'it is examined');
    const { examined } = await backups.list();
    expect(examined?.error).toBeNull();
    await backups.restore({ name: examined?.name ?? '' });
    const { started_at: former_start } = await operator.server.restart();

    // With the token of the replaced data, until the restored data refuses it.
    await until(
      () =>
        operator.server.retrieve().then(
          () => false,
          ({ code }) => code === 'token_revoked' || code === 'token_invalid',
        ),
      'the server is back',
    );
    const ada = guest.withOptions({ accessToken: (await guest.auth.login(OPERATOR)).access_token });
    expect((await ada.projects.list()).items.map(({ name }) => name)).toEqual(['From the old machine']);
    const { started_at } = await ada.server.retrieve();
    expect(Date.parse(started_at)).toBeGreaterThan(Date.parse(former_start));
    const { last_restore, planned_restore } = await ada.server.backups.list();
    expect([last_restore?.error, planned_restore]).toEqual([null, null]);
    expect(supervisor.output()).toContain('restart_requested');

    // A second one, without a restore, and a stop that is none.
    await ada.server.restart();
    await until(() => Promise.resolve(supervisor.codes.length === 2), 'it has ended once more');
    await until(
      () =>
        ada.projects.list().then(
          () => true,
          () => false,
        ),
      'the server is back',
    );
    await supervisor.stop();
    expect(supervisor.codes).toEqual([75, 75, 0]);
  }, 120_000);
});
