import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../../../server/ingestion/parsers/pdf/parse-pdf.ts';
import { makePdf } from '../../make-files.ts';
import { expectSound } from '../../parse/invariants.ts';

const WORDS =
  'the library lends books to everyone who lives in the town and readers may keep them for four weeks or renew them twice before they are due again'.split(
    ' ',
  );
const PITCH = 12;
/** Left edges of the two columns on a page that is 612 points wide. */
const LEFT = 50;
const RIGHT = 320;

/** A line of running text, marked so that its place can be found: `L7`; about as long as its neighbours. */
function line(mark: string, at: number, letters: number): string {
  const words = Array.from({ length: 20 }, (_, index) => WORDS[(at * 3 + index) % WORDS.length]).join(' ');
  return `${mark}${at} ${words.slice(0, letters).trimEnd()}`;
}

type Draw = (pdf: PDFKit.PDFDocument) => void;

const put =
  (text: string, x: number, y: number): Draw =>
  (pdf) =>
    pdf.text(text, x, y, { lineBreak: false });
const column = (mark: string, x: number, y: number, count: number, letters = 52): Draw[] =>
  Array.from({ length: count }, (_, at) => put(line(mark, at, letters), x, y + at * PITCH));
/** Rows from `y` on; a cell that is empty is left out. */
const table = (rows: string[][], xs: number[], y: number, pitch = 14): Draw[] =>
  rows.flatMap((row, at) =>
    row.map((cell, index) => (cell ? put(cell, xs[index] ?? 0, y + at * pitch) : () => undefined)),
  );
const marks = (mark: string, count: number) => Array.from({ length: count }, (_, at) => `${mark}${at}`);

async function textOf(...draws: Draw[]): Promise<string> {
  const bytes = await makePdf((pdf) => {
    pdf.addPage().fontSize(9);
    for (const draw of draws) draw(pdf);
  });
  const document = await parsePdf(bytes);
  expectSound(document);
  return document.text;
}

/** The marks in the order in which they are read. */
const orderOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([found]) => found);

describe('parsePdf, with two columns', () => {
  const YEARS = [
    ['Branch', 'Books', 'Journals', 'Visits'],
    ['Harbour', '1,204', '88', '40,100'],
    ['Old Town', '2,310', '91', '61,250'],
    ['Island', '410', '12', '3,900'],
    ['All', '3,924', '191', '105,250'],
  ];
  const XS = [50, 180, 330, 480];
  const ROWS = YEARS.map((row) => row.join(' | '));

  it('with a wide table between them, none of whose cells crosses the gutter', async () => {
    const text = await textOf(
      ...column('L', LEFT, 60, 14),
      ...column('R', RIGHT, 60, 14),
      ...table(YEARS, XS, 260),
      ...column('M', LEFT, 360, 14),
      ...column('S', RIGHT, 360, 14),
    );
    expect(orderOf(text, /\b[LRMS]\d+\b|^.* \| .*$/gm)).toEqual([
      ...marks('L', 14),
      ...marks('R', 14),
      ...ROWS,
      ...marks('M', 14),
      ...marks('S', 14),
    ]);
  });

  it('with a wide table above them', async () => {
    const text = await textOf(...table(YEARS, XS, 60), ...column('L', LEFT, 160, 20), ...column('R', RIGHT, 160, 20));
    expect(orderOf(text, /\b[LR]\d+\b|^.* \| .*$/gm)).toEqual([...ROWS, ...marks('L', 20), ...marks('R', 20)]);
  });

  it('with a wide table below them', async () => {
    const text = await textOf(...column('L', LEFT, 60, 20), ...column('R', RIGHT, 60, 20), ...table(YEARS, XS, 330));
    expect(orderOf(text, /\b[LR]\d+\b|^.* \| .*$/gm)).toEqual([...marks('L', 20), ...marks('R', 20), ...ROWS]);
  });

  it('with a table inside one of them', async () => {
    const rows = [
      ['Day', 'Opens', 'Closes'],
      ['Monday', '9:00', '18:00'],
      ['Friday', '9:00', '20:00'],
      ['Sunday', '11:00', '16:00'],
    ];
    const text = await textOf(
      ...column('L', LEFT, 60, 24),
      ...column('R', RIGHT, 60, 8),
      ...table(rows, [320, 420, 500], 170),
      ...column('S', RIGHT, 240, 9),
    );
    expect(orderOf(text, /\b[LRS]\d+\b|^.* \| .*$/gm)).toEqual([
      ...marks('L', 24),
      ...marks('R', 8),
      ...rows.map((row) => row.join(' | ')),
      ...marks('S', 9),
    ]);
  });

  it('with a figure over both of them, whose labels stand anywhere', async () => {
    const labels: [string, number, number][] = [
      ['Lake', 90, 250],
      ['Weir', 200, 262],
      ['Mill', 330, 244],
      ['Sea', 500, 270],
      ['0 km', 60, 290],
      ['10 km', 290, 290],
      ['20 km', 540, 290],
    ];
    const text = await textOf(
      ...column('L', LEFT, 60, 14),
      ...column('R', RIGHT, 60, 14),
      ...labels.map(([label, x, y]) => put(label, x, y)),
      put('Figure 1. The river from the lake down to the sea, with its weir and its mill, as it runs today.', 110, 310),
      ...column('M', LEFT, 340, 14),
      ...column('S', RIGHT, 340, 14),
    );
    expect(
      orderOf(text, /\b[LRMS]\d+\b|Lake|Weir|Mill|Sea|Figure 1/g).filter((found) => !/^[LWMS][a-z]/.test(found)),
    ).toEqual([...marks('L', 14), ...marks('R', 14), 'Figure 1', ...marks('M', 14), ...marks('S', 14)]);
  });

  it('beside a shorter sidebar of numbers', async () => {
    const figures = Array.from({ length: 8 }, (_, at) => [`Year ${2018 + at}`, `${at + 1},000`]);
    const text = await textOf(
      put('The annual report of the town library', LEFT, 40),
      ...column('L', LEFT, 70, 30, 32),
      ...column('R', 230, 70, 30, 32),
      ...table(figures, [430, 520], 75, 17),
    );
    expect(orderOf(text, /\b[LR]\d+\b|Year \d+ \| [\d,]+/g)).toEqual([
      ...marks('L', 30),
      ...marks('R', 30),
      ...figures.map((row) => row.join(' | ')),
    ]);
  });

  it('beside a sidebar of numbers on the left', async () => {
    const figures = Array.from({ length: 8 }, (_, at) => [`Year ${2018 + at}`, `${at + 1},000`]);
    const text = await textOf(
      ...table(figures, [40, 110], 75, 17),
      ...column('L', 190, 70, 30, 32),
      ...column('R', 390, 70, 30, 32),
    );
    expect(orderOf(text, /\b[LR]\d+\b|Year \d+ \| [\d,]+/g)).toEqual([
      ...figures.map((row) => row.join(' | ')),
      ...marks('L', 30),
      ...marks('R', 30),
    ]);
  });

  it('with a sidebar of numbers above the right one', async () => {
    const figures = Array.from({ length: 6 }, (_, at) => [`Year ${2020 + at}`, `${at + 1},000`]);
    const text = await textOf(
      ...column('L', LEFT, 70, 30),
      ...table(figures, [320, 480], 72, 15),
      ...column('R', RIGHT, 190, 20),
    );
    expect(orderOf(text, /\b[LR]\d+\b|Year \d+ \| [\d,]+/g)).toEqual([
      ...marks('L', 30),
      ...figures.map((row) => row.join(' | ')),
      ...marks('R', 20),
    ]);
  });
});

describe('parsePdf, with three or four columns', () => {
  /** Left edges of as many columns as there are letters, and how many letters fit into a line of them. */
  const COLUMNS = { abc: { xs: [40, 225, 410], letters: 34 }, abcd: { xs: [36, 174, 312, 450], letters: 24 } };
  type Names = keyof typeof COLUMNS;
  const all = (names: Names, counts: number[]) => [...names].flatMap((name, at) => marks(name, counts[at] ?? 0));
  const columns = (names: Names, counts: number[], y = 60, step = 0): Draw[] =>
    [...names].flatMap((name, at) =>
      column(name, COLUMNS[names].xs[at] ?? 0, y + at * step, counts[at] ?? 0, COLUMNS[names].letters),
    );
  const inOrder = async (...draws: Draw[]) => orderOf(await textOf(...draws), /\b[abcd]\d+\b/g);

  it.each([
    ['of one height', 'abc', [30, 30, 30], 0],
    ['of one height', 'abcd', [40, 40, 40, 40], 0],
    ['of different heights', 'abc', [40, 28, 15], 0],
    ['of different heights', 'abcd', [40, 36, 30, 14], 0],
    ['whose lines do not align', 'abc', [30, 30, 30], 5],
    ['whose lines do not align', 'abcd', [30, 30, 30, 30], 5],
  ] as const)('reads those %s: %s', async (_what, names, counts, step) => {
    expect(await inOrder(...columns(names, [...counts], 60, step))).toEqual(all(names, [...counts]));
  });

  it.each(['abc', 'abcd'] as const)('reads them below a title and above a foot line: %s', async (names) => {
    const counts = [30, 30, 30, 30];
    const text = await textOf(
      put('The library news, with all that happened between the harbour and the old town in spring', 60, 40),
      ...columns(names, counts, 80),
      put(
        'Printed by the friends of the library, who meet on the first Monday of each month at seven in the reading room.',
        60,
        500,
      ),
    );
    expect(orderOf(text, /\b[abcd]\d+\b|library news|Printed/g)).toEqual([
      'library news',
      ...all(names, counts),
      'Printed',
    ]);
  });

  it('reads them with headings and paragraphs of their own', async () => {
    const parts = (name: string, x: number, y: number): Draw[] => [
      put(`${name}0 The matter at hand`, x, y),
      ...column(name, x, y + 20, 9, 34).map((draw, at): Draw => (at === 0 ? () => undefined : draw)),
      ...Array.from({ length: 10 }, (_, at) => put(line(name, at + 9, 34), x, y + 140 + at * PITCH)),
    ];
    expect(await inOrder(...parts('a', 40, 60), ...parts('b', 225, 64), ...parts('c', 410, 90))).toEqual(
      all('abc', [19, 19, 19]),
    );
  });

  it.each([
    ['two', [50, 320], 52],
    ['three', [40, 225, 410], 34],
    ['four', [36, 174, 312, 450], 24],
  ] as const)('reads %s columns whose last one ends after a few lines', async (_what, xs, letters) => {
    for (const count of [1, 2, 3, 4, 7]) {
      const counts = xs.map((_, at) => (at === xs.length - 1 ? count : 30));
      const draws = xs.flatMap((x, at) => column('abcd'[at] ?? '', x, 60, counts[at] ?? 0, letters));
      const found = orderOf(await textOf(...draws), /\b[abcd]\d+\b/g);
      expect(found, `${count} lines`).toEqual(counts.flatMap((lines, at) => marks('abcd'[at] ?? '', lines)));
    }
  });

  it('reads a row of a table with its long first cell', async () => {
    const clause = column('a', 50, 60, 10);
    const text = await textOf(...clause, put('Yes', 420, 60), ...column('b', 50, 190, 10), put('No', 420, 190));
    expect(orderOf(text, /\b[ab]9\b|Yes|No/g)).toEqual(['Yes', 'a9', 'No', 'b9']);
  });

  it('reads a table of words row by row, whatever the number of its columns', async () => {
    const rows = [
      ['Setting', 'What it does here', 'When to change it', 'Known limits'],
      ['harbour fee', 'Sets the fee of a day', 'Once a year in May', 'Two digits at most'],
      ['pilot duty', 'Calls a pilot at night', 'With a new pilot boat', 'Not during storms'],
      ['tide alarm', 'Rings before high tide', 'After a flood only', 'Needs the old siren'],
      ['berth plan', 'Gives ships their berth', 'If a crane is moved', 'Ships of one length'],
      ['water tap', 'Opens the fresh water', 'Before the first frost', 'Closed in the winter'],
      ['lamp timer', 'Lights the outer pier', 'When days get longer', 'One timer for a pier'],
    ];
    const text = await textOf(...table(rows, [40, 170, 310, 450], 60));
    for (const row of rows) expect(text).toContain(row.join(' | '));
  });
});
