import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  clientOf,
  logsOf,
  openProject,
  ownerOf,
  queryPostgres,
  register,
  startReplica,
} from '../helpers/processes/replica.ts';
import type { ServerProcess } from '../helpers/processes/server-process.ts';
import { freshDatabase, noPostgres } from '../helpers/stores/postgres.ts';
import { settle, until } from '../helpers/timing/until.ts';
import { longText } from './replicas-harbour.ts';

const LIMIT = 20;
const AHEAD = 60 * 60_000;
const SITE = 'https://shop.example.com';
const skipped = noPostgres ? ` (${noPostgres})` : '';

/** Runs before the server's own code, and puts the clock of that process forward. */
const CLOCK = `const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) { if (given.length === 0) super(Real.now() + ${AHEAD}); else super(...given); }
  static now() { return Real.now() + ${AHEAD}; }
};`;

describe.skipIf(noPostgres)(`a replica whose clock is an hour ahead${skipped}`, () => {
  let database: string;
  let right: ServerProcess;
  let ahead: ServerProcess;
  let project: string;
  let key: string;
  let token: string;

  beforeAll(async () => {
    database = await freshDatabase();
    const limits = { RATE_LIMIT_CHAT: String(LIMIT) };
    [right, ahead] = await Promise.all([
      startReplica(database, limits),
      startReplica(database, {
        ...limits,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CLOCK)}`,
      }),
    ]);
    token = await register(right);
    ({ id: project, key } = await openProject(right, token));
  });
  beforeEach(({ onTestFailed }) => onTestFailed(() => void process.stdout.write(logsOf([right, ahead]))));
  afterAll(() => Promise.all([right?.stop(), ahead?.stop()]));

  it('is one indeed', async () => {
    const answer = await fetch(`${ahead.url}/health`);
    const time = JSON.parse(
      ahead
        .output()
        .split('\n')
        .find((line) => line.startsWith('{')) ?? '{}',
    ).time as string;
    expect([answer.status, Date.parse(time) - Date.now() > AHEAD / 2]).toEqual([200, true]);
  });

  it('accepts the short-lived tokens of the others, whose time is not over', async () => {
    await ownerOf(right, token).projects.update(project, { allowed_origins: [SITE] });
    const { token: widgetToken } = await clientOf(right, key).widgetTokens.create({ origin: SITE, expires_in: 600 });
    const answer = await fetch(`${ahead.baseURL}/projects/${project}/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${widgetToken}`, origin: SITE, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'When do you open?' }),
    });
    expect(answer.status).toBe(200);
  });

  it('dates what it makes as the others do', async () => {
    const made = await ownerOf(ahead, token).projects.create({ name: 'Made ahead' });
    expect(Math.abs(Date.parse(made.created_at) - Date.now())).toBeLessThan(60_000);
  });

  it('does not begin a minute of its own: what the others let pass counts', async () => {
    const opened = await openProject(right, token);
    const ask = (server: ServerProcess) => clientOf(server, opened.key).chat.create(opened.id, { query: 'Open?' });
    for (let n = 0; n < LIMIT; n += 1) await ask(n < LIMIT / 2 ? right : ahead);
    for (const server of [ahead, right]) await expect(ask(server)).rejects.toMatchObject({ status: 429 });
  });

  it('leaves the others the jobs whose lease is not over', async () => {
    process.kill(ahead.pid, 'SIGSTOP');
    const { sources } = clientOf(right, key);
    const source = await sources.upload({ file: new Blob([longText(1)]), name: 'log.md' });
    const jobs = () => queryPostgres<{ state: string; attempt: number }>(database, 'select state, attempt from jobs');
    await until(async () => (await jobs())[0]?.state === 'running', 'it is being read');
    process.kill(right.pid, 'SIGSTOP');
    process.kill(ahead.pid, 'SIGCONT');
    // Long enough for it to have looked for jobs, twice.
    await settle(2_700);
    expect(await jobs()).toEqual([{ state: 'running', attempt: 1 }]);
    process.kill(right.pid, 'SIGCONT');
    await sources.waitUntilReady(source);
  });
});
