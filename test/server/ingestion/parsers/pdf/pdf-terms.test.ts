import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../../../server/ingestion/parsers/pdf/parse-pdf.ts';
import { makePdf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

const LONG = [
  'says for how many days a reader may keep what the library',
  'has lent. After that, a fee is due for each day and each of the books,',
  'unless the reader has renewed the loan before, which is possible twice.',
];
const TEXT = `${LONG.join(' ')}`;

/** Terms in bold at the margin, each with its definition beside it and indented below it. */
async function read(terms: string[], definition: string[], intro = 'The settings') {
  const document = await parsePdf(
    await makePdf((pdf) => {
      pdf.addPage().fontSize(16).text(intro, 72, 50).fontSize(11);
      let y = 90;
      for (const term of terms) {
        pdf.font('Helvetica-Bold').text(term, 72, y, { lineBreak: false });
        const right = 72 + pdf.widthOfString(`${term} `);
        pdf.font('Helvetica');
        for (const [at, line] of definition.entries())
          pdf.text(line, at === 0 ? right : 97, y + at * 13, { lineBreak: false });
        y += definition.length * 13 + 10;
      }
      pdf.text('All of them are read at the start.', 72, y + 10, { lineBreak: false });
    }),
  );
  expectSound(document);
  return { ...document, blocks: blocksOf(document).map(({ kind, text, level }) => ({ kind, text, level })) };
}

describe('terms with long definitions in a PDF', () => {
  it('are headings of their own, which the text after them does not belong to', async () => {
    const document = await read(['Loan days', 'Renewals', 'Fee'], LONG);
    const entry = (term: string) => [
      { kind: 'heading', text: term, level: 2 },
      { kind: 'paragraph', text: TEXT, level: undefined },
    ];
    expect(document.blocks).toEqual([
      { kind: 'heading', text: 'The settings', level: 1 },
      ...['Loan days', 'Renewals', 'Fee'].flatMap(entry),
      { kind: 'paragraph', text: 'All of them are read at the start.', level: undefined },
    ]);
  });

  it.each([
    ['two', ['Loan days', 'Renewals'], LONG],
    ['short ones', ['Loan days', 'Renewals', 'Fee'], ['is a number, which the', 'library has chosen.']],
  ])('are not %s', async (_, terms, definition) => {
    const { blocks } = await read(terms, definition);
    expect(blocks.filter(({ kind }) => kind === 'heading')).toHaveLength(1);
    expect(blocks[1]?.text).toBe(`Loan days ${definition.join(' ')}`);
  });

  it('have what stands for their value', async () => {
    const [first = '', ...others] = LONG;
    const { blocks } = await read(['Loan days =', 'Renewals =', 'Fee ='], [`<number> ${first}`, ...others]);
    expect(blocks[1]?.text).toBe('Loan days = <number>');
    expect(blocks[2]?.text).toBe(TEXT);
  });
});
