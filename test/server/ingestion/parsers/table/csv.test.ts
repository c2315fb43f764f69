import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../../../server/ingestion/chunk/chunk.ts';
import { parseCsv } from '../../../../../server/ingestion/parsers/table/parse-csv.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';
import { header, heading, paragraph, row } from '../expected-blocks.ts';

const read = (text: string) => blocksOf(parseCsv(bytesOf(text)));

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

  it('takes long names for names where numbers stand below them', () => {
    const name = `Share of the visitors who came back ${'within a year of their first visit '.repeat(3).trim()}`;
    expect(read(`Museum,Visitors,${name}\nNorth,20,4`)).toEqual([
      header(`Museum | Visitors | ${name}`),
      row('North | 20 | 4'),
    ]);
    expect(read(`North,open,${name}\nSouth,closed,none`)[0]).not.toHaveProperty('header');
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
      paragraph('Price list 2026'),
      ...[header('Name | Price'), row('Lamp | 12'), header('City | Country'), row('Oslo | Norway')],
    ]);
  });

  it('reads a line above a later table as its heading, and notes as paragraphs', () => {
    expect(read('Name,Price\nLamp,12\n\nAll prices in euros.\nGarden\nName,Price\nChair,99\n\nUntil 1 May.')).toEqual([
      ...[header('Name | Price'), row('Lamp | 12'), paragraph('All prices in euros.'), heading('Garden')],
      ...[header('Name | Price'), row('Chair | 99'), { ...paragraph('Until 1 May.'), endsLevel: 2 }],
    ]);
  });

  it('reads rows that name those below them as headings, with the header below each', () => {
    expect(read('Name,Price\nLight,\nLamp,12\nGarden,\nChair,99\nTable,12')).toEqual([
      ...[heading('Light'), header('Name | Price'), row('Lamp | 12')],
      ...[heading('Garden'), header('Name | Price'), row('Chair | 99'), row('Table | 12')],
    ]);
  });

  it.each([
    ['a row that lacks all but its name', 'Name,Price\nLamp,12\nChair,\nTable,99', 'Chair |'],
    ['a sum below its name', 'Name,Price\nLight,\nLamp,12\nGrand total,\n12,', 'Grand total |'],
  ])('does not read as a heading %s', (_what, text, shown) => {
    expect(read(text)).toContainEqual(row(shown));
  });

  it('reads rows without a header below the days that stand above them', () => {
    expect(read('Monday,\n9:00,Yoga\n10:00,Choir\nTuesday,\n9:00,Chess')).toEqual([
      ...[heading('Monday'), row('9:00 | Yoga'), row('10:00 | Choir'), heading('Tuesday'), row('9:00 | Chess')],
    ]);
  });

  it('reads tables that stand side by side one after the other', () => {
    expect(read('Name,Price,,Name,Price\nLamp,12,,Chair,99\nBulb,3,,,')).toEqual([
      ...[header('Name | Price'), row('Lamp | 12'), row('Bulb | 3'), header('Name | Price'), row('Chair | 99')],
    ]);
    expect(read('Monday,,,Thursday,\n9:00,Yoga,,8:00,Chess\nTuesday,,,Friday,\n7:00,Tea,,6:00,Golf')).toEqual([
      ...[heading('Monday'), row('9:00 | Yoga'), heading('Tuesday'), row('7:00 | Tea')],
      ...[heading('Thursday'), row('8:00 | Chess'), heading('Friday'), row('6:00 | Golf')],
    ]);
  });

  it('keeps a row together that an empty column divides', () => {
    expect(read('Name,Size,,Price,Stock\nLamp,big,,12,yes')).toEqual([
      header('Name | Size | Price | Stock'),
      row('Lamp | big | 12 | yes'),
    ]);
  });

  it('joins a header of two rows whose upper one names several columns', () => {
    expect(read('Room,Price,,Size\n,Summer,Winter,\nOslo,120,90,20')).toEqual([
      header('Room | Price Summer | Price Winter | Size'),
      row('Oslo | 120 | 90 | 20'),
    ]);
  });

  it('names numbers as the table above does where a later header leaves their column open', () => {
    const [first, second] = ['Phone,Screen,Battery\nOne,90,80', 'TABLETS,Glass,\nTwo,120,70'];
    expect(read(`${first}\n\n${second}`).slice(2)).toEqual([
      header('TABLETS | Glass | Battery'),
      row('Two | 120 | 70'),
    ]);
    const words = 'STAFF,Room,\nAda,12,mornings';
    expect(read(`${first}\n\n${words}`).slice(2)).toEqual([header('STAFF | Room |'), row('Ada | 12 | mornings')]);
    const noNumbers = 'Phone,Screen,Note\nOne,90,new';
    expect(read(`${noNumbers}\n\n${second}`).slice(2)).toEqual([header('TABLETS | Glass |'), row('Two | 120 | 70')]);
  });

  it('reads rows above a header that fill few of its columns as lines', () => {
    expect(read('Updated,,,,May 2026\nGame,Maker,Size,Save,Screen\nChess,Acme,8 MB,none,wide')).toEqual([
      ...[paragraph('Updated May 2026'), header('Game | Maker | Size | Save | Screen')],
      row('Chess | Acme | 8 MB | none | wide'),
    ]);
  });

  it('takes years for the names of columns', () => {
    expect(read('City,2024,2025\nOslo,7,8')).toEqual([header('City | 2024 | 2025'), row('Oslo | 7 | 8')]);
  });

  it('repeats the first cell in the rows that it stands for, but not beside a sum', () => {
    const text =
      'Day,Time,What\nMonday,9:00,Yoga\n,10:00,Choir\n,11:00,Chess\nTuesday,9:00,Tea\n,10:00,Golf\n,Total,5\n,,Songs';
    expect(read(text).map(({ text }) => text)).toEqual([
      'Day | Time | What',
      ...['Monday | 9:00 | Yoga', 'Monday | 10:00 | Choir', 'Monday | 11:00 | Chess'],
      ...['Tuesday | 9:00 | Tea', 'Tuesday | 10:00 | Golf', '| Total | 5', 'Tuesday | | Songs'],
    ]);
  });

  it('reads questions and answers as sections, each answer first below its question', () => {
    const text =
      'id,Question,Answer,Topic\n1,When are you open?,From nine to five.,Hours\n2,Where are you?,Down the road.,Place';
    expect(read(text)).toEqual([
      ...[heading('When are you open?', 3), paragraph('From nine to five.'), paragraph('id: 1 | Topic: Hours')],
      ...[heading('Where are you?', 3), paragraph('Down the road.'), paragraph('id: 2 | Topic: Place')],
    ]);
  });

  it('reads questions and answers without a header as sections, the first of them too', () => {
    const section = (question: string, answer: string) => [heading(question, 3), paragraph(answer)];
    expect(read('Is it open on Sunday?,No\nCan I park?,Yes')).toEqual([
      ...[...section('Is it open on Sunday?', 'No'), ...section('Can I park?', 'Yes')],
    ]);
    const long =
      'It is written in one long sentence that says how all of this works and what it is good for and to whom it is.';
    expect(read(`How it works,${long}\nCan I park?,Yes\nIs it open?,No`)).toEqual([
      ...[...section('How it works', long), ...section('Can I park?', 'Yes'), ...section('Is it open?', 'No')],
    ]);
    expect(read(`How it works,${long}\nWho we are,${long}\n\nCan I park?,Yes\nIs it open?,No`)).toEqual([
      ...[...section('How it works', long), ...section('Who we are', long)],
      ...[{ ...heading('Can I park?', 3), endsLevel: 2 }, paragraph('Yes'), ...section('Is it open?', 'No')],
    ]);
    expect(read('Dish,Vegan?\nSoup,yes\nPie,no')[0]).toEqual(header('Dish | Vegan?'));
  });

  it('takes a question mark alone for what is not known', () => {
    expect(read('Name,Price\nLamp,?\nChair,?')[0]).toEqual(header('Name | Price'));
  });

  it('reads rows of long texts as sections under their names', () => {
    const long = 'A lamp for the desk, the shelf and the wall. '.repeat(8).trim();
    expect(read(`Code,Product,Description,Price\nA-1,Desk lamp,"${long}",12\nA-2,Wall lamp,"${long}",15`)).toEqual(
      ['Desk lamp', 'Wall lamp'].flatMap((name, at) => [
        ...[heading(name, 3), paragraph(`Product: ${name} | Code: A-${at + 1} | Price: ${[12, 15][at]}`)],
        paragraph(`Description: ${long}`),
      ]),
    );
  });

  it('reads rows that might name others in time that grows with their number', async () => {
    const tall = (rows: number) => bytesOf(`Name,Price\nLight,\n${'Lamp,\n'.repeat(rows)}Chair,9`);
    const wide = (cells: number) => {
      const row = Array.from({ length: cells }, () => '"A lamp? For the desk?"').join(',');
      return bytesOf(`${row.replaceAll('?', '')}\n${row}\n${row}`);
    };
    await expectLinear(20_000, (rows) => parseCsv(tall(rows)));
    await expectLinear(8_000, (cells) => parseCsv(wide(cells)));
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

  it('names a database that Notion exports, and no other table', () => {
    const title = (fileName: string) => parseCsv(bytesOf('Name,Owner\nBoat,Ada'), fileName).title;
    expect(title(`All boats a8${'3'.repeat(30)}.csv`)).toBe('All boats');
    expect(title(`All boats a8${'3'.repeat(30)}_all.csv`)).toBe('All boats');
    expect(title('All boats.csv')).toBeNull();
  });
});
