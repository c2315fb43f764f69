/**
 * Writes the HTML page, the PDF and the Word file of the guide from their Markdown originals in made-from/.
 * The same originals give the same bytes on every machine: `node examples/docs/make.ts [folder]` (default: this one).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Chapter, readChapter } from './make/chapter.ts';
import { toDocx } from './make/to-docx.ts';
import { toHtml } from './make/to-html.ts';
import { toPdf } from './make/to-pdf.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** The date of this edition: the only date in the generated files. */
const EDITION = new Date('2026-11-01T00:00:00Z');

const FILES: { original: string; made: string; write: (chapter: Chapter, edition: Date) => Promise<Uint8Array> }[] = [
  { original: 'configuration.md', made: 'configuration.html', write: toHtml },
  { original: 'operations.md', made: 'operations.pdf', write: toPdf },
  { original: 'credentials.md', made: 'credentials.docx', write: toDocx },
];

// The Word library writes the current local time into the file, and has no option for that.
process.env.TZ = 'UTC';
mock.timers.enable({ apis: ['Date'], now: EDITION });

const target = process.argv[2] ?? HERE;
for (const { original, made, write } of FILES) {
  const chapter = readChapter(await readFile(join(HERE, 'made-from', original), 'utf8'));
  await writeFile(join(target, made), await write(chapter, EDITION));
  console.log(made);
}
