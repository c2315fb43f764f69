import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { isExecutable } from '../processes/executable.ts';
import { freePort } from '../processes/free-port.ts';
import { until } from '../timing/until.ts';

/** An existing server for the databases of the tests. Its account must be allowed to create them. */
export const GIVEN_POSTGRES = process.env.TEST_PG_URL;

const USER = 'postgres';
/** Debian keeps the programs of each version in a folder that is not on the path. */
const DEBIAN = '/usr/lib/postgresql';

/**
 * Settings for speed: a test's database need not survive a crash of the machine. Commits still survive a killed server, as the
 * operating system has them.
 */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  log_min_messages: 'fatal',
};

/**
 * Waits until the parent process has ended for any reason, then stops the server by the process id in its directory, and
 * removes the directory. The argument is the directory.
 */
const EXECUTOR = `cat >/dev/null; pid=$(head -n 1 "$0/data/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid"; sleep 0.2; rm -rf "$0"`;

/** A separate PostgreSQL server on a free port of this machine. */
export interface PostgresServer {
  /** The address of one of its databases. */
  url(database: string): string;
  /** Creates an empty database and resolves with its address. */
  createDatabase(): Promise<string>;
  /** Stops it and aborts running statements. With `crash`, it cannot write anything more. Its data stays. */
  stop(how?: 'crash'): Promise<void>;
  /** Starts it again on its data, at the same address. */
  start(): Promise<void>;
  /** Stops and starts it. */
  restart(how?: 'crash'): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/** The account of the server: empty for the current one, null if there is none. */
const account: { uid?: number; gid?: number } | null = process.getuid?.() === 0 ? findAccount() : {};

/** Why no server can be started on this machine; null if one can. */
export const postgresMissing: string | null =
  findPrograms() === undefined ? 'needs postgresql' : account === null ? 'needs the account postgres' : null;

/** Which programs run it, and how. Default: those of this machine. */
export interface PostgresInstallation {
  /** Their folder. */
  programs: string;
  /** How it sorts. Default: by language, as in most installations, so that tests find code that relies on the order of bytes. */
  locale: string[];
  settings: Record<string, string>;
}

/** Starts a server in a temporary directory, in about two seconds. It stops with this process, even if that is killed. */
export async function startPostgres({
  programs = findPrograms(),
  locale = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'],
  settings = {},
}: Partial<PostgresInstallation> = {}): Promise<PostgresServer> {
  if (programs === undefined || account === null) throw new Error(`This ${postgresMissing}.`);
  const folder = mkdtempSync(join(tmpdir(), 'footnote-postgres-'));
  // The server refuses to run as root, and must own its directory.
  const { uid, gid } = account;
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const executor = spawn('sh', ['-c', EXECUTOR, folder], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  executor.unref();
  const data = join(folder, 'data');
  const program = (name: string) => join(programs, name);
  const words = ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  await promisify(execFile)(program('initdb'), [...words, ...locale], { cwd: folder, ...account });

  const port = await freePort();
  const url = (database: string) => `postgres://${USER}@127.0.0.1:${port}/${database}`;
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const set = Object.entries({ ...SETTINGS, ...settings, port: String(port) });
    const options = set.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    // Detached, so that Ctrl-C in a terminal does not stop it before its clients.
    const started = spawn(program('postgres'), ['-D', data, ...options], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      ...account,
    });
    child = started;
    let output = '';
    started.stderr.on('data', (bytes) => (output += bytes));
    await until(async () => started.exitCode !== null || (await answers(url('postgres'))), 'Postgres answers');
    if (started.exitCode !== null) throw new Error(`Postgres did not start:\n${output}`);
  }

  async function stop(how?: 'crash'): Promise<void> {
    if (child === null) return;
    const exit = once(child, 'exit');
    child.kill(how === 'crash' ? 'SIGQUIT' : 'SIGINT');
    await exit;
    child = null;
  }

  await start();
  return {
    url,
    createDatabase: () => createDatabase(url('postgres')),
    stop,
    start,
    async restart(how) {
      await stop(how);
      await start();
    },
    async remove() {
      await stop('crash');
      executor.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a database on the same server and resolves with its address. It is empty, or a copy of the database at `original`.
 * Postgres refuses to copy a database while there are connections to it.
 */
export async function createDatabase(besides: string, original?: string): Promise<string> {
  const name = `footnote_${randomBytes(6).toString('hex')}`;
  // Copying the files takes two thirds of the time of copying through the log.
  const content = original === undefined ? '' : ` template ${nameOf(original)} strategy file_copy`;
  await run(besides, `create database ${name}${content}`);
  const url = new URL(besides);
  url.pathname = name;
  return url.href;
}

/** Removes a database, even if there are still connections to it. */
export async function dropDatabase(besides: string, url: string): Promise<void> {
  await run(besides, `drop database if exists ${nameOf(url)} with (force)`);
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

async function answers(url: string): Promise<boolean> {
  try {
    await run(url, 'select 1');
    return true;
  } catch {
    return false;
  }
}

/** The folder of the programs: one on the path, or the newest of Debian's. */
function findPrograms(): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...path, ...debianFolders()].find((folder) =>
    ['initdb', 'postgres'].every((program) => isExecutable(join(folder, program))),
  );
}

function debianFolders(): string[] {
  try {
    const versions = readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one));
    return versions.map((version) => join(DEBIAN, version, 'bin'));
  } catch {
    return [];
  }
}

/** The account to run as if we are root; null if it is missing. */
function findAccount(): { uid: number; gid: number } | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${USER}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
}
