import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../../../server/ingestion/parsers/pdf/parse-pdf.ts';
import { makePdf } from '../../make-files.ts';
import { expectSound } from '../../parse/invariants.ts';

type Page = (put: (text: string, x: number, y: number, size?: number) => void, page: number) => void;

/** Text of a document whose pages, 612 by 792 points, are drawn one after the other. */
async function textOf(pages: number, draw: Page): Promise<string> {
  const bytes = await makePdf((pdf) => {
    for (let page = 1; page <= pages; page += 1) {
      pdf.addPage({ margin: 0 });
      draw((text, x, y, size = 11) => pdf.fontSize(size).text(text, x, y, { lineBreak: false }), page);
    }
  });
  const document = await parsePdf(bytes);
  expectSound(document);
  return document.text;
}

/** Forty rows that fill a page from one edge to the other. */
const rowsOf =
  (row: (at: number) => [string, string]): Page =>
  (put, page) => {
    for (let at = 0; at < 40; at += 1) {
      const [left, right] = row((page - 1) * 40 + at);
      put(left, 60, 30 + at * 18);
      put(right, 400, 30 + at * 18);
    }
  };

describe('lines at the edge of a page', () => {
  it('that are rows of a table are kept, where they differ in their numbers alone', async () => {
    const text = await textOf(
      5,
      rowsOf((at) => [`Bolt ${at + 100}`, `${at + 3} pieces`]),
    );
    expect(text.match(/Bolt \d+ \| \d+ pieces/g)).toHaveLength(200);
  });

  it('that are the head of a table are kept on every page', async () => {
    const text = await textOf(4, (put, page) => {
      put('Port', 60, 40);
      put('Depth', 400, 40);
      rowsOf((at) => [`Berth ${at}`, `${at} m`])((cell, x, y) => cell !== '' && y < 700 && put(cell, x, y + 30), page);
    });
    expect(text.match(/Port \| Depth/g)).toHaveLength(4);
  });

  it('that are sentences at the distance of the text are kept', async () => {
    const text = await textOf(4, (put, page) => {
      for (let at = 0; at < 48; at += 1)
        put(`Day ${page * 48 + at}: the ferry sails at ${at % 24}:00.`, 60, 40 + at * 15);
    });
    expect(text.match(/Day \d+: the ferry/g)).toHaveLength(192);
  });

  it('that name what the page is about are kept, also where they count with the pages', async () => {
    const text = await textOf(6, (put, page) => {
      put(`Lesson ${page}`, 60, 50);
      put(`Duration: ${page * 10} minutes`, 60, 90);
      put('Read the text aloud, then ask your neighbour three questions.', 60, 200);
    });
    for (let page = 1; page <= 6; page += 1) {
      expect(text).toContain(`Lesson ${page}\n`);
      expect(text).toContain(`Duration: ${page * 10} minutes`);
    }
  });

  it.each([
    ['a title and a page number', (page: number) => ['Harbour rules', `${page + 2}`]],
    ['a page of pages', (page: number) => ['Harbour rules', `Page ${page} of 9`]],
    ['one line of both', (page: number) => [`Harbour rules | ${page}`]],
    ['a word of another language', (page: number) => [`Hafenordnung – Seite ${page}`]],
  ])('are removed where they are a running header: %s', async (_what, header) => {
    const text = await textOf(9, (put, page) => {
      for (const [at, part] of header(page).entries()) put(part, 60 + at * 400, 30);
      put(`Ships of class ${page * 7} need a pilot at night.`, 60, 100);
      put('They call him by radio an hour before they arrive.', 60, 115);
    });
    expect(text).not.toMatch(/rules|ordnung|Page|Seite/);
    expect(text.match(/Ships of class \d+ need a pilot at night\.\s+They call him/g)).toHaveLength(9);
  });

  it('are removed where they are small print close to the text', async () => {
    const text = await textOf(5, (put, page) => {
      for (let at = 0; at < 46; at += 1) put(`Line ${at} of text ${page * at * 3} about the tides.`, 60, 40 + at * 15);
      put(`Tide tables, printed sheet ${page}`, 60, 742, 7);
    });
    expect(text).not.toContain('printed sheet');
    expect(text.match(/about the tides/g)).toHaveLength(230);
  });
});
