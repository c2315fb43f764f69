import { readFileSync, writeFileSync } from 'node:fs';
import { EXAMINED_WITH } from './examine.ts';

const FILE = new URL('./examined.txt', import.meta.url);

/** The expressions that were examined and take time in proportion to their text: a line for each, below that of the examiner. */
export function readExamined(): Set<string> {
  const [first, ...lines] = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return new Set(first === EXAMINED_WITH ? lines : []);
}

export function writeExamined(expressions: Iterable<string>): void {
  writeFileSync(FILE, `${[EXAMINED_WITH, ...[...expressions].toSorted()].join('\n')}\n`);
}
