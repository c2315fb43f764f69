import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../../../server/ingestion/parsers/pdf/parse-pdf.ts';
import { readingReport } from '../../../../../server/ingestion/reading-report.ts';
import { makePdfOfOddFont } from '../../make-files.ts';

const LINES = [
  'The lock opens at seven in the morning.',
  'Boats above twelve metres need a pilot.',
  'A licence costs ninety crowns for a season.',
];

/** A page with a font that numbers its glyphs and has no map to characters, and one line in a usual font. */
function pdfOf(lines: string[], numberOf: (letter: string) => number): Uint8Array {
  const hex = (line: string) => [...line].map((letter) => numberOf(letter).toString(16).padStart(4, '0')).join('');
  const shown = lines.map((line, at) => `1 0 0 1 50 ${680 - at * 20} Tm <${hex(line)}> Tj`).join('\n');
  const content = `BT /G 12 Tf 1 0 0 1 50 700 Tm (Canal Works) Tj /F 12 Tf ${shown} ET`;
  return makePdfOfOddFont(content);
}

describe('letters whose font does not tell which they are', () => {
  it('are told with all of them, where only some have no character at all', async () => {
    const many = Array.from({ length: 5 }, () => LINES).flat();
    // As many programs number glyphs, so that `A` is 36: small letters become others, capitals and signs become controls.
    const document = await parsePdf(pdfOf(many, (letter) => letter.charCodeAt(0) - 29));
    expect(document.text).toContain('Canal Works');
    const letters = many.join('').replaceAll(' ', '').length;
    const [told] = document.leftOut ?? [];
    expect(told).toMatchObject({ kind: 'undecodable', text: '' });
    expect(told?.characters).toBeGreaterThanOrEqual(letters);
    expect(readingReport(document).warning).toMatchObject({ cause: 'undecodable' });
  });

  it('are told by none where their numbers are those of the characters', async () => {
    const document = await parsePdf(pdfOf(LINES, (letter) => letter.charCodeAt(0)));
    expect(document.text).toContain('A licence costs ninety crowns');
    expect(document).not.toHaveProperty('leftOut');
    expect(document).not.toHaveProperty('misread');
  });

  it('are no few letters, and no figures', async () => {
    for (const line of ['xyz', '12.5 + 7,250 = 7262.5'])
      expect(await parsePdf(pdfOf([line], (letter) => letter.charCodeAt(0))), line).not.toHaveProperty('misread');
  });
});
