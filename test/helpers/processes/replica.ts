import { Footnote } from '@footnote/sdk';
import pg from 'pg';
import { type ServerProcess, startServer } from './server-process.ts';

/** The owner of the tests' projects. */
export const ACCOUNT = { email: 'keeper@example.org', password: 'a long enough password', name: 'Keeper' };

/** All servers of a database have the same. */
export const JWT_SECRET = 'q7Vd-2mXw_Zr9LkT4bNc8HsYp3GfJe6U';

/** The settings of a replica. */
export const replicaEnv = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  JWT_SECRET,
  EMBEDDER: 'builtin',
  ANSWERER: 'extractive',
});

/** Starts a server that shares a database with others. Its data directory is not shared. */
export function startReplica(databaseUrl: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  return startServer({ env: { ...replicaEnv(databaseUrl), ...env } });
}

/** Creates an account and returns a token for it. */
export async function register(server: ServerProcess, account = ACCOUNT): Promise<string> {
  await new Footnote({ baseURL: server.baseURL, maxRetries: 0 }).auth.register({
    ...account,
    setup_token: server.setupToken,
  });
  return logIn(server, account);
}

/** Returns a new token. */
export async function logIn({ baseURL }: ServerProcess, { email, password } = ACCOUNT): Promise<string> {
  return (await new Footnote({ baseURL, maxRetries: 0 }).auth.login({ email, password })).access_token;
}

/** Creates a project for the token's account, with an API key. */
export async function openProject(
  server: ServerProcess,
  token: string,
): Promise<{ id: string; key: string; owner: Footnote }> {
  const owner = ownerOf(server, token);
  const { id } = await owner.projects.create({ name: 'Lights' });
  const { key } = await owner.projects.apiKeys.create(id);
  return { id, key, owner };
}

/** Clients without retries, so that every failure is visible. */
export const ownerOf = ({ baseURL }: ServerProcess, accessToken: string) =>
  new Footnote({ baseURL, accessToken, maxRetries: 0 });
export const clientOf = ({ baseURL }: Pick<ServerProcess, 'baseURL'>, apiKey: string) =>
  new Footnote({ baseURL, apiKey, maxRetries: 0 });

/** Runs a statement on the database without the servers and returns its rows. */
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

/** Begins a transaction with the statements. It holds their locks until it is ended. */
export async function holdTransaction(databaseUrl: string, ...statements: string[]): Promise<{ end(): Promise<void> }> {
  const client = new pg.Client(databaseUrl);
  // If the test has failed and the database is removed, this connection breaks.
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

/** Expires all leases, so that the test need not wait for half a minute. */
export async function endLeases(databaseUrl: string): Promise<void> {
  await queryPostgres(databaseUrl, "update jobs set lease_until = 0 where state = 'running'");
}

/** Counts sources and their dependent rows. Counts that differ mean that work was done twice, or half. */
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

/** The warnings and errors in the servers' output, for the message of a failed test. */
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
