/**
 * Reads one PDF three times in a process of its own, as each document has one, and prints the milliseconds of each: the
 * first as a server's first document would take, the last once all code is warm.
 */
import { readFileSync } from 'node:fs';
import { parse } from '../../server/ingestion/parse.ts';

const [path = ''] = process.argv.slice(2);
const bytes = readFileSync(path);
const times: number[] = [];
let pages = 0;
for (let turn = 0; turn < 3; turn += 1) {
  const began = performance.now();
  const document = await parse('pdf', bytes, () => undefined);
  times.push(performance.now() - began);
  pages = document.pages?.length ?? 0;
}
console.log(JSON.stringify({ pages, first: times[0], warm: times.at(-1) }));
