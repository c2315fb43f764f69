import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { seeded } from '../../helpers/input/seeded.ts';

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu lan mer tin dor'.split(' ');

/** Draws made-up words with the frequency distribution of real ones (Zipf). */
export function createWords(random: () => number): () => string {
  const vocabulary = Array.from({ length: 8000 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 3) }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(
      '',
    ),
  );
  return () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? 'ba';
}

const FUNCTION_WORDS =
  'the of and to in is that it for was on are as with they be at one have this from by not but what'.split(' ');

/** Mixes in as many function words as English has, so that the language is recognised. */
export function asInEnglish(word: () => string, random: () => number): () => string {
  return () => (random() < 0.42 ? (FUNCTION_WORDS[Math.floor(random() * FUNCTION_WORDS.length)] ?? 'the') : word());
}

/** Sentences with a total of at least `characters` characters. */
export function paragraph(word: () => string, random: () => number, characters: number): string {
  let text = '';
  while (text.length < characters) {
    const sentence = Array.from({ length: 6 + Math.floor(random() * 14) }, word).join(' ');
    text += `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. `;
  }
  return text.trim();
}

/** A PDF of A4 pages with about 3,500 characters and one heading each. */
export async function makePdf(pages: number, seed = 1): Promise<Uint8Array> {
  const random = seeded(seed);
  const word = asInEnglish(createWords(random), random);
  const pdf = new PDFDocument({ size: 'A4', margin: 50, autoFirstPage: false });
  const bytes = buffer(pdf);
  for (let page = 1; page <= pages; page += 1) {
    pdf.addPage().fontSize(13).text(`Chapter ${page}: ${word()} ${word()}`).moveDown(0.5).fontSize(9);
    for (let part = 0; part < 5; part += 1) pdf.text(paragraph(word, random, 690)).moveDown(0.5);
  }
  pdf.end();
  return bytes;
}

/** A Markdown book of about a megabyte. Each heading has a section of some paragraphs. */
export function makeMarkdown(times = 1): Uint8Array {
  const random = seeded(3);
  const word = asInEnglish(createWords(random), random);
  const sections = Array.from({ length: 500 * times }, (_, index) => {
    const paragraphs = Array.from({ length: 4 }, () => paragraph(word, random, 500));
    return `## Section ${index + 1}: ${word()}\n\n${paragraphs.join('\n\n')}`;
  });
  return new TextEncoder().encode(`# A book\n\n${sections.join('\n\n')}\n`);
}
