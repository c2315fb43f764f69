import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterFile } from '../after-file.ts';

const MAIN = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));

/** The exit status and the output of a command. */
export interface CommandEnded {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  errorOut: string;
}

/** Starts the built `footnote` with arguments. It is killed if it still runs after the file's tests. */
export function startCommand(words: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  afterFile(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  let out = '';
  let errorOut = '';
  child.stdout.on('data', (bytes) => (out += bytes));
  child.stderr.on('data', (bytes) => (errorOut += bytes));
  const ended: Promise<CommandEnded> = once(child, 'close').then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    out,
    errorOut,
  }));
  return { child, ended };
}

/** Runs it and waits for its end. */
export const runCommand = (words: string[], env: Record<string, string>) => startCommand(words, env).ended;
