import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { type ProgressLine, progressBar } from './progress-line.ts';

/** What a command is given. */
export interface Command {
  /** What follows its name. */
  words: string[];
  env: Env;
  log: Log;
  /** Writes a line for people. */
  say(line: string): void;
  /** Null where nobody watches. */
  terminal: NodeJS.WriteStream | null;
  /** Ctrl-C. */
  signal: AbortSignal;
}

/** False where the words are no command. Throws a sentence where it could not be done. */
export type Run = (command: Command) => Promise<boolean>;

const SILENT: ProgressLine = { show: () => undefined, stop: () => undefined };

/** Shows how far the work is, in bytes, to whoever watches; the log of a timer gets no lines from it. */
export async function withProgress<Result>(
  { terminal }: Pick<Command, 'terminal'>,
  work: (progress: ProgressLine) => Promise<Result>,
): Promise<Result> {
  const progress = terminal ? progressBar(terminal) : SILENT;
  try {
    return await work(progress);
  } finally {
    progress.stop();
  }
}

/** "1 project", "2 projects". */
export const many = (count: number, what: string) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
