import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../../../server/ingestion/parsers/pdf/parse-pdf.ts';
import { bytesOf, makePdf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

async function read(bytes: Uint8Array) {
  const document = await parsePdf(bytes);
  expectSound(document);
  return { ...document, blocks: blocksOf(document).map(({ kind, text }) => ({ kind, text })) };
}

const written = async (draw: (pdf: PDFKit.PDFDocument) => void) => read(await makePdf(draw));

/** A page with a usual font, G, and one that does not tell which characters it has, F. */
function pdfOf(content: string): Uint8Array {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R/G 7 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Odd/Encoding/Identity-H/DescendantFonts[6 0 R]>>',
    '<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+Odd/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj\n${object}\nendobj\n`).join('');
  return bytesOf(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R>>\n`);
}

describe('lists in a PDF', () => {
  // As LaTeX writes them.
  it('have bullets whose font does not tell that they are', async () => {
    const items = ['a card', 'some patience'].map(
      (item, at) =>
        `/F 11 Tf 1 0 0 1 58 ${680 - at * 14} Tm <0088> Tj /G 11 Tf 1 0 0 1 72 ${680 - at * 14} Tm (${item}) Tj`,
    );
    const { blocks, leftOut } = await read(
      pdfOf(`BT /G 11 Tf 1 0 0 1 50 700 Tm (Bring with you:) Tj ${items.join(' ')} ET`),
    );
    expect(blocks).toEqual([
      { kind: 'paragraph', text: 'Bring with you:' },
      { kind: 'list-item', text: '• a card' },
      { kind: 'list-item', text: '• some patience' },
    ]);
    expect(leftOut).toBeUndefined();
  });

  it('have items that continue on the next page', async () => {
    const { blocks } = await written((pdf) => {
      pdf.addPage().fontSize(11).text('• Readers may keep a book for four weeks, and', 72, 690);
      pdf.addPage().text('renew it twice.', 84, 72).text('• A late book costs a fee.', 72, 100);
    });
    expect(blocks.map(({ text }) => text)).toEqual([
      '• Readers may keep a book for four weeks, and renew it twice.',
      '• A late book costs a fee.',
    ]);
  });

  it('have no items of a bullet alone', async () => {
    const { blocks } = await written((pdf) => {
      pdf.addPage().fontSize(11).text('1. Open the door.', 72, 60);
      pdf.text('•', 90, 76).text('2. Go in.', 72, 160);
    });
    expect(blocks).toEqual([
      { kind: 'list-item', text: '1. Open the door.' },
      { kind: 'list-item', text: '2. Go in.' },
    ]);
  });

  it('do not begin with a number or dash within a sentence', async () => {
    const texts = [
      [
        'The library lends as many books as a reader can carry, and their number is limited to',
        '600. Whoever needs more of them asks at the desk.',
      ],
      ['Whoever needs more of them asks at the desk, where somebody always finds the way home', '– by wheelbarrow.'],
    ];
    const { blocks } = await written((pdf) => {
      pdf.addPage().fontSize(11);
      for (const [at, line] of texts.flat().entries())
        pdf.text(line, 72, 60 + at * 13 + Math.floor(at / 2) * 20, { lineBreak: false });
    });
    expect(blocks).toEqual(texts.map((lines) => ({ kind: 'paragraph', text: lines.join(' ') })));
  });
});
