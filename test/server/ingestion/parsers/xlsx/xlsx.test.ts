import { describe, expect, it } from 'vitest';
import { parse } from '../../../../../server/ingestion/parse/parse.ts';
import { makeZip, relationsTo } from '../../make-files.ts';
import { makeXlsx, textRows } from '../../make-office-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

const parseXlsx = (bytes: Uint8Array) => parse('xlsx', bytes, () => undefined);
const outcomeOf = (bytes: Uint8Array): Promise<string> =>
  parseXlsx(bytes).then(
    ({ text }) => text,
    ({ code }: { code: string }) => code,
  );
const rowsOf = async (bytes: Uint8Array) =>
  blocksOf(await parseXlsx(bytes))
    .slice(1)
    .map(({ text }) => text);

describe('parseXlsx', () => {
  it('reads each sheet under its name, its tables with their header and the lines above', async () => {
    const document = await parseXlsx(
      makeXlsx([
        { name: 'Prices', content: textRows(['Price list'], ['Name', 'Price'], ['Lamp', '12'], ['Chair', '99']) },
        { name: 'Notes', content: textRows(['All prices in euros.']) },
      ]),
    );
    expectSound(document);
    expect(blocksOf(document)).toEqual([
      { kind: 'heading', text: 'Prices', level: 1 },
      { kind: 'paragraph', text: 'Price list' },
      { kind: 'table-row', text: 'Name | Price', header: true },
      { kind: 'table-row', text: 'Lamp | 12' },
      { kind: 'table-row', text: 'Chair | 99' },
      { kind: 'heading', text: 'Notes', level: 1 },
      { kind: 'paragraph', text: 'All prices in euros.' },
    ]);
  });

  it('leaves out the name that a program gave its only sheet', async () => {
    const content = textRows(['Name', 'Price'], ['Lamp', '12']);
    expect((await parseXlsx(makeXlsx([{ name: 'Sheet1', content }]))).text).toBe('Name | Price\nLamp | 12');
    const two = makeXlsx(['Tabelle1', 'Tabelle2'].map((name) => ({ name, content })));
    expect((await parseXlsx(two)).text).toContain('Tabelle2');
  });

  it('reads shared strings without reading aids, formulas by their result, truth values, and no errors', async () => {
    const content = `<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>
      <row r="2"><c r="A2" t="str"><f>A1&amp;"!"</f><v>Lamp!</v></c><c r="B2" t="b"><v>1</v></c></row>
      <row r="3"><c r="A3" t="e"><v>#REF!</v></c><c r="B3"><f>1+1</f><v>2</v></c></row></sheetData>`;
    const strings = ['<r><t>東</t></r><r><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh>', '<t>a_x000D_b</t>'];
    expect(await rowsOf(makeXlsx([{ name: 'A', content }], { strings }))).toEqual([
      '東京 | a b',
      'Lamp! | TRUE',
      '| 2',
    ]);
  });

  it.each([
    ['General', 0.30000000000000004, '0.3'],
    ['0.00', 12.5, '12.50'],
    ['0%', 0.19, '19%'],
    ['0.0%', 0.195, '19.5%'],
    ['#,##0.00\\ &quot;€&quot;', 1234.5, '1234.50 €'],
    ['[$$-409]#,##0', 99, '$99'],
    ['yyyy-mm-dd', 46143, '2026-05-01'],
    ['[$-407]d. mmmm yyyy;@', 46143, '2026-05-01'],
    ['dd/mm/yy hh:mm', 46143.5625, '2026-05-01 13:30'],
    ['h:mm AM/PM', 0.5625, '13:30'],
    ['[h]:mm', 1.5, '36:00'],
    ['0 &quot;days&quot;', 30, '30 days'],
    ['yyyy', -5, '-5'],
  ])('writes a number as its format shows it: %s', async (format, value, shown) => {
    const content = `<sheetData><row><c t="inlineStr"><is><t>It is</t></is></c><c s="1"><v>${value}</v></c></row></sheetData>`;
    expect(await rowsOf(makeXlsx([{ name: 'A', content }], { formats: [format] }))).toEqual([`It is | ${shown}`]);
  });

  it.each([
    ['2024-02-29T00:00:00Z', '2024-02-29'],
    ['2024-02-29', '2024-02-29'],
    ['2024-02-29T13:30:00.000', '2024-02-29 13:30'],
    ['2024-02-29T13:30:05Z', '2024-02-29 13:30:05'],
  ])('writes a date that is stored in ISO’s form as it writes others: %s', async (stored, shown) => {
    const content = `<sheetData><row><c t="inlineStr"><is><t>On</t></is></c><c t="d"><v>${stored}</v></c></row></sheetData>`;
    expect(await rowsOf(makeXlsx([{ name: 'A', content }]))).toEqual([`On | ${shown}`]);
  });

  it('counts days from 1904 where the workbook does', async () => {
    const content = '<sheetData><row><c s="1"><v>1</v></c><c t="inlineStr"><is><t>x</t></is></c></row></sheetData>';
    const settings = '<workbookPr date1904="1"/>';
    expect(await rowsOf(makeXlsx([{ name: 'A', content }], { formats: ['yyyy-mm-dd'], settings }))).toEqual([
      '1904-01-02 | x',
    ]);
  });

  it('does not read hidden sheets, rows and columns', async () => {
    const content = `<cols><col min="2" max="2" hidden="1"/></cols><sheetData>
      <row r="1"><c r="A1" t="str"><v>Shown</v></c><c r="B1" t="str"><v>Secret column</v></c></row>
      <row r="2" hidden="1"><c r="A2" t="str"><v>Secret row</v></c></row></sheetData>`;
    const hidden = textRows(['Secret sheet']);
    const sheets = [
      { name: 'A', content },
      ...['hidden', 'veryHidden'].map((state) => ({ name: state, content: hidden, state })),
    ];
    expect(await outcomeOf(makeXlsx(sheets))).toBe('A\n\nShown');
  });

  it('repeats what is merged over several rows in each', async () => {
    const content = textRows(['Group', 'Name'], ['Light', 'Lamp'], ['', 'Torch'], ['Seat', 'Chair']);
    expect(
      await rowsOf(makeXlsx([{ name: 'A', content: `${content}<mergeCells><mergeCell ref="A2:A3"/></mergeCells>` }])),
    ).toEqual(['Group | Name', 'Light | Lamp', 'Light | Torch', 'Seat | Chair']);
  });

  const cells = (inner: string) => makeXlsx([{ name: 'A', content: `<sheetData>${inner}</sheetData>` }]);
  it.each<[what: string, bytes: () => Uint8Array, outcome: string]>([
    ['no zip', () => Buffer.from('PK\x03\x04 and no more'), 'unreadable'],
    [
      'a Word file by another name',
      () => makeZip([{ name: '_rels/.rels', content: relationsTo('word/document.xml') }]),
      'unreadable',
    ],
    ['a file with a password', () => Buffer.from('\xd0\xcf\x11\xe0EncryptedPackage', 'latin1'), 'password_protected'],
    ['no cell', () => cells(''), 'no_text'],
    ['an archive cut short', () => makeXlsx([{ name: 'A', content: textRows(['x']) }]).slice(0, -400), 'unreadable'],
    ['no sheet', () => makeXlsx([]), 'no_text'],
    [
      'a cell in a column that no program has',
      () => cells('<row><c r="ZZZ1" t="str"><v>x</v></c><c r="A1" t="str"><v>here</v></c></row>'),
      'A\n\nhere',
    ],
    [
      'a merged column of a million rows',
      () =>
        makeXlsx([
          {
            name: 'A',
            content: `${textRows(['here'])}<mergeCells>${'<mergeCell ref="A1:A1048576"/>'.repeat(5_000)}</mergeCells>`,
          },
        ]),
      'A\n\nhere',
    ],
    ['elements nested too deep', () => cells('<a>'.repeat(400)), 'document_too_complex'],
    [
      'the last column in very many rows',
      () => cells('<row><c r="XFD1" t="str"><v>x</v></c></row>'.repeat(9_000)),
      'document_too_long',
    ],
    [
      'one long string in very many cells',
      () =>
        makeXlsx(
          [{ name: 'A', content: `<sheetData><row>${'<c t="s"><v>0</v></c>'.repeat(9_000)}</row></sheetData>` }],
          { strings: [`<t>${'long '.repeat(2_000)}</t>`] },
        ),
      'document_too_long',
    ],
  ])('survives %s', async (_what, bytes, outcome) => {
    expect(await outcomeOf(bytes())).toBe(outcome);
  });

  it.each([
    ['an entity that grows', '<!DOCTYPE a [<!ENTITY l "ha">]>'],
    ['an entity from a file', '<!DOCTYPE a [<!ENTITY l SYSTEM "file:///etc/hostname">]>'],
  ])('reads no part with %s', async (_what, prologue) => {
    const sheet = `<?xml version="1.0"?>${prologue}<worksheet>${textRows(['&l;'])}</worksheet>`;
    const whole = makeZip([
      { name: '_rels/.rels', content: relationsTo('xl/workbook.xml') },
      { name: 'xl/workbook.xml', content: '<workbook><sheets><sheet name="A" r:id="r"/></sheets></workbook>' },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: relationsTo('sheet.xml').replace('rId1', 'r').replace('/officeDocument"', '/worksheet"'),
      },
      { name: 'xl/sheet.xml', content: sheet },
    ]);
    expect(await outcomeOf(whole)).toBe('unreadable');
  });
});
