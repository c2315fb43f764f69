import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { type Block, type Chapter, type Run, textOf } from './chapter.ts';

const BODY = 10.5;
const MARGIN = 72;
const HEADING_SIZES = [22, 15, 12];
const INK = '#1f2430';

const fontOf = (run: Run) => (run.code ? 'Courier' : run.bold ? 'Helvetica-Bold' : 'Helvetica');

/** Writes A4 pages with page numbers. Not compressed, as deflate gives different bytes on different processors. */
export async function toPdf(chapter: Chapter, edition: Date): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    bufferPages: true,
    compress: false,
    lang: 'en',
    info: { Title: chapter.title, Author: 'The Footnote authors', CreationDate: edition, ModDate: edition },
  });
  const bytes = buffer(pdf);
  for (const block of chapter.blocks) writeBlock(pdf, block);
  numberPages(pdf, chapter.title);
  pdf.end();
  return bytes;
}

function writeBlock(pdf: PDFKit.PDFDocument, block: Block): void {
  pdf.fillColor(INK).fontSize(BODY).font('Helvetica');
  switch (block.kind) {
    case 'heading':
      writeHeading(pdf, block.level, block.text);
      return;
    case 'paragraph':
      writeRuns(pdf, block.runs);
      pdf.moveDown(0.6);
      return;
    case 'list':
      block.items.forEach((item, index) => {
        writeRuns(pdf, [{ text: block.ordered ? `${index + 1}.  ` : '•  ', bold: false, code: false }, ...item], 14);
        pdf.moveDown(0.25);
      });
      pdf.moveDown(0.35);
      return;
    case 'table':
      writeTable(pdf, block);
      return;
    case 'code':
      pdf
        .font('Courier')
        .fontSize(BODY - 1.5)
        .text(block.text, MARGIN + 14)
        .moveDown(0.8);
  }
}

function writeHeading(pdf: PDFKit.PDFDocument, level: number, text: string): void {
  const room = pdf.page.height - MARGIN - pdf.y;
  // Keeps a heading on the same page as the text below it.
  if (room < 110) pdf.addPage();
  else if (level > 1) pdf.moveDown(0.8);
  pdf
    .font('Helvetica-Bold')
    .fontSize(HEADING_SIZES[level - 1] ?? BODY)
    .text(text, MARGIN)
    .moveDown(0.5);
}

function writeRuns(pdf: PDFKit.PDFDocument, runs: Run[], indent = 0): void {
  const width = pdf.page.width - 2 * MARGIN - indent;
  runs.forEach((run, index) => {
    const options = { continued: index < runs.length - 1, width, lineGap: 2.5 };
    pdf.font(fontOf(run));
    if (index === 0) pdf.text(run.text, MARGIN + indent, pdf.y, options);
    else pdf.text(run.text, options);
  });
}

function writeTable(pdf: PDFKit.PDFDocument, table: Extract<Block, { kind: 'table' }>): void {
  pdf.x = MARGIN;
  pdf.table({
    defaultStyle: { border: [0, 0, 0.5, 0], borderColor: '#b8bdc9', padding: 5 },
    rowStyles: (row) => (row === 0 ? { textStroke: 0.3 } : {}),
    data: [table.head, ...table.rows].map((row) => row.map(textOf)),
  });
  pdf.x = MARGIN;
  pdf.moveDown(0.8);
}

function numberPages(pdf: PDFKit.PDFDocument, title: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index);
    // Below the margin the library would begin a new page, so the margin is removed while the footer is written.
    pdf.page.margins.bottom = 0;
    pdf
      .font('Helvetica')
      .fontSize(8.5)
      .fillColor('#6b7280')
      .text(`${title} · Page ${index + 1} of ${count}`, MARGIN, pdf.page.height - MARGIN / 2, {
        width: pdf.page.width - 2 * MARGIN,
        align: 'center',
        lineBreak: false,
      });
  }
}
