/**
 * Parses a PDF in a separate process, as the server does for each document, and prints the milliseconds: in a prepared process
 * like the server's spare one, and once all of the code is warm.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from '../../../server/ingestion/parse/parse.ts';
import { warmUp } from '../../../server/ingestion/parse/warm-parser.ts';

const [path = ''] = process.argv.slice(2);
const bytes = readFileSync(path);
const { parser } = await warmUp({ format: 'pdf' }, () => false);
// Hot functions are compiled in the background.
await sleep(500);

async function timed(ready?: typeof parser): Promise<{ pages: number; took: number }> {
  const from = performance.now();
  const document = await parse('pdf', bytes, () => undefined, ready);
  return { pages: document.pages.length, took: performance.now() - from };
}

const { pages, took: first } = await timed(parser);
await timed();
console.log(JSON.stringify({ pages, first, warm: (await timed()).took }));
