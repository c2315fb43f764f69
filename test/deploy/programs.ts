import { spawnSync } from 'node:child_process';
import { LIMIT_MS } from '../helpers/timing/until.ts';

/** Is this program installed here, and does it run with these words? Programs that hang count as missing. */
export function runs(program: string, ...words: string[]): boolean {
  return spawnSync(program, words, { timeout: LIMIT_MS }).status === 0;
}
