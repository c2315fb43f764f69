import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../../../server/ingestion/parsers/pdf/parse-pdf.ts';
import { makePdf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';
import { LOREM } from './lorem.ts';

const LETTER = 6;

async function blocksIn(draw: (pdf: PDFKit.PDFDocument) => void) {
  const document = await parsePdf(await makePdf(draw));
  expectSound(document);
  return blocksOf(document).map(({ kind, text }) => ({ kind, text }));
}

/** Writes lines in a font of equal letters, each with the spaces that it begins with. */
function writeCode(pdf: PDFKit.PDFDocument, lines: string[], y: number): void {
  pdf.font('Courier').fontSize(10);
  for (const [at, line] of lines.entries())
    for (const { 0: part, index } of line.matchAll(/\S+(?: \S+)*/g))
      pdf.text(part, 72 + index * LETTER, y + at * 12, { lineBreak: false });
  pdf.font('Helvetica').fontSize(11);
}

describe('code in a PDF', () => {
  it('keeps its lines together, with their indentation, gaps and empty lines', async () => {
    const code = [
      'Job {',
      '  Name = Daily      # any name',
      '  Level = Full      # or less',
      '',
      '  Priority = 10',
      '}',
    ];
    const blocks = await blocksIn((pdf) => {
      pdf.addPage().fontSize(11).text('A job looks like this:', 72, 60);
      writeCode(pdf, code, 84);
      pdf.text(LOREM, 72, 180);
    });
    expect(blocks).toEqual([
      { kind: 'paragraph', text: 'A job looks like this:' },
      { kind: 'code', text: code.join('\n') },
      { kind: 'paragraph', text: LOREM },
    ]);
  });

  it('continues on the next page', async () => {
    const blocks = await blocksIn((pdf) => {
      pdf.addPage().fontSize(11).text(LOREM, 72, 60);
      writeCode(pdf, ['Job {', '  Level = Full'], 700);
      pdf.addPage();
      writeCode(pdf, ['  Priority = 10', '}'], 60);
      pdf.text(LOREM, 72, 120);
    });
    expect(blocks[1]).toEqual({ kind: 'code', text: 'Job {\n  Level = Full\n  Priority = 10\n}' });
  });

  it('is not what stands within a text, or is explained below it', async () => {
    const blocks = await blocksIn((pdf) => {
      pdf.addPage().fontSize(11).text('All files are kept in the folder that the setting names, which is', 72, 60);
      pdf.font('Courier').text('/var/lib/library', 72, 73).font('Helvetica');
      pdf.text('unless another one is named by the setting of the same name in the file.', 72, 86);
      pdf.font('Courier').text('--verbose', 72, 120).font('Helvetica').text('Tells more of what happens.', 90, 133);
    });
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['paragraph']));
  });

  it('may have signs of other fonts, and no words', async () => {
    const blocks = await blocksIn((pdf) => {
      const write = (y: number, parts: [font: string, text: string][]) => {
        let x = 72;
        for (const [font, text] of parts) {
          pdf.font(font).text(text, x, y, { lineBreak: false });
          x += pdf.widthOfString(text);
        }
      };
      pdf.addPage().fontSize(11).text(LOREM, 72, 60);
      const [code, prose] = ['Courier', 'Helvetica'];
      write(140, [
        [code, 'sudo apt install '],
        [prose, '»'],
        [code, ' sqlite3'],
      ]);
      write(180, [
        [code, 'fetch'],
        [prose, ' does the same as '],
        [code, 'copy'],
      ]);
    });
    expect(blocks.slice(1)).toEqual([
      { kind: 'code', text: 'sudo apt install » sqlite3' },
      { kind: 'paragraph', text: 'fetch does the same as copy' },
    ]);
  });

  it('is not told by its font in a document that is typewritten', async () => {
    const blocks = await blocksIn((pdf) => pdf.addPage().font('Courier').fontSize(11).text(LOREM, 72, 60));
    expect(blocks).toEqual([{ kind: 'paragraph', text: LOREM }]);
  });
});
