import { FILE_FORMATS } from '../../platform/files/file-formats.ts';
import type { DocumentFormat } from '../types.ts';

/** Documents that a waiting process reads to warm up. Their words do not matter: changing them changes no result. */

const SENTENCES =
  'This is a text of no importance, and it is about nothing. It has two sentences, as most paragraphs have. ' +
  'Its reader knows 3 things more: that it has numbers, names like Footnote, and “marks”. Is it a question? No. ';

const PARAGRAPHS = 12;

/** A sample of this format; null for formats whose parser is only loaded. */
export function sampleDocument(format: DocumentFormat): Uint8Array | null {
  if (format === 'pdf') return samplePdf();
  if (FILE_FORMATS[format].kind !== 'text') return null;
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, at) => `## Part ${at}\n\n${SENTENCES}`);
  const text = format === 'html' ? paragraphs.map((part) => `<p>${part}</p>`) : paragraphs;
  return new TextEncoder().encode(text.join('\n\n'));
}

const LINES = 48;

/** Two pages of running text, without a cross-reference table: PDFium rebuilds it. */
function samplePdf(): Uint8Array {
  const words = SENTENCES.replace(/[“”]/g, '').split(' ');
  const line = (at: number) =>
    Array.from({ length: 14 }, (_, word) => words[(at * 14 + word) % words.length]).join(' ');
  const lines = Array.from({ length: LINES }, (_, at) => `(${line(at)}) Tj 0 -14 Td`).join('\n');
  const content = `BT /F 10 Tf 50 780 Td\n${lines}\nET`;
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 840]/Resources<</Font<</F 5 0 R>>>>/Contents 6 0 R>>';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>',
    page,
    page,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ];
  const written = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return new TextEncoder().encode(`%PDF-1.7\n${written}trailer<</Root 1 0 R>>\n%%EOF`);
}
