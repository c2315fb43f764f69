import { spawnSync } from 'node:child_process';

/** Is this program installed here, and does it run with these words? Programs that hang count as missing. */
export function runs(program: string, ...words: string[]): boolean {
  return spawnSync(program, words, { timeout: 10_000 }).status === 0;
}
