import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../../../server/ingestion/parsers/pdf/parse-pdf.ts';
import { makePdf } from '../../make-files.ts';
import { expectSound } from '../../parse/invariants.ts';
import { LOREM } from './lorem.ts';

type Entry = [title: string, number: string, dots?: boolean];

async function read(entries: Entry[]) {
  const document = await parsePdf(
    await makePdf((pdf) => {
      pdf.addPage().fontSize(18).text('Contents', 72, 60).fontSize(11);
      for (const [at, [title, number, dots = true]] of entries.entries()) {
        const y = 100 + at * 15;
        pdf.text(`${title}${dots ? ' . . . . . . . . . .' : ''}`, 72, y, { lineBreak: false });
        pdf.text(number, 480, y, { lineBreak: false });
      }
      pdf.addPage().fontSize(11).text(LOREM, 72, 60);
    }),
  );
  expectSound(document);
  return document;
}

describe('a table of contents in a PDF', () => {
  it('is left out and told, with its chapters, which have no dots', async () => {
    const { text, leftOut, shown } = await read([
      ['ii', 'CONTENTS', false],
      ['1 Lending', '1', false],
      ['1.1 Cards', '1'],
      ['1.2 Late returns', '3'],
      ['2 Rooms', '12', false],
      ['2.1 Reading room', '12'],
      ['2.2 Booking a room', '14'],
      ['2.3 Equipment', '15'],
      ['3 Index', '20', false],
    ]);
    expect(text).toBe(`Contents\n\n${LOREM}`);
    expect(leftOut).toEqual([
      expect.objectContaining({ kind: 'navigation', text: expect.stringMatching(/^ii CONTENTS 1 Lending 1 /) }),
    ]);
    expect(shown).toBe(text.replace(/\s/g, '').length);
  });

  it.each<[string, Entry[]]>([
    [
      'a list of prices',
      [
        ['Card', '9'],
        ['Copy', '1'],
        ['Room', '12'],
        ['Late fee', '2'],
        ['Box', '15'],
        ['Map', '4'],
      ],
    ],
    [
      'a few lines',
      [
        ['Card', '1'],
        ['Copy', '2'],
        ['Room', '3'],
      ],
    ],
  ])('is not %s', async (_, entries) => {
    const { text, leftOut } = await read(entries);
    for (const [title] of entries) expect(text).toContain(title);
    expect(leftOut).toBeUndefined();
  });
});
