import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SourceFailure } from '../../../server/errors.ts';
import { createParseHost } from '../../../server/ingestion/parse-host.ts';
import type { DocumentFormat } from '../../../server/ingestion/types.ts';
import { makeDocx, wordParagraph } from './make-files.ts';

const MEGABYTE = 1024 * 1024;

/** A PDF written by hand, without a table of its objects; readers rebuild that. */
function rawPdf(pages: string, objects: (string | Buffer)[]): Buffer {
  const parts: (string | Buffer)[] = [
    '%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n',
    `2 0 obj${pages}endobj\n`,
  ];
  for (const [index, object] of objects.entries()) parts.push(`${index + 3} 0 obj`, object, 'endobj\n');
  parts.push('trailer<</Root 1 0 R>>\n%%EOF');
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
}

function stream(content: Buffer): Buffer {
  const data = deflateSync(content, { level: 1 });
  return Buffer.concat([
    Buffer.from(`<</Length ${data.length}/Filter/FlateDecode>>stream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>';
const onePage = '<</Type/Pages/Count 1/Kids[3 0 R]>>';
const words = (count: number) => Buffer.from(`BT /F 10 Tf ${'(word) Tj 1 0 Td '.repeat(count)}ET`);

const FILES: [what: string, format: DocumentFormat, make: () => Uint8Array][] = [
  [
    'a page that inflates to 120 MB',
    'pdf',
    () => rawPdf(onePage, [page, FONT, stream(Buffer.alloc(18 * MEGABYTE, ' '))]),
  ],
  [
    'a thousand pages that share two megabytes of text',
    'pdf',
    () => rawPdf(`<</Type/Pages/Count 1000/Kids[${'3 0 R '.repeat(1000)}]>>`, [page, FONT, stream(words(120_000))]),
  ],
  [
    'a page tree that holds itself',
    'pdf',
    () => rawPdf('<</Type/Pages/Count 5/Kids[2 0 R 2 0 R 3 0 R]>>', [page, FONT, stream(words(3))]),
  ],
  [
    'pages that claim to be billions',
    'pdf',
    () => rawPdf('<</Type/Pages/Count 2147483647/Kids[3 0 R]>>', [page, FONT, stream(words(3))]),
  ],
  [
    'twenty thousand objects',
    'pdf',
    () => rawPdf(onePage, [page, FONT, stream(words(3)), ...Array.from({ length: 20_000 }, () => '<</A 3 0 R>>')]),
  ],
  ['arrays within arrays', 'pdf', () => rawPdf(onePage, [page, FONT, stream(Buffer.from('['.repeat(500_000)))])],
  ['two million runs of text', 'docx', () => makeDocx(wordParagraph('word '.repeat(20)).repeat(40_000))],
  [
    'tables within tables',
    'docx',
    () =>
      makeDocx(`${'<w:tbl><w:tr><w:tc>'.repeat(3_000)}${wordParagraph('x')}${'</w:tc></w:tr></w:tbl>'.repeat(3_000)}`),
  ],
  ['quotes within quotes', 'markdown', () => Buffer.from(`${'>'.repeat(20_000)} deep\n`)],
  ['brackets that never close', 'markdown', () => Buffer.from('['.repeat(50_000))],
  ['one line of 8 MB', 'text', () => Buffer.alloc(8 * MEGABYTE, 'word ')],
  ['letters with thousands of accents', 'text', () => Buffer.from(`a${'\u0301'.repeat(200_000)} and the rest`)],
];

describe('files made to take a reader down', () => {
  const host = createParseHost({ heap: 256, resident: 500, time: 4_000 });
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  });
  afterAll(async () => {
    host.close();
    await rm(folder, { recursive: true });
  });

  it.each(FILES)('%s ends in a document or a reason, and the next file is read', async (_what, format, make) => {
    const path = join(folder, crypto.randomUUID());
    await writeFile(path, make());
    const quiet = { signal: new AbortController().signal, onProgress: () => undefined };
    const began = Date.now();
    const outcome = await host
      .prepareDocument({ path, format, fileName: `a.${format}` }, quiet)
      .catch((error: unknown) => error);
    expect(Date.now() - began).toBeLessThan(8_000);
    if (outcome instanceof Error) {
      expect(outcome).toBeInstanceOf(SourceFailure);
      expect(outcome).not.toHaveProperty('code', 'internal_error');
    }
    const next = join(folder, 'next');
    await writeFile(next, 'Still here.');
    const { document } = await host.prepareDocument({ path: next, format: 'text', fileName: 'next.txt' }, quiet);
    expect(document.text).toBe('Still here.');
  });
});
