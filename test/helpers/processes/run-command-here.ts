import type { Run } from '../../../server/commands/command.ts';
import { readEnv } from '../../../server/config/env.ts';
import { createLog } from '../../../server/platform/log.ts';
import type { CommandEnded } from './run-command.ts';

/**
 * Runs a command in this process, which takes a tenth of the time of a process of its own: for tests about what it accepts.
 * Its error is on `errorOut`, without the beginning that the program adds.
 */
export async function runCommandHere(
  run: Run,
  words: string[],
  env: Record<string, string>,
  signal: AbortSignal = new AbortController().signal,
): Promise<CommandEnded> {
  const said: string[] = [];
  const ended = (code: number, errorOut: string) => ({ code, signal: null, out: said.join('\n'), errorOut });
  try {
    const isUnderstood = await run({
      words,
      env: readEnv(env),
      log: createLog(() => undefined),
      say: (line) => said.push(line),
      terminal: null,
      signal,
    });
    return ended(isUnderstood ? 0 : 2, '');
  } catch (error) {
    return ended(1, error instanceof Error ? error.message : String(error));
  }
}
