import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname, extname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { lowerPriority } from '../../platform/program/lower-priority.ts';
import type { DocumentKind } from './warm-parser.ts';

/** A process that runs one of the two programs for what others have written. */
export type ConfinedProcess = ChildProcess & {
  /** The beginning of what it wrote to its standard error: why it did not start. */
  errorOutput(): string;
};

/**
 * A process that runs `parser-process.ts`. It gets the bytes of documents on its standard input, as it may open no file. One that the
 * system has not started has no `pid`, perhaps no input, and emits `error`.
 */
export type ParserProcess = ConfinedProcess & { stdin: Writable };

/** Characters of a process's standard error that are kept. */
const ERROR_OUTPUT_LENGTH = 1_000;

/** As TypeScript from a checkout, as JavaScript once built: in the same form as this file. */
const PARSER = fileURLToPath(new URL(`./parser-process${extname(import.meta.url)}`, import.meta.url));
/** The program that reads git repositories, which is as untrusting as the other. */
const GIT = fileURLToPath(new URL(`../git/git-process${extname(import.meta.url)}`, import.meta.url));
/** The folder of the server's program. */
const SERVER = fileURLToPath(new URL('../..', import.meta.url));
/** The folders in it that the process may read: not those beside them, where a data directory may lie. The build makes `chunks`. */
const PROGRAM_FOLDERS = ['chunks', 'engines', 'ingestion', 'language', 'platform'];

/** The program's own folders, and those in which it looks for packages. */
function readableFolders(): string[] {
  const own = PROGRAM_FOLDERS.map((folder) => join(SERVER, folder));
  const packages: string[] = [];
  for (let folder = SERVER; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules');
    // Both, where it is a link: packages are looked up by the one and read by the other.
    if (existsSync(candidate)) packages.push(candidate, realpathSync(candidate));
    if (folder === dirname(folder)) return [...new Set([...own, ...packages])];
  }
}

/** What a process is for. */
export interface ParserProcessOptions {
  /** It warms up for a document of that kind. */
  kind?: DocumentKind;
  /** Folders that it may read beside the program. */
  readable?: readonly string[];
}

/** Starts a process that reads documents. Throws what the system says, if that starts none, or has the process emit it as `error`. */
export function startParserProcess(heap: number, { kind, readable = [] }: ParserProcessOptions = {}): ParserProcess {
  const child = startConfined(PARSER, heap, { words: kind ? [JSON.stringify(kind)] : [], readable, input: 'pipe' });
  const withInput = child as ParserProcess;
  // A process that ends in the middle of a document is noticed by its end.
  (withInput.stdin as Writable | undefined)?.on('error', () => undefined);
  return withInput;
}

/** Starts a process that reads one git repository. */
export const startGitProcess = (heap: number): ConfinedProcess =>
  startConfined(GIT, heap, { words: [], readable: [], input: 'ignore' });

/**
 * Starts a process that may use `heap` MB of JavaScript heap. It may read the program and nothing else, start no process or thread, and load no native code; `sandbox.ts` adds the rest.
 */
function startConfined(
  program: string,
  heap: number,
  { words, readable, input }: { words: string[]; readable: readonly string[]; input: 'pipe' | 'ignore' },
): ConfinedProcess {
  const allowed = [...readableFolders(), ...readable.map((folder) => realpathSync(folder))].map(
    (folder) => `--allow-fs-read=${folder}`,
  );
  const child = fork(program, words, {
    // An empty environment: nothing that a hostile file could make a parser reveal.
    env: {},
    execArgv: [`--max-old-space-size=${heap}`, '--permission', ...allowed, '--no-warnings'],
    serialization: 'advanced',
    stdio: [input, 'ignore', 'pipe', 'ipc'],
  });
  // At once, as loading the parsers keeps a processor busy as well.
  lowerPriority(child);
  // Without a listener an error would end the server.
  child.on('error', () => child.kill('SIGKILL'));
  let errorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text.slice(0, ERROR_OUTPUT_LENGTH - errorOutput.length);
  });
  // A process that waits for a document does not keep the server alive.
  (child.stderr as Socket | null)?.unref();
  return Object.assign(child, { errorOutput: () => errorOutput.trim() });
}
