import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { type ProgressLine, progressBar } from './progress-line.ts';

/** What a command receives. */
export interface Command {
  /** The arguments after its name. */
  words: string[];
  env: Env;
  log: Log;
  /** Writes a line for people. */
  say(line: string): void;
  /** Null unless standard output is a terminal. */
  terminal: NodeJS.WriteStream | null;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
}

/** Resolves with false if the arguments are not understood. Throws an error whose message is written for the operator. */
export type Run = (command: Command) => Promise<boolean>;

const SILENT: ProgressLine = { show: () => undefined, stop: () => undefined };

/** Shows the progress in bytes on a terminal. Writes nothing elsewhere, such as to a timer's log. */
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
export const plural = (count: number, what: string) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
