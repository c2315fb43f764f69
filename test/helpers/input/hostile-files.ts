import { deflateSync } from 'node:zlib';
import type { DocumentFormat } from '../../../server/ingestion/types.ts';
import { makeDocx, wordParagraph } from '../../server/ingestion/make-files.ts';
import { makeXlsx } from '../../server/ingestion/make-office-files.ts';

const MEGABYTE = 1024 * 1024;

/** A PDF without a cross-reference table, which readers rebuild. */
function rawPdf(pages: string, objects: (string | Buffer)[], catalog = '', trailer = ''): Buffer {
  const parts: (string | Buffer)[] = [
    `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj\n`,
    `2 0 obj${pages}endobj\n`,
  ];
  for (const [index, object] of objects.entries()) parts.push(`${index + 3} 0 obj\n`, object, '\nendobj\n');
  parts.push(`trailer<</Root 1 0 R${trailer}>>\n%%EOF`);
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

/** Files that are designed to crash or stall a parser. */
export const HOSTILE_FILES: [what: string, format: DocumentFormat, make: () => Uint8Array][] = [
  [
    'a sheet of a million rows in one string',
    'xlsx',
    () =>
      makeXlsx(
        [{ name: 'A', content: `<sheetData>${'<row><c t="s"><v>0</v></c></row>'.repeat(1_000_000)}</sheetData>` }],
        {
          strings: [`<t>${'word '.repeat(100)}</t>`],
        },
      ),
  ],
  ['notes inside of notes', 'rst', () => Buffer.from('.. note:: .. note::\n'.repeat(50_000))],
  ['marks that never close', 'asciidoc', () => Buffer.from('`a *b _c <<d '.repeat(100_000))],
  ['a notebook of empty cells', 'notebook', () => Buffer.from(`{"cells":[${'{},'.repeat(500_000)}{}]}`)],
  [
    'aliases of aliases',
    'openapi',
    () =>
      Buffer.from(
        `openapi: 3.0.0\na0: &a0 {x: y}\n${Array.from({ length: 60 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}, *a${at}]`).join('\n')}\npaths: {}\n`,
      ),
  ],
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
  [
    'a form whose fields hold each other',
    'pdf',
    () =>
      rawPdf(
        onePage,
        [
          page.replace('/Contents', '/Annots[6 0 R 7 0 R]/Contents'),
          FONT,
          stream(words(3)),
          '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(b)/Parent 7 0 R/Kids[7 0 R]/Rect[0 0 9 9]>>',
          '<</Type/Annot/Subtype/Widget/FT/Tx/T(c)/V(d)/Parent 6 0 R/Kids[6 0 R]/Rect[0 0 9 9]>>',
        ],
        '/AcroForm<</Fields[6 0 R 7 0 R]>>',
      ),
  ],
  [
    'a hundred thousand boxes on a page',
    'pdf',
    () =>
      rawPdf(onePage, [
        page.replace('/Contents', `/Annots[${'6 0 R '.repeat(100_000)}]/Contents`),
        FONT,
        stream(words(3)),
        '<</Type/Annot/Subtype/FreeText/Contents(box)/Rect[0 0 9 9]>>',
      ]),
  ],
  [
    'a field whose value inflates to 120 MB',
    'pdf',
    () =>
      rawPdf(
        onePage,
        [
          page.replace('/Contents', '/Annots[6 0 R]/Contents'),
          FONT,
          stream(words(3)),
          '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V 7 0 R/Rect[0 0 9 9]>>',
          stream(Buffer.alloc(120 * MEGABYTE, 'word ')),
        ],
        '/AcroForm<</Fields[6 0 R]>>',
      ),
  ],
  [
    'a font that maps its letters a million times',
    'pdf',
    () =>
      rawPdf(onePage, [
        page,
        '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/W[0[5 0 R]]>>]/ToUnicode 6 0 R>>',
        stream(words(300)),
        stream(
          Buffer.from(
            `1 begincodespacerange<0000><FFFF>endcodespacerange ${'1 beginbfrange<0000><FFFF><0041>endbfrange '.repeat(30_000)}`,
          ),
        ),
      ]),
  ],
  [
    'a table of objects that leads back to itself',
    'pdf',
    () =>
      Buffer.concat([
        rawPdf(onePage, [page, FONT, stream(words(3))], '', '/Prev 9'),
        Buffer.from('\nstartxref\n9\n%%EOF'),
      ]),
  ],
  [
    'tables of objects that are garbage',
    'pdf',
    () =>
      Buffer.concat([
        rawPdf(onePage, [page, FONT, stream(words(3))]),
        Buffer.from(`\nxref\n0 999999999\n${'garbage '.repeat(9_000)}\nstartxref\n4294967295\n%%EOF`),
      ]),
  ],
  ['arrays within arrays', 'pdf', () => rawPdf(onePage, [page, FONT, stream(Buffer.from('['.repeat(500_000)))])],
  ['two million runs of text', 'docx', () => makeDocx(wordParagraph('word '.repeat(20)).repeat(40_000))],
  [
    'tables within tables',
    'docx',
    () =>
      makeDocx(`${'<w:tbl><w:tr><w:tc>'.repeat(3_000)}${wordParagraph('x')}${'</w:tc></w:tr></w:tbl>'.repeat(3_000)}`),
  ],
  ['elements within elements', 'html', () => Buffer.from('<div><table><tr><td>'.repeat(60_000))],
  ['pictures and templates within each other', 'html', () => Buffer.from('<svg><template><math>'.repeat(40_000))],
  [
    'a hundred thousand attributes',
    'html',
    () => Buffer.from(`<p ${Array.from({ length: 100_000 }, (_, at) => `a${at}=b`).join(' ')}>text`),
  ],
  ['fifteen megabytes of entities', 'html', () => Buffer.from(`<p>${'&amp;'.repeat(3_000_000)}`)],
  ['a comment that never ends', 'html', () => Buffer.from(`<p>text<!--${' x'.repeat(2_000_000)}`)],
  ['tags that never end', 'html', () => Buffer.from('<a href="'.repeat(300_000))],
  ['quotes within quotes', 'markdown', () => Buffer.from(`${'>'.repeat(20_000)} deep\n`)],
  ['brackets that never close', 'markdown', () => Buffer.from('['.repeat(50_000))],
  ['one line of 8 MB', 'text', () => Buffer.alloc(8 * MEGABYTE, 'word ')],
  ['letters with thousands of accents', 'text', () => Buffer.from(`a${'\u0301'.repeat(200_000)} and the rest`)],
];
