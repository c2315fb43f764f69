import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../../../server/ingestion/parsers/pdf/parse-pdf.ts';
import { makePdf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';
import { LOREM } from './lorem.ts';

async function headingsOf(
  draw: (pdf: PDFKit.PDFDocument) => void,
): Promise<[level: number | undefined, text: string][]> {
  const document = await parsePdf(await makePdf(draw));
  expectSound(document);
  return blocksOf(document).flatMap(({ kind, level, text }) => (kind === 'heading' ? [[level, text]] : []));
}

describe('headings of a PDF', () => {
  it('finds the titles of the outline where the page shows them with their numbers', async () => {
    const headings = await headingsOf((pdf) => {
      const chapter = pdf.addPage().outline.addItem('Lending');
      pdf.fontSize(11).text('3 Lending').moveDown().text(LOREM).moveDown();
      chapter.addItem('Late returns');
      pdf.text('3.1 Late returns').moveDown().text(LOREM).moveDown();
      pdf.outline.addItem('House rules');
      pdf.text('Appendix B. House rules').moveDown().text(LOREM);
    });
    expect(headings).toEqual([
      [1, '3 Lending'],
      [2, '3.1 Late returns'],
      [1, 'Appendix B. House rules'],
    ]);
  });

  it('takes no item of a list for one, however large', async () => {
    const headings = await headingsOf((pdf) => {
      pdf.addPage().fontSize(11).text(LOREM).moveDown();
      pdf.fontSize(14).text('What to wear').moveDown().text('• Shoes with socks').text('• A coat in winter');
      pdf.moveDown().fontSize(11).text(LOREM);
    });
    expect(headings).toEqual([[1, 'What to wear']]);
  });

  it('finds those that are bold and have a number, but no list of such lines', async () => {
    const headings = await headingsOf((pdf) => {
      pdf.addPage().fontSize(11);
      for (const title of ['1. Definitions', '2. Lending', '3. Fees']) {
        pdf.font('Helvetica-Bold').text(title).moveDown();
        pdf.font('Helvetica').text(LOREM).moveDown();
      }
      pdf.font('Helvetica-Bold').text('1. Papers').text('2. Patience').font('Helvetica').moveDown().text(LOREM);
    });
    expect(headings.map(([, text]) => text)).toEqual(['1. Definitions', '2. Lending', '3. Fees']);
  });

  it('joins the number or the label above a title of the outline to it', async () => {
    const headings = await headingsOf((pdf) => {
      const chapter = pdf.addPage().outline.addItem('Lending');
      pdf.fontSize(20).text('Chapter 3').moveDown().fontSize(24).text('Lending').moveDown();
      pdf.fontSize(11).text(LOREM).moveDown();
      chapter.addItem('Late returns');
      pdf.text('3.1').moveDown().text('Late returns').moveDown().text(LOREM);
    });
    expect(headings).toEqual([
      [1, 'Chapter 3 Lending'],
      [2, '3.1 Late returns'],
    ]);
  });

  it('tells a chapter from a section of the same name on its page', async () => {
    const headings = await headingsOf((pdf) => {
      const chapter = pdf.addPage().outline.addItem('Lending');
      pdf.fontSize(11).text('3 Lending').moveDown().text(LOREM).moveDown();
      chapter.addItem('Lending');
      pdf.text('3.1 Lending').moveDown().text(LOREM);
    });
    expect(headings).toEqual([
      [1, '3 Lending'],
      [2, '3.1 Lending'],
    ]);
  });

  it('puts other headings below those of the outline, or beside those of their size', async () => {
    const headings = await headingsOf((pdf) => {
      const chapter = pdf.addPage().outline.addItem('Lending');
      pdf.fontSize(18).text('Lending').moveDown().fontSize(11).text(LOREM).moveDown();
      chapter.addItem('Returns');
      pdf.fontSize(15).text('Returns').moveDown().fontSize(11).text(LOREM).moveDown();
      pdf.fontSize(22).text('Bring it back!').moveDown().fontSize(11).text(LOREM).moveDown();
      pdf.fontSize(15).text('Fees').moveDown().fontSize(11).text(LOREM).moveDown();
      const reminders = chapter.addItem('Reminders');
      pdf.fontSize(15).text('Reminders').moveDown().fontSize(11).text(LOREM).moveDown();
      pdf.fontSize(15).text('A word before').moveDown().fontSize(11).text(LOREM).moveDown();
      pdf.addPage();
      reminders.addItem('By letter');
      pdf.fontSize(13).text('By letter').moveDown().fontSize(11).text(LOREM);
    });
    expect(headings).toEqual([
      [1, 'Lending'],
      [2, 'Returns'],
      [3, 'Bring it back!'],
      [2, 'Fees'],
      [2, 'Reminders'],
      [3, 'A word before'],
      [3, 'By letter'],
    ]);
  });

  it('tells none by bold print where much of the document is bold', async () => {
    const headings = await headingsOf((pdf) => {
      pdf.addPage().font('Helvetica-Bold').fontSize(11);
      for (const text of ['Late returns', LOREM, 'Rooms', LOREM, LOREM]) pdf.text(text).moveDown();
      pdf.font('Helvetica').text(LOREM);
    });
    expect(headings).toEqual([]);
  });

  it('takes no sentence in bold for a heading, also where it leads in to a list', async () => {
    const lead = 'For these books the time of a loan may be one of the following:';
    const headings = await headingsOf((pdf) => {
      pdf.addPage().font('Helvetica-Bold').fontSize(11);
      for (const line of ['Late returns:', lead, 'Nothing is due.']) pdf.text(line).moveDown();
      pdf.font('Helvetica');
      for (let times = 0; times < 3; times += 1) pdf.text(LOREM).moveDown();
    });
    expect(headings.map(([, text]) => text)).toEqual(['Late returns:']);
  });
});
