import { readFileSync } from 'node:fs';

/** Reads a file that has a JSON value in each line. */
export function readJsonLines<Line>(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}
