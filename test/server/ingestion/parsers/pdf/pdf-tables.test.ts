import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../../../server/ingestion/parsers/pdf/parse-pdf.ts';
import { makePdf } from '../../make-files.ts';
import { expectSound } from '../../parse/invariants.ts';
import { LOREM } from './lorem.ts';

const SIZE = 10;
const LINE = 12;
const PADDING = 4;

/** A cell: its lines, and how many rows and columns it spans. */
interface Cell {
  lines: string[];
  rows?: number;
  columns?: number;
  bold?: boolean;
}

const cell = (...lines: string[]): Cell => ({ lines });
const bold = (...lines: string[]): Cell => ({ lines, bold: true });

interface Table {
  /** The edges of the columns. */
  xs: number[];
  rows: (Cell | null)[][];
  y: number;
  /** Lines between the columns. Without them, the horizontal lines have gaps there. */
  isFramed?: boolean;
}

/** Draws a table with lines around its cells. Returns the y below it. */
function drawTable(pdf: PDFKit.PDFDocument, { xs, rows, y: top, isFramed = true }: Table): number {
  const heights = rows.map(
    (row) => PADDING * 2 + LINE * Math.max(...row.map((one) => (one && !one.rows ? one.lines.length : 1))),
  );
  const ys = [0, ...heights].map((_, index) => top + heights.slice(0, index).reduce((sum, height) => sum + height, 0));
  const gap = isFramed ? 0 : 1.2;
  const stroke = (x1: number, y1: number, x2: number, y2: number) =>
    pdf.lineWidth(0.5).moveTo(x1, y1).lineTo(x2, y2).stroke();
  rows.forEach((row, at) => {
    row.forEach((one, column) => {
      if (!one) return;
      const [left = 0, right = 0] = [xs[column], xs[column + (one.columns ?? 1)]];
      const [above = 0, below = 0] = [ys[at], ys[at + (one.rows ?? 1)]];
      stroke(left + gap, above, right - gap, above);
      stroke(left + gap, below, right - gap, below);
      if (isFramed) for (const x of [left, right]) stroke(x, above, x, below);
      pdf.font(one.bold ? 'Helvetica-Bold' : 'Helvetica');
      for (const [index, text] of one.lines.entries())
        pdf.text(text, left + PADDING, above + PADDING + index * LINE, { lineBreak: false });
    });
  });
  pdf.font('Helvetica');
  return ys.at(-1) ?? top;
}

async function parse(...tables: Table[]) {
  return read((pdf) => {
    for (const table of tables) drawTable(pdf, table);
  });
}

async function read(draw: (pdf: PDFKit.PDFDocument) => void) {
  const document = await parsePdf(
    await makePdf((pdf) => {
      pdf.addPage().fontSize(SIZE);
      draw(pdf);
    }),
  );
  expectSound(document);
  return document;
}

const rowsOf = ({ text, blocks }: Awaited<ReturnType<typeof read>>) =>
  blocks.filter(({ kind }) => kind === 'table-row').map(({ start, end }) => text.slice(start, end));

const XS = [60, 180, 330, 500];
const FAULTS = [
  [bold('Fault'), bold('Cause'), bold('What to do')],
  [cell('No water'), cell('The tap is closed or', 'the hose is bent.'), cell('Open the tap.')],
  [cell('Loud noises', 'and shaking'), cell('It is not level.'), cell('Turn its feet until', 'it stands', 'firmly.')],
];
const READ = [
  'Fault | Cause | What to do',
  'No water | The tap is closed or the hose is bent. | Open the tap.',
  'Loud noises and shaking | It is not level. | Turn its feet until it stands firmly.',
];

describe('parsePdf, with lines around the cells of a table', () => {
  it('reads all lines of a cell as one', async () => {
    const document = await parse({ xs: XS, rows: FAULTS, y: 80 });
    expect(rowsOf(document)).toEqual(READ);
    expect(document.blocks.map(({ header }) => header)).toEqual([true, undefined, undefined]);
  });

  it('knows the columns by the gaps in horizontal lines', async () => {
    expect(rowsOf(await parse({ xs: XS, rows: FAULTS, y: 80, isFramed: false }))).toEqual(READ);
  });

  it('says in every row what stands beside several', async () => {
    const rows = [
      [cell('Noise'), cell('Level'), cell('Turn its feet.')],
      [{ ...cell('Dirty dishes'), rows: 2 }, cell('Filter'), cell('Clean the filter.')],
      [null, cell('Salt'), cell('Fill in salt.')],
    ];
    for (const isFramed of [true, false])
      expect(rowsOf(await parse({ xs: XS, rows, y: 80, isFramed }))).toEqual([
        'Noise | Level | Turn its feet.',
        'Dirty dishes | Filter | Clean the filter.',
        'Dirty dishes | Salt | Fill in salt.',
      ]);
  });

  it('reads a cell across several columns once', async () => {
    const rows = [
      [cell('Continent'), { ...cell('Europe and what lies beyond it'), columns: 2 }, null],
      [cell('Country'), cell('Austria'), cell('France')],
      [cell('Capital'), cell('Vienna'), cell('Paris')],
    ];
    expect(rowsOf(await parse({ xs: XS, rows, y: 80 }))).toEqual([
      'Continent | Europe and what lies beyond it |',
      'Country | Austria | France',
      'Capital | Vienna | Paris',
    ]);
  });

  it('keeps words apart that stand close to each other in two cells', async () => {
    const rows = [
      [cell('a'), cell('b'), cell('c')],
      [cell('a'), cell('small loads of one brand'), cell('4')],
      [cell('a'), cell('large'), cell('8')],
    ];
    const document = await parse({ xs: [60, 180, 300, 400], rows, y: 80 });
    expect(rowsOf(document)).toContain('a | small loads of one brand | 4');
  });

  it('reads tables of one width below each other by their own columns', async () => {
    const prices = [
      [cell('Adults'), cell('4 euros')],
      [cell('Children'), cell('nothing')],
    ];
    const document = await read((pdf) => {
      const below = drawTable(pdf, { xs: XS, rows: FAULTS, y: 80 });
      pdf.text('What it costs:', 60, below + 10, { lineBreak: false });
      drawTable(pdf, { xs: [60, 250, 500], rows: prices, y: below + 30 });
    });
    expect(document.text).toBe(
      [...READ, '', 'What it costs:', '', 'Adults | 4 euros', 'Children | nothing'].join('\n'),
    );
  });

  it('reads paragraphs before and after it in their place', async () => {
    const document = await read((pdf) => {
      pdf.text(LOREM, 60, 60, { width: 440 });
      const below = drawTable(pdf, { xs: XS, rows: FAULTS, y: pdf.y + 12 });
      pdf.text(LOREM, 60, below + 12, { width: 440 });
    });
    expect(document.blocks.map(({ kind }) => kind)).toEqual([
      'paragraph',
      'table-row',
      'table-row',
      'table-row',
      'paragraph',
    ]);
  });

  it('takes neither a box nor lines between paragraphs for a table', async () => {
    const document = await read((pdf) => {
      pdf.rect(55, 55, 450, 80).stroke();
      for (const y of [60, 150, 240]) {
        pdf
          .moveTo(60, y - 4)
          .lineTo(500, y - 4)
          .stroke();
        pdf.text(LOREM, 60, y, { width: 440 });
      }
    });
    expect(document.blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph', 'paragraph']);
  });
});
