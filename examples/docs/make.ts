/**
 * Writes into the pages of the guide the numbers that the code decides, then the HTML page, the PDF and the Word file from their
 * Markdown pages: inputs that show the readers. The same pages give the same bytes on every machine:
 * `node examples/docs/make.ts [folder]` (default: `made`). With a folder, the pages stay as they are.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { mock } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PAGES } from './contents.ts';
import { type Chapter, readChapter } from './make/chapter.ts';
import { toDocx } from './make/to-docx.ts';
import { toHtml } from './make/to-html.ts';
import { toPdf } from './make/to-pdf.ts';
import { NUMBERS, withNumbers } from './numbers.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The date of this edition: the only date in the generated files. */
const EDITION = new Date('2026-11-01T00:00:00Z');

const WRITERS: Record<string, (chapter: Chapter, edition: Date) => Promise<Uint8Array>> = {
  '.html': toHtml,
  '.pdf': toPdf,
  '.docx': toDocx,
};

// The Word library writes the current local time into the file, and has no option for that.
process.env.TZ = 'UTC';
mock.timers.enable({ apis: ['Date'], now: EDITION });

if (process.argv[2] === undefined) {
  for (const page of new Set(NUMBERS.map((one) => one.page)))
    await writeFile(join(HERE, page), withNumbers(page, await readFile(join(HERE, page), 'utf8')));
}

const target = process.argv[2] ?? join(HERE, 'made');
for (const { file, made } of PAGES) {
  if (!made) continue;
  const write = WRITERS[extname(made)];
  if (!write) throw new Error(`Nothing writes ${made}.`);
  const chapter = readChapter(await readFile(join(HERE, file), 'utf8'));
  await writeFile(join(target, made), await write(chapter, EDITION));
  console.log(made);
}
