import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../../../server/ingestion/chunk/chunk.ts';
import { parseCsv } from '../../../../../server/ingestion/parsers/table/parse-csv.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

const read = (text: string) => blocksOf(parseCsv(bytesOf(text)));
const row = (text: string) => ({ kind: 'table-row', text });
const header = (text: string) => ({ kind: 'table-row', text, header: true });

describe('parseCsv', () => {
  it.each([
    ['commas', 'Name,Price\nLamp,12.50\nChair,99'],
    ['semicolons, as Excel writes them in much of Europe', 'Name;Price\r\nLamp;12.50\r\nChair;99\r\n'],
    ['tabs', 'Name\tPrice\nLamp\t12.50\nChair\t99'],
    ['bars', 'Name|Price\nLamp|12.50\nChair|99'],
    ['what its first line says', 'sep=,\nName,Price\nLamp,12.50\nChair,99'],
    ['a byte order mark', '\ufeffName,Price\nLamp,12.50\nChair,99'],
  ])('reads rows and their header: %s', (_what, text) => {
    expect(read(text)).toEqual([header('Name | Price'), row('Lamp | 12.50'), row('Chair | 99')]);
  });

  it('keeps what is quoted together', () => {
    expect(read('Name,Note\nLamp,"large, ""north"",\nwhite"\n')).toEqual([
      header('Name | Note'),
      row('Lamp | large, "north", white'),
    ]);
  });

  it('reads a quotation mark that never closes as one', () => {
    expect(read('Name,Size\nScreen,"27 inches\nCable,2 m').map(({ text }) => text)).toEqual([
      'Name | Size',
      'Screen | "27 inches',
      'Cable | 2 m',
    ]);
  });

  it('finds no header where the first row has numbers', () => {
    expect(read('1,2\n3,4 apples')).toEqual([row('1 | 2'), row('3 | 4 apples')]);
  });

  it('reads lines that stand alone as paragraphs, and a table after an empty line with its own header', () => {
    expect(read('Price list 2026\n\nName,Price\nLamp,12\n\nCity,Country\nOslo,Norway\n')).toEqual([
      { kind: 'paragraph', text: 'Price list 2026' },
      ...[header('Name | Price'), row('Lamp | 12'), header('City | Country'), row('Oslo | Norway')],
    ]);
  });

  it('gives each passage of a long table its header', () => {
    const rows = Array.from({ length: 400 }, (_, at) => `Article ${at},${at * 3},in stock in the northern hall`);
    const document = parseCsv(bytesOf(`Article,Pieces,Place\n${rows.join('\n')}`));
    expectSound(document);
    const chunks = [...chunkDocument(document)];
    expect(chunks.length).toBeGreaterThan(10);
    for (const { text } of chunks) expect(text).toMatch(/^Article \| Pieces \| Place\nArticle/);
  });

  it('names the column in each cell of a wide table, without its empty cells', () => {
    const names = Array.from({ length: 30 }, (_, at) => `Column number ${at}`);
    const [first] = read(`${names.join(',')}\n${names.map((_, at) => (at % 10 ? '' : `value${at}`)).join(',')}`);
    expect(first).toEqual(row('Column number 0: value0 | Column number 10: value10 | Column number 20: value20'));
  });

  it('says that there is no text in an empty table', () => {
    expect(() => parseCsv(bytesOf(',,\n,,\n'))).toThrow(expect.objectContaining({ code: 'no_text' }));
  });
});
