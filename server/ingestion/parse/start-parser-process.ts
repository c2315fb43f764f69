import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentKind } from './warm-parser.ts';

/** A process that runs `parser-process.ts`. */
export type ParserProcess = ChildProcess;

/** As TypeScript from a checkout, as JavaScript once built: in the same form as this file. */
const PROGRAM = fileURLToPath(new URL(`./parser-process${extname(import.meta.url)}`, import.meta.url));
/** A sixth of the share of an ordinary process: answers come before ingestion, which must not starve on a busy machine. */
const NICENESS = 8;

/** Starts a process that may use `heap` MB of JavaScript heap. With `kind`, it warms up for a document of that kind. */
export function startParserProcess(heap: number, kind?: DocumentKind): ParserProcess {
  const child = fork(PROGRAM, kind ? [JSON.stringify(kind)] : [], {
    // An empty environment: nothing that a hostile file could make a parser reveal.
    env: {},
    execArgv: [`--max-old-space-size=${heap}`, '--permission', '--allow-fs-read=*', '--no-warnings'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // At once, as loading the parsers keeps a processor busy as well.
  if (child.pid) lowerPriority(child.pid);
  // Without a listener an error would end the server. A process that cannot be started never answers, either.
  child.on('error', () => child.kill('SIGKILL'));
  return child;
}

/** Where the system does not allow it, the process keeps its priority. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    return;
  }
}
