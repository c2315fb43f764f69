import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_LIMIT_MS = 15_000;
const STOP_LIMIT_MS = 15_000;
const LINES_KEPT = 15;

/** Environment variables that the child inherits; the settings of the user's own server stay out of the demo's. */
const INHERITED = ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'NODE_EXTRA_CA_CERTS'];

/** A running Footnote server. */
export interface ServerProcess {
  /** Without a trailing slash, for example `http://127.0.0.1:8787`. */
  origin: string;
  pid: number;
  /** With which the first account can be created; empty if the server has accounts. */
  setupToken: string;
  /** Resolves with the last lines of output if the process ends by itself. */
  died: Promise<string>;
  /** Stops the process and waits for its end. */
  stop(): Promise<void>;
}

/** The first free port from `from` on. Throws after 50 attempts. */
export async function freePort(from: number): Promise<number> {
  for (let port = from; port < from + 50; port += 1) {
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!free) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
  throw new Error(`No free port between ${from} and ${from + 49}.`);
}

/**
 * Starts the real server as a child process and waits until it answers.
 * Throws an error with its last lines of output if it ends or does not answer in time.
 */
export async function startServer(settings: {
  dataDirectory: string;
  port: number;
  environment?: Record<string, string>;
  /** The server's program; by default, the one built here. */
  program?: string;
}): Promise<ServerProcess> {
  const child = spawn(process.execPath, [settings.program ?? 'server/dist/main.js', 'start'], {
    cwd: ROOT,
    // In a separate process group: Ctrl-C in the terminal reaches only the demo, which then stops the server.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      HOST: '127.0.0.1',
      PORT: String(settings.port),
      DATA_DIR: settings.dataDirectory,
      ...settings.environment,
    },
  });
  const lastLines = keepLastLines(child);
  const listening = readAddress(child);
  const ended = once(child, 'close').then(() => `The server ended (${child.exitCode ?? child.signalCode}).`);
  const origin = `http://127.0.0.1:${settings.port}`;
  const waiting = new AbortController();
  const ready = answers(origin, waiting.signal).then(async (how) => {
    if (how === 'ready') await listening;
    return how;
  });
  const outcome = await Promise.race([ready, ended]);
  waiting.abort();
  if (outcome !== 'ready') {
    child.kill('SIGKILL');
    throw new Error(`The server did not start. ${outcome} Its last lines:\n${lastLines()}`);
  }
  return {
    origin,
    pid: child.pid ?? 0,
    setupToken: await listening,
    died: ended.then((how) => `${how} Its last lines:\n${lastLines()}`),
    stop: () => stop(child, ended),
  };
}

function keepLastLines(child: ChildProcess): () => string {
  let kept = '';
  const keep = (chunk: Buffer) => {
    kept = (kept + chunk.toString('utf8')).split('\n').slice(-LINES_KEPT).join('\n');
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return () => kept.trim() || '(it wrote nothing)';
}

/** Resolves with the token in the setup link once the server has printed where it listens; empty if it printed none. */
function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8');
      // Both lines are written at once.
      if (/^Footnote is listening.*\n/m.test(printed)) resolve(/#setup=(\S+)/.exec(printed)?.[1] ?? '');
    });
  });
}

async function answers(origin: string, signal: AbortSignal): Promise<string> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline && !signal.aborted) {
    const response = await fetch(`${origin}/health`).catch(() => null);
    if (response?.ok) return 'ready';
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return `It did not answer ${origin}/health within ${START_LIMIT_MS / 1000} s.`;
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(force);
}
