import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Footnote } from '@footnote/sdk';
import { afterAll, describe, expect, it } from 'vitest';
import { JWT_SECRET } from '../../helpers/processes/replica.ts';
import { runCommand } from '../../helpers/processes/run-command.ts';
import { startServer } from '../../helpers/processes/server-process.ts';

const home = mkdtempSync(join(tmpdir(), 'footnote-compact-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const ACCOUNT = { email: 'ada@example.org', password: 'correct horse battery' };

describe('footnote compact', () => {
  const dataDir = join(home, 'data');
  const compact = (env: Record<string, string> = {}) => runCommand(['compact'], { DATA_DIR: dataDir, ...env });
  const isInDatabase = (text: string) =>
    readdirSync(dataDir)
      .filter((name) => name.startsWith('footnote.db'))
      .some((name) => readFileSync(join(dataDir, name)).includes(text));

  it('removes every deleted byte from the database of a stopped server, and refuses a running one', async () => {
    const server = await startServer({ dataDir });
    const guest = new Footnote({ baseURL: server.baseURL });
    await guest.auth.register({ ...ACCOUNT, name: 'Ada', setup_token: server.setupToken });
    const { access_token } = await guest.auth.login(ACCOUNT);
    const owner = new Footnote({ baseURL: server.baseURL, accessToken: access_token });
    const { id } = await owner.projects.create({ name: 'Ships' });
    for (let n = 0; n < 40; n += 1) {
      const project = await owner.projects.create({ name: `CANARY${n}x ${'ship '.repeat(n % 13)}` });
      if (n % 3 > 0) await owner.projects.delete(project.id);
    }
    const busy = await compact();
    expect([busy.code, busy.errorOut]).toEqual([1, expect.stringContaining('Another Footnote process is using')]);
    await server.stop();

    const done = await compact();
    expect([done.code, done.errorOut, done.out]).toEqual([
      0,
      '',
      expect.stringMatching(/^No deleted data is left in .+footnote\.db\. Its size went from .+ to .+\.\n$/),
    ]);
    for (let n = 0; n < 40; n += 1) expect([n, isInDatabase(`CANARY${n}x`)]).toEqual([n, n % 3 === 0]);

    const again = await startServer({ dataDir });
    const { access_token: token } = await new Footnote({ baseURL: again.baseURL }).auth.login(ACCOUNT);
    const returned = new Footnote({ baseURL: again.baseURL, accessToken: token });
    expect((await returned.projects.retrieve(id)).name).toBe('Ships');
    await again.stop();
  });

  it('explains what to do if there is no database or it is in Postgres', async () => {
    const nowhere = await compact({ DATA_DIR: join(home, 'nowhere') });
    expect([nowhere.code, nowhere.errorOut]).toEqual([1, expect.stringContaining('There is no database in')]);
    const postgres = await compact({ DATABASE_URL: 'postgres://someone@127.0.0.1:1/footnote', JWT_SECRET });
    expect([postgres.code, postgres.errorOut]).toEqual([1, expect.stringContaining('VACUUM FULL')]);
    const misunderstood = await runCommand(['compact', 'now'], { DATA_DIR: dataDir });
    expect(misunderstood.code).toBe(2);
  });
});
