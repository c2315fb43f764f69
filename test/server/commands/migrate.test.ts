import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APIError, Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JWT_SECRET, queryPostgres, replicaEnv } from '../../helpers/processes/replica.ts';
import { runCommand, startCommand } from '../../helpers/processes/run-command.ts';
import { type ServerProcess, startServer } from '../../helpers/processes/server-process.ts';
import { freshDatabase, noPostgres } from '../../helpers/stores/postgres.ts';
import { until } from '../../helpers/timing/until.ts';

const LOGIN = { email: 'ada@example.org', password: 'correct horse battery' };
const SHIPS = 6;
const ORIGIN = 'https://ships.example';

const home = mkdtempSync(join(tmpdir(), 'footnote-migrate-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const handbook = (n: number) =>
  [
    `# Handbook ${n}\n\nThe lamp of ship ${n} burns for ${100 + n} hours.`,
    ...Array.from(
      { length: 60 },
      (_, part) => `## Part ${part}\n\n${`Rope ${part} of ship ${n} is kept dry. `.repeat(20)}`,
    ),
  ].join('\n\n');

/** Logs in and returns the token. */
const logIn = async ({ baseURL }: ServerProcess) =>
  (await new Footnote({ baseURL, maxRetries: 0 }).auth.login(LOGIN)).access_token;

/** Expects that the server refuses these tokens as revoked. */
async function expectRevoked({ baseURL }: ServerProcess, tokens: string[], widgetTokens: string[]): Promise<void> {
  for (const accessToken of tokens) {
    const me = new Footnote({ baseURL, accessToken, maxRetries: 0 }).auth.me();
    await expect(me).rejects.toMatchObject({ status: 401, code: 'token_revoked' });
  }
  for (const token of widgetTokens) {
    const renewed = await fetch(`${baseURL}/tokens/widget`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, origin: ORIGIN, 'content-type': 'application/json' },
      body: '{}',
    });
    expect([renewed.status, await renewed.json()]).toEqual([401, expect.objectContaining({ code: 'token_revoked' })]);
  }
}

/** What users see of an installation. */
async function looks(server: ServerProcess, accessToken: string, apiKey: string, projectId: string) {
  const owner = new Footnote({ baseURL: server.baseURL, accessToken, maxRetries: 0 });
  const client = new Footnote({ baseURL: server.baseURL, apiKey, maxRetries: 0 });
  const answers = [];
  for (let n = 1; n <= SHIPS; n += 1) {
    const { response, citations } = await client.chat.create(projectId, {
      query: `How long does the lamp of ship ${n} burn?`,
    });
    // Links are signed again for each answer.
    answers.push({ response, citations: citations.map(({ url: _, ...citation }) => citation) });
  }
  const sources = await owner.sources.list(projectId);
  return {
    answers,
    sources: sources.items.map(({ id, status, chunks_count }) => ({ id, status, chunks_count })),
  };
}

describe.skipIf(noPostgres !== null)(`footnote migrate${noPostgres === null ? '' : ` (${noPostgres})`}`, () => {
  const dataDir = join(home, 'live');
  let database: string;
  let token: string;
  /** Logged out before the move. */
  let loggedOut: string;
  let widgetToken: string;
  let apiKey: string;
  /** Deleted before the move. */
  let deletedKey: string;
  let projectId: string;
  let before: Awaited<ReturnType<typeof looks>>;

  beforeAll(async () => {
    database = await freshDatabase();
    const server = await startServer({ dataDir, env: { ANSWERER: 'extractive', EMBEDDER: 'builtin', JWT_SECRET } });
    const guest = new Footnote({ baseURL: server.baseURL });
    await guest.auth.register({ ...LOGIN, name: 'Ada', setup_token: server.setupToken });
    token = (await guest.auth.login(LOGIN)).access_token;
    const owner = new Footnote({ baseURL: server.baseURL, accessToken: token });
    projectId = (await owner.projects.create({ name: 'Ships', allowed_origins: [ORIGIN] })).id;
    apiKey = (await owner.projects.apiKeys.create(projectId)).key;
    const former = await owner.projects.apiKeys.create(projectId);
    deletedKey = former.key;
    await owner.projects.apiKeys.delete(projectId, former.id);
    widgetToken = (await owner.widgetTokens.create({ project_id: projectId })).token;
    loggedOut = await logIn(server);
    await new Footnote({ baseURL: server.baseURL, accessToken: loggedOut }).auth.logout();
    for (let n = 1; n <= SHIPS; n += 1) {
      const file = new Blob([handbook(n)]);
      await owner.sources.waitUntilReady(
        await owner.sources.upload({ project_id: projectId, file, name: `handbook-${n}.md` }),
      );
    }
    before = await looks(server, token, apiKey, projectId);
    await server.stop();
  });

  const toDatabase = () => startCommand(['migrate', '--to', database], { DATA_DIR: dataDir });

  it('refuses a directory that a server uses', async () => {
    const server = await startServer({ dataDir });
    const { code, errorOut } = await toDatabase().ended;
    expect([code, errorOut]).toEqual([
      1,
      expect.stringMatching(/^The move is not finished: Another Footnote process is using the data directory/),
    ]);
    await server.stop();
  });

  it('continues after it was killed, and no server starts on a partial move', async () => {
    const { child, ended } = toDatabase();
    const reached = async () => {
      const found = await queryPostgres(database, "select 1 from arriving where part = 'index'").catch(() => []);
      return found.length > 0;
    };
    await until(reached, 'the index on its way');
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');

    await expect(startServer({ env: replicaEnv(database) })).rejects.toThrow(
      'An installation is being moved into this database, or its move was interrupted.',
    );

    const again = await toDatabase().ended;
    expect([again.code, again.errorOut]).toEqual([0, expect.not.stringContaining('The move')]);
    const lines = again.out.trim().split('\n');
    expect(lines[0]).toMatch(
      /^Everything is in postgres:\/\/\S+, compared row by row: 1 account, 1 project, 6 sources, \d+ passages, 6 conversations, 6 originals\.$/,
    );
    expect(lines[1]).toBe('It continued an interrupted move.');
    expect(lines[2]).toBe(
      'Everybody has to log in again there, and all widget tokens are invalid. Passwords and API keys stay the same.',
    );
    expect(lines[3]).toMatch(
      /^To use it, start the server with DATABASE_URL=postgres:\/\/\S+ and a JWT_SECRET \(make one: openssl rand -base64 48\)\. \S+ is unchanged;/,
    );
  });

  it('moves accounts, keys and documents, and no token: a server on Postgres gives the same answers', async () => {
    const server = await startServer({ env: replicaEnv(database) });
    try {
      const guest = new Footnote({ baseURL: server.baseURL, maxRetries: 0 });
      await expectRevoked(server, [token, loggedOut], [widgetToken]);
      const revoked = new Footnote({ baseURL: server.baseURL, apiKey: deletedKey, maxRetries: 0 });
      await expect(revoked.chat.create(projectId, { query: 'Who?' })).rejects.toMatchObject({ status: 401 });
      token = await logIn(server);
      expect(await looks(server, token, apiKey, projectId)).toEqual(before);
      const keyed = new Footnote({ baseURL: server.baseURL, apiKey, maxRetries: 0 });
      expect(
        (await keyed.chat.create(projectId, { query: 'How long does the lamp of ship 2 burn?' })).response,
      ).toContain('102');
      await expect(guest.auth.login({ ...LOGIN, password: 'wrong wrong wrong' })).rejects.toBeInstanceOf(APIError);

      const inUse = await runCommand(['migrate', '--from', database], { DATA_DIR: join(home, 'too-early') });
      expect([inUse.code, inUse.errorOut]).toEqual([
        1,
        expect.stringMatching(/is in use \(\d+ connections? of Footnote servers/),
      ]);
      const owner = new Footnote({ baseURL: server.baseURL, accessToken: token });
      // It is read again from its original.
      const source = await owner.sources.waitUntilReady(await owner.sources.sync(before.sources[0]?.id ?? ''));
      expect(source.chunks_count).toBe(before.sources[0]?.chunks_count);
      const added = await owner.sources.addText({
        project_id: projectId,
        title: 'New',
        text: 'The pilot boards at the red buoy.',
      });
      await owner.sources.waitUntilReady(added);
      widgetToken = (await owner.widgetTokens.create({ project_id: projectId })).token;
    } finally {
      await server.stop();
    }
  });

  it('moves everything back, with what was added meanwhile', async () => {
    const again = join(home, 'again');
    const moved = await runCommand(['migrate', '--from', database], { DATA_DIR: again });
    expect([moved.code, moved.errorOut]).toEqual([0, expect.not.stringContaining('The move')]);
    expect(moved.out).toContain(`start the server with DATA_DIR=${again} and without DATABASE_URL.`);
    const server = await startServer({
      dataDir: again,
      env: { ANSWERER: 'extractive', EMBEDDER: 'builtin', JWT_SECRET },
    });
    try {
      await expectRevoked(server, [token], [widgetToken]);
      token = await logIn(server);
      const { answers } = await looks(server, token, apiKey, projectId);
      // One of them has been read again in between.
      const whenever = (list: typeof answers) =>
        list.map((answer) => ({ ...answer, citations: answer.citations.map(({ indexed_at: _, ...rest }) => rest) }));
      expect(whenever(answers)).toEqual(whenever(before.answers));
      const client = new Footnote({ baseURL: server.baseURL, apiKey });
      const { response } = await client.chat.create(projectId, { query: 'Where does the pilot board?' });
      expect(response).toContain('red buoy');
    } finally {
      await server.stop();
    }
  });

  it('refuses a database with an installation, an invalid address and unknown arguments', async () => {
    const there = await toDatabase().ended;
    expect([there.code, there.errorOut]).toEqual([1, expect.stringMatching(/is not empty \(there are \w+ in it\)/)]);
    const none = await runCommand(['migrate', '--to', 'mysql://db/x'], { DATA_DIR: dataDir });
    expect([none.code, none.errorOut]).toEqual([1, expect.stringContaining('must look like postgres://')]);
    for (const words of [['migrate'], ['migrate', '--to', database, '--from', database], ['migrate', 'x']]) {
      expect((await runCommand(words, { DATA_DIR: dataDir })).code).toBe(2);
    }
  });
});
