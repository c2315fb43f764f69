import { Footnote } from '@footnote/sdk';
import pg from 'pg';
import { type ServerProcess, startServer } from './server-process.ts';

/** Whose projects the tests are about. */
export const ACCOUNT = { email: 'keeper@example.org', password: 'a long enough password', name: 'Keeper' };

/** What makes a server one of several. */
export const replicaEnv = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  EMBEDDER: 'builtin',
  ANSWERER: 'extractive',
});

/** A server that shares that database with others, and nothing else: its data directory is its own. */
export function startReplica(databaseUrl: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  return startServer({ env: { ...replicaEnv(databaseUrl), ...env } });
}

/** Makes an account; resolves with a token for it. */
export async function register(server: ServerProcess, account = ACCOUNT): Promise<string> {
  await new Footnote({ baseURL: server.baseURL, maxRetries: 0 }).auth.register(account);
  return logIn(server, account);
}

/** A new token. */
export async function logIn({ baseURL }: ServerProcess, { email, password } = ACCOUNT): Promise<string> {
  return (await new Footnote({ baseURL, maxRetries: 0 }).auth.login({ email, password })).access_token;
}

/** A new project of that token's account, with a key for it. */
export async function openProject(
  server: ServerProcess,
  token: string,
): Promise<{ id: string; key: string; owner: Footnote }> {
  const owner = ownerOf(server, token);
  const { id } = await owner.projects.create({ name: 'Lights' });
  const { key } = await owner.projects.apiKeys.create(id);
  return { id, key, owner };
}

/** Clients that hear of every failure, as nothing is tried again. */
export const ownerOf = ({ baseURL }: ServerProcess, accessToken: string) =>
  new Footnote({ baseURL, accessToken, maxRetries: 0 });
export const clientOf = ({ baseURL }: Pick<ServerProcess, 'baseURL'>, apiKey: string) =>
  new Footnote({ baseURL, apiKey, maxRetries: 0 });

/** The database, beside the servers; its statement's rows. */
export async function queryPostgres<Row = Record<string, unknown>>(
  databaseUrl: string,
  sql: string,
  parameters: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query(sql, parameters)).rows;
  } finally {
    await client.end();
  }
}

/** A transaction that has begun with these statements, and holds what they took until it is ended. */
export async function holdTransaction(databaseUrl: string, ...statements: string[]): Promise<{ end(): Promise<void> }> {
  const client = new pg.Client(databaseUrl);
  // Where the test has failed and the database is removed, this connection goes with it.
  client.on('error', () => undefined);
  await client.connect();
  for (const sql of ['begin', ...statements]) await client.query(sql);
  return {
    async end() {
      await client.query('rollback');
      await client.end();
    },
  };
}

/** Spares the test the half minute that a lease lasts: to every replica, it is over now. */
export async function endLeases(databaseUrl: string): Promise<void> {
  await queryPostgres(databaseUrl, "update jobs set lease_until = 0 where state = 'running'");
}

/** What hangs on sources, and whether it is there once for each: everything else is work done twice, or half. */
export async function ingestedOnce(databaseUrl: string): Promise<Record<string, number>> {
  const [row = {}] = await queryPostgres<Record<string, number>>(
    databaseUrl,
    `select (select count(*) from sources)::int as sources, (select count(*) from jobs)::int as jobs,
       (select count(*) from documents)::int as documents, (select count(*) from generations)::int as generations,
       (select count(*) from generations where state = 'live')::int as live,
       (select coalesce(sum(chunks_count), 0) from sources)::int as promised, (select count(*) from chunks)::int as chunks`,
  );
  return row;
}

/** What they wrote, beside the failure of a test that does not say why. */
export function logsOf(servers: (ServerProcess | undefined)[]): string {
  const problems = (server: ServerProcess) =>
    server
      .output()
      .split('\n')
      .filter((line) => !/"level":"info"/.test(line));
  return servers
    .map((server, n) => `server ${n}:\n${server ? problems(server).slice(-20).join('\n') : '(none)'}`)
    .join('\n');
}
