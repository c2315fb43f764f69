import { describe, expect, it } from 'vitest';
import { quoteRows } from '../../../../../server/answering/extractive/table/quote-rows.ts';
import { renderExcerpt } from '../../../../../server/answering/passages/render-excerpt.ts';
import { readTableQuestion } from '../../../../../server/answering/query/table-question.ts';
import type { RankedPassage } from '../../../../../server/answering/retrieval/feature-rerank.ts';
import { chunkDocument } from '../../../../../server/ingestion/chunk/chunk.ts';
import { parseMarkdown } from '../../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { parseCsv } from '../../../../../server/ingestion/parsers/table/parse-csv.ts';
import type { ParsedDocument } from '../../../../../server/ingestion/types.ts';
import type { ChunkRow } from '../../../../../server/store/types.ts';
import { passage } from '../../passages.ts';

/** What is shown of documents to a question that finds the passages of the first one, then those of the second. */
async function shown(question: string, ...documents: ParsedDocument[]) {
  const stored = documents.map((document, at) =>
    [...chunkDocument(document)].map((chunk): ChunkRow => {
      const id = `${at} ${chunk.seq}`;
      return { ...passage(chunk.text), ...chunk, laterPages: [], id, sourceId: `${at}` } as unknown as ChunkRow;
    }),
  );
  const between = async (_project: string, source: string, from: number, to: number) =>
    (stored[Number(source)] ?? []).filter(({ seq }) => seq >= from && seq <= to);
  const ranked = stored.flat().map(({ id, ...row }) => ({ match: { passage: { ...row, chunkId: id } } }));
  const found = { ranked: ranked as unknown as RankedPassage[], languages: ['en'] };
  const asked = readTableQuestion(question, 'en');
  const quoted = asked && (await quoteRows({ between }, 'p', asked, found));
  if (!quoted) return null;
  const { excerpt, note, answers } = quoted;
  const source = documents[Number(excerpt.passage.sourceId)]?.text ?? '';
  expect(source.slice(excerpt.passage.start, excerpt.passage.end)).toBe(excerpt.passage.text);
  const more = (count: number | null) => `… ${count} more`;
  const [names = '', , ...rows] = renderExcerpt(excerpt, { more }).split('\n');
  return { note, answers, names, rows: rows.filter(Boolean) };
}

const csv = (...lines: string[]) => parseCsv(new TextEncoder().encode(lines.join('\n')));
const rooms = csv(
  'Room,City,Seats,Price per day',
  'Oak,Berlin,12,$80.00',
  'Elm,Bonn,24,$140.00',
  'Ash,Berlin,40,$210.00',
  'Fir,Bonn,40,$190.00',
  'Total,,116,$620.00',
);
const NAMES = '| Room | City | Seats | Price per day |';
const [OAK, ELM, ASH, FIR] = [
  '| Oak | Berlin | 12 | $80.00 |',
  '| Elm | Bonn | 24 | $140.00 |',
  '| Ash | Berlin | 40 | $210.00 |',
  '| Fir | Bonn | 40 | $190.00 |',
];

describe('rows of a table', () => {
  it.each([
    ['above a number', 'Which rooms have more than 20 seats?', '3 of 4 rows: Seats > 20.', [ELM, ASH, FIR]],
    ['from a number on', 'rooms with at least 40 seats', '2 of 4 rows: Seats ≥ 40.', [ASH, FIR]],
    [
      'below an amount, in the one column with amounts',
      'rooms under $150',
      '2 of 4 rows: Price per day < 150.',
      [OAK, ELM],
    ],
    ['of none', 'Which rooms have more than 90 seats?', '0 of 4 rows: Seats > 90.', []],
    ['with the highest number', 'Which room has the most seats?', 'Highest Seats of 4 rows:', [ASH, FIR]],
    [
      'with the highest number of some',
      'Which room in Berlin has the most seats?',
      '2 of 4 rows: City = Berlin. Highest Seats of 2 rows:',
      [ASH],
    ],
    ['with the lowest price', 'Which room is the cheapest?', 'Lowest Price per day of 4 rows:', [OAK]],
    ['with a cell that is in the question', 'Which rooms are in Berlin?', '2 of 4 rows: City = Berlin.', [OAK, ASH]],
    ['with two conditions', 'rooms in Berlin with over 20 seats', '1 of 4 rows: City = Berlin, Seats > 20.', [ASH]],
    [
      'that are counted, without the total',
      'How many rooms are in the table?',
      'The table has 4 rows.',
      [OAK, ELM, ASH, FIR],
    ],
  ])('answer: %s', async (_, question, note, rows) => {
    expect(await shown(question, rooms)).toEqual({ note, answers: true, names: NAMES, rows });
  });

  it.each(['What is the average price per day?', 'total seats of all rooms'])(
    'are shown, and do not answer where something had to be calculated: %s',
    async (question) => {
      expect(await shown(question, rooms)).toMatchObject({
        answers: false,
        note: 'The table has 4 rows. Nothing was calculated from them.',
      });
    },
  );

  it.each([
    ['asks for nothing of the kind', 'How do I book a room?', rooms],
    ['names no column', 'Which rooms have more than 20 windows?', rooms],
    [
      'compares what is in several units',
      'machines with memory above 1 GB',
      csv('Machine,Memory', 'a,512 MB', 'b,2 GB'),
    ],
    ['compares with another unit', 'rooms with over 3 floors', csv('Room,Floor area', 'a,12 m', 'b,20 m')],
    [
      'compares with a unit that the table may not have',
      'machines with over 8 GB memory',
      csv('Machine,Memory', 'a,512', 'b,2048'),
    ],
    ['compares with a currency that it may not have', 'rooms with a price above $8', csv('Room,Price', 'a,5', 'b,12')],
    ['compares what is no number', 'Which plan has the most users?', csv('Plan,Users', 'a,5', 'b,unlimited')],
    ['counts what the table may not have', 'How many rooms have a window?', rooms],
  ])('are not chosen where the question %s', async (_, question, document) => {
    expect(await shown(question, document)).toBeNull();
  });

  it('are compared in the unit that their column names', async () => {
    const machines = csv('Machine,Memory (GB)', 'a,4', 'b,16');
    expect((await shown('Which machines have more than 8 GB memory?', machines))?.rows).toEqual(['| b | 16 |']);
  });

  it('are of the table that has the column, not of the one that explains it', async () => {
    const notes = new TextEncoder().encode('| Column | Meaning |\n| --- | --- |\n| Seats | How many sit there |\n');
    expect(await shown('Which rooms have more than 30 seats?', parseMarkdown(notes), rooms)).toMatchObject({
      rows: [ASH, FIR],
    });
  });

  it('are of the best passage where only prices are asked for, and of the first ones where one word names the column', async () => {
    const notes = (some: number) => {
      const text = Array.from({ length: some }, (_, at) => `# ${at}\n\n${'Some text about rooms. '.repeat(60)}`).join(
        '\n\n',
      );
      return parseMarkdown(new TextEncoder().encode(text));
    };
    expect(await shown('Which room is the cheapest?', notes(1), rooms)).toBeNull();
    expect(await shown('Which rooms have more than 30 seats?', notes(1), rooms)).not.toBeNull();
    expect(await shown('Which rooms have more than 30 seats?', notes(2), rooms)).toBeNull();
    expect(await shown('rooms with a price per day over $200', notes(2), rooms)).toMatchObject({ rows: [ASH] });
  });

  it('are those of all passages of a long table, with how many are not shown', async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `Room ${at} on the long corridor,${at}`);
    const long = await shown('Which rooms have at least 100 seats?', csv('Room,Seats', ...lines));
    expect(long?.note).toBe('300 of 400 rows: Seats ≥ 100.');
    expect(long?.rows[0]).toBe('| Room 100 on the long corridor | 100 |');
    expect(long?.rows.at(-1)).toBe(`… ${300 - (long?.rows.length ?? 0) + 1} more`);
  });

  it('may have the names of their columns each', async () => {
    const long =
      'Percentage of all of the visitors who came back within a year of their first visit to the museum (in percent)';
    const museums = csv(`Museum,Visitors,${long},${long} 2`, 'North,20,4,5', 'South,50,6,7');
    const quoted = await shown('Which museum has the most visitors?', museums);
    expect(quoted?.note).toBe('Highest Visitors of 2 rows:');
    expect(quoted?.rows).toEqual([`| Museum: South | Visitors: 50 | ${long}: 6 | ${long} 2: 7 |`]);
  });

  it('name columns of two words in one, and years by two digits', async () => {
    const table = csv('name,winpercent,goals_98_99,goals_00_01', 'Red,61.5,3,9', 'Blue,48.2,7,2');
    expect(await shown('Which has the highest win percentage?', table)).toMatchObject({
      rows: [expect.stringContaining('Red')],
    });
    expect(await shown('Who had the most goals 1998 to 1999?', table)).toMatchObject({
      note: 'Highest goals_98_99 of 2 rows:',
      rows: [expect.stringContaining('Blue')],
    });
  });
});
