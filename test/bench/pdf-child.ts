/**
 * Reads one PDF in a process of its own, as each document has one, and prints the milliseconds that it took: in a process
 * that has made ready for it, as the server's next document finds one; and once all of the code is warm.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from '../../server/ingestion/parse/parse.ts';
import { warmUp } from '../../server/ingestion/parse/warm-parser.ts';

const [path = ''] = process.argv.slice(2);
const bytes = readFileSync(path);
const { parser } = await warmUp({ format: 'pdf' }, () => false);
// Functions that were found to be hot are compiled in the background.
await sleep(500);

async function timed(ready?: typeof parser): Promise<{ pages: number; took: number }> {
  const from = performance.now();
  const document = await parse('pdf', bytes, () => undefined, ready);
  return { pages: document.pages.length, took: performance.now() - from };
}

const { pages, took: first } = await timed(parser);
await timed();
console.log(JSON.stringify({ pages, first, warm: (await timed()).took }));
