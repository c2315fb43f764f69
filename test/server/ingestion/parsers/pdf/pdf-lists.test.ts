import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../../../server/ingestion/parsers/pdf/parse-pdf.ts';
import { makePdf, makePdfOfOddFont } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

async function read(bytes: Uint8Array) {
  const document = await parsePdf(bytes);
  expectSound(document);
  return { ...document, blocks: blocksOf(document).map(({ kind, text }) => ({ kind, text })) };
}

const written = async (draw: (pdf: PDFKit.PDFDocument) => void) => read(await makePdf(draw));

describe('lists in a PDF', () => {
  // As LaTeX writes them.
  it('have bullets whose font does not tell that they are', async () => {
    const items = ['a card', 'some patience'].map(
      (item, at) =>
        `/F 11 Tf 1 0 0 1 58 ${680 - at * 14} Tm <0088> Tj /G 11 Tf 1 0 0 1 72 ${680 - at * 14} Tm (${item}) Tj`,
    );
    const { blocks, leftOut } = await read(
      makePdfOfOddFont(`BT /G 11 Tf 1 0 0 1 50 700 Tm (Bring with you:) Tj ${items.join(' ')} ET`),
    );
    expect(blocks).toEqual([
      { kind: 'paragraph', text: 'Bring with you:' },
      { kind: 'list-item', text: '• a card' },
      { kind: 'list-item', text: '• some patience' },
    ]);
    expect(leftOut).toBeUndefined();
  });

  it.each([72, 90])('have bullets that are letters of a font of signs, with text at %i', async (left) => {
    const items = ['a card', 'some patience'].map(
      (item, at) =>
        `/F 11 Tf 1 0 0 1 58 ${680 - at * 14} Tm <007A> Tj /G 11 Tf 1 0 0 1 ${left} ${680 - at * 14} Tm (${item}) Tj`,
    );
    const content = `BT /G 11 Tf 1 0 0 1 50 700 Tm (Bring with you:) Tj ${items.join(' ')} ET`;
    const { blocks } = await read(makePdfOfOddFont(content, 'Wingdings-Regular'));
    expect(blocks).toEqual([
      { kind: 'paragraph', text: 'Bring with you:' },
      { kind: 'list-item', text: '• a card' },
      { kind: 'list-item', text: '• some patience' },
    ]);
  });

  it('have bullets that are a letter of a monospaced font, which is a letter in code', async () => {
    const { blocks } = await written((pdf) => {
      pdf.addPage().fontSize(11);
      for (const [at, item] of ['a card', 'some patience'].entries()) {
        pdf.font('Courier').text('o', 72, 72 + at * 14, { lineBreak: false });
        pdf.font('Helvetica').text(item, 90, 72 + at * 14, { lineBreak: false });
      }
      pdf.text('Write this:', 72, 120).font('Courier').text('o = 1', 72, 140);
    });
    expect(blocks.map(({ text }) => text)).toEqual(['• a card', '• some patience', 'Write this:', 'o = 1']);
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
        '600. Those who need more of them ask at the desk.',
      ],
      ['Those who need more of them ask at the desk, where somebody always finds the way home', '– by wheelbarrow.'],
    ];
    const { blocks } = await written((pdf) => {
      pdf.addPage().fontSize(11);
      for (const [at, line] of texts.flat().entries())
        pdf.text(line, 72, 60 + at * 13 + Math.floor(at / 2) * 20, { lineBreak: false });
    });
    expect(blocks).toEqual(texts.map((lines) => ({ kind: 'paragraph', text: lines.join(' ') })));
  });
});
