import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterFile } from '../after-file.ts';
import { LIMIT_MS } from '../timing/until.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The inherited environment variables. The settings of the developer's own server are not among them. */
const INHERITED = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];

/** The end of a server process. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A real server in a separate process. */
export interface ServerProcess {
  /** The origin, without a slash at its end: `http://127.0.0.1:40123`. */
  url: string;
  /** `url` and `/v1`. */
  baseURL: string;
  dataDir: string;
  pid: number;
  /** With which the first account can be created; empty if the server has accounts. */
  setupToken: string;
  /** Its standard output and error so far. */
  output(): string;
  /** Stops it and returns how it ended. Throws if it must be killed. */
  stop(): Promise<Ended>;
  /** Kills it. Its data directory stays, so that another server can start on it. */
  kill9(): Promise<Ended>;
}

/** The options of `startServer`. */
export interface ServerSettings {
  /** Environment variables, which override those of the helper. */
  env?: Record<string, string>;
  /** Default: a new directory. Use that of a stopped or killed server to start on its data. */
  dataDir?: string;
  /** A program that starts a server, and its arguments. Default: the built server. */
  command?: [program: string, ...words: string[]];
}

/**
 * Starts the built server on a free port, without rate limits, and waits until it prints its address. Throws with its output if
 * it exits or prints none. Servers that are still running after the file's tests are killed.
 */
export async function startServer({
  env = {},
  dataDir = newFolder(),
  command: [program, ...words] = [process.execPath, 'server/dist/main.js', 'start'],
}: ServerSettings = {}): Promise<ServerProcess> {
  const child = spawn(program, words, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      // It takes half a second of a processor for each passage where many tests run; those that are about it turn it on.
      READER: 'off',
      RATE_LIMIT_GENERAL: '0',
      RATE_LIMIT_CHAT: '0',
      RATE_LIMIT_SEARCH: '0',
      RATE_LIMIT_INGESTION: '0',
      ...env,
    },
  });
  // A failed test leaves no process and no directory behind.
  afterFile(async () => {
    await end(child, 'SIGKILL');
  });
  const lines: string[] = [];
  const output = () => lines.join('\n');
  const url = await listening(child, lines).catch(async (error: Error) => {
    await end(child, 'SIGKILL');
    throw new Error(`The server did not start: ${error.message} Its output:\n${output() || '(none)'}`);
  });
  return {
    url,
    baseURL: `${url}/v1`,
    dataDir,
    pid: child.pid ?? 0,
    // Printed together with the address.
    setupToken: /#setup=(\S+)/.exec(output())?.[1] ?? '',
    output,
    kill9: () => end(child, 'SIGKILL'),
    async stop() {
      const ended = await end(child, 'SIGTERM');
      if (ended.signal === 'SIGKILL') throw new Error(`The server did not stop within ${LIMIT_MS} ms:\n${output()}`);
      return ended;
    },
  };
}

/** Creates a temporary directory, which is removed after the file's tests. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-server-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Collects the process's output. Resolves with the address in the first complete line that contains one. */
function listening(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no address within ${LIMIT_MS} ms.`)), LIMIT_MS);
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(why));
    };
    child.once('error', (error) => fail(error.message));
    // Wait for "close" instead of "exit", so that all output has been read.
    child.once('close', (code, signal) => fail(`it ended (${code ?? signal}).`));
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      // Search complete lines, because a chunk may end within the port.
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const [address] = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(line) ?? [];
        if (!address) return;
        clearTimeout(timer);
        resolve(address);
      });
    }
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<Ended> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit');
    const force = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    child.kill(signal);
    await exit;
    clearTimeout(force);
  }
  return { code: child.exitCode, signal: child.signalCode };
}
