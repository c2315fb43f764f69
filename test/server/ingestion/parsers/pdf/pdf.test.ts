import { describe, expect, it } from 'vitest';
import { parsePdf } from '../../../../../server/ingestion/parsers/pdf/parse-pdf.ts';
import type { ParsedDocument } from '../../../../../server/ingestion/types.ts';
import { bytesOf, makePdf } from '../../make-files.ts';
import { blocksOf, expectSound, expectSoundChunks } from '../../parse/invariants.ts';

const LOREM =
  'The library lends books to everyone who lives in the town. Readers may keep them for four weeks and renew them twice. ' +
  'Whoever brings a book back late pays a small fee for each day. Children pay nothing at all, and teachers may borrow whole boxes.';

async function parse(
  draw: (pdf: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<ParsedDocument> {
  const document = await parsePdf(await makePdf(draw, options));
  expectSound(document);
  return document;
}

const textOnPage = ({ text, pages }: ParsedDocument, page: number) =>
  text.slice(pages[page - 1]?.start, pages[page]?.start ?? text.length).trim();

describe('parsePdf', () => {
  it('reads paragraphs, headings by size and weight, and the title', async () => {
    const { text, blocks, title } = await parse((pdf) => {
      pdf.addPage();
      pdf.fontSize(24).text('Library Guide').moveDown();
      pdf.fontSize(16).text('Lending').moveDown(0.5);
      pdf.fontSize(11).text(LOREM).moveDown();
      pdf.font('Helvetica-Bold').text('Late returns').moveDown(0.5);
      pdf.font('Helvetica').text(LOREM);
    });
    expect(text).toBe(`Library Guide\n\nLending\n\n${LOREM}\n\nLate returns\n\n${LOREM}`);
    expect(blocks.flatMap(({ kind, level }) => (kind === 'heading' ? [level] : []))).toEqual([1, 2, 3]);
    expect(title).toBe('Library Guide');
  });

  it('tells the nesting of lists by their indentation', async () => {
    const document = await parse((pdf) => {
      pdf.addPage().fontSize(11);
      pdf.text('What to bring to the library:', 72).moveDown();
      pdf.text('1. papers', 90).text('• a card', 108).text('• a bag', 108).text('2. patience', 90).moveDown();
      pdf.text('Nothing else is needed.', 72).moveDown();
      pdf.text('• or a friend', 108);
    });
    expect(blocksOf(document)).toEqual([
      { kind: 'paragraph', text: 'What to bring to the library:' },
      { kind: 'list-item', text: '1. papers', depth: 1, ordered: true },
      { kind: 'list-item', text: '• a card', depth: 2 },
      { kind: 'list-item', text: '• a bag', depth: 2 },
      { kind: 'list-item', text: '2. patience', depth: 1, ordered: true },
      { kind: 'paragraph', text: 'Nothing else is needed.' },
      { kind: 'list-item', text: '• or a friend', depth: 1 },
    ]);
  });

  it('keeps lines apart that stand beside a taller one', async () => {
    const bytes = await makePdf((pdf) => {
      pdf.addPage();
      const put = (text: string, x: number, y: number, size: number) =>
        pdf.fontSize(size).text(text, x, y, { lineBreak: false });
      for (const [at, step] of ['1', '2', '3'].entries()) {
        const y = 60 + at * 60;
        put(step, 60, y, 28);
        put('Throw the bow line', 90, y + 2, 10);
        put('over the bollard', 90, y + 14, 10);
      }
    });
    const { text } = await parsePdf(bytes);
    expect(text.match(/bow line\b/g)).toHaveLength(3);
    expect(text.match(/\bover the bollard\b/g)).toHaveLength(3);
  });

  it('keeps superscript digits apart from the number or word before them', async () => {
    const { text } = await parse((pdf) => {
      pdf.addPage();
      let x = 72;
      const write = (part: string, { size = 12, lift = 0 } = {}) => {
        pdf.fontSize(size).text(part, x, 100 - lift, { baseline: 'alphabetic', lineBreak: false });
        x += pdf.widthOfString(part);
      };
      for (const [part, mark] of [
        ['In 2020 France had 67,413', '2'],
        [' people', '13'],
        [' on 10', '6'],
        [' fields of H', ''],
      ]) {
        write(part ?? '');
        write(mark ?? '', { size: 7, lift: 4 });
      }
      write('2', { size: 7, lift: -2 });
      write('O.');
    });
    expect(text).toBe('In 2020 France had 67,413² people¹³ on 10⁶ fields of H2O.');
  });

  it('numbers the pages, and joins a paragraph across a page break', async () => {
    const document = await parse((pdf) => {
      pdf.addPage().fontSize(11).text('Chapter one is about the sea and its');
      pdf.addPage().addPage().text('many islands. It ends here.').moveDown().text('Another paragraph.');
    });
    expect(document.text).toBe(
      'Chapter one is about the sea and its many islands. It ends here.\n\nAnother paragraph.',
    );
    expect(document.pages.map(({ page }) => page)).toEqual([1, 2, 3]);
    expect(textOnPage(document, 3)).toBe('many islands. It ends here.\n\nAnother paragraph.');
    const [chunk] = expectSoundChunks(document);
    expect(chunk?.page).toBe(1);
  });

  it.each(['one column after the other', 'row by row'])('reads two columns in order, written %s', async (order) => {
    const words = LOREM.split(' ');
    const column = (name: string) =>
      Array.from({ length: 20 }, (_, line) => `${name}${line} ${words.slice(line, line + 6).join(' ')}`);
    const left = column('L');
    const right = column('R');
    const { text } = await parse((pdf) => {
      pdf.addPage().fontSize(18).text('A title that goes over both of the columns', 50, 50);
      pdf.fontSize(9);
      const put = (line: number, side: 0 | 1) =>
        pdf.text((side === 0 ? left : right)[line] ?? '', side === 0 ? 50 : 320, 100 + line * 12, { lineBreak: false });
      if (order === 'row by row') for (let line = 0; line < 20; line += 1) [put(line, 0), put(line, 1)];
      else for (const side of [0, 1] as const) for (let line = 0; line < 20; line += 1) put(line, side);
    });
    const found = [...text.matchAll(/\b([LR])(\d+)\b/g)].map(([marker]) => marker);
    expect(found).toEqual([...left, ...right].map((line) => line.split(' ')[0]));
    expect(text.startsWith('A title that goes over both of the columns\n\n')).toBe(true);
  });

  it('reads the columns of a page before the sidebar of numbers beside them', async () => {
    const words = LOREM.split(' ');
    const line = (name: string, at: number) => `${name}${at} ${words.slice(at, at + 8).join(' ')}`;
    const { text } = await parse((pdf) => {
      pdf.addPage({ size: [800, 600] }).fontSize(9);
      for (let at = 0; at < 20; at += 1) {
        pdf.text(line('L', at), 40, 60 + at * 12, { lineBreak: false });
        pdf.text(line('M', at), 280, 66 + at * 12, { lineBreak: false });
      }
      for (let at = 0; at < 6; at += 1) {
        pdf.text(`Year ${2020 + at}`, 560, 65 + at * 17, { lineBreak: false });
        pdf.text(String(at * 1000), 680, 65 + at * 17, { lineBreak: false });
      }
    });
    const found = [...text.matchAll(/\b([LM]\d+|Year \d+ \|)/g)].map(([marker]) => marker);
    const order = (name: string) => Array.from({ length: 20 }, (_, at) => `${name}${at}`);
    expect(found).toEqual([
      ...order('L'),
      ...order('M'),
      ...Array.from({ length: 6 }, (_, at) => `Year ${2020 + at} |`),
    ]);
  });

  it('keeps the rows of a table whose descriptions span many lines', async () => {
    const words = LOREM.split(' ');
    const { text } = await parse((pdf) => {
      pdf.addPage().fontSize(10);
      for (let row = 0; row < 8; row += 1) {
        pdf.text(`--option-${row}`, 50, 60 + row * 40, { lineBreak: false });
        for (let at = 0; at < 3; at += 1)
          pdf.text(words.slice(row + at, row + at + 9).join(' '), 200, 60 + row * 40 + at * 12, { lineBreak: false });
      }
    });
    const found = [...text.matchAll(/--option-(\d) (?:\| )?(\S+)/g)].map(([, row, word]) => [Number(row), word]);
    expect(found).toEqual(Array.from({ length: 8 }, (_, row) => [row, words[row]]));
  });

  it('keeps each row of a table on its line, with currency signs at their numbers', async () => {
    const rows = [
      ['Item', '2021', '2022'],
      ['Books', '1,204', '1,310'],
      ['Journals and newspapers', '(88)', '91'],
      ['Total', '1,116', '1,401'],
    ];
    const { text, blocks } = await parse((pdf) => {
      pdf.addPage().fontSize(10).text(LOREM, 50, 50);
      for (const [index, row] of rows.entries()) {
        for (const [at, value] of row.entries())
          pdf.text(value, [50, 300, 420][at] ?? 0, 150 + index * 14, { lineBreak: false });
        if (index === 3)
          pdf
            .text('$', 290, 150 + index * 14, { lineBreak: false })
            .text('$', 410, 150 + index * 14, { lineBreak: false });
      }
    });
    expect(text).toBe(
      `${LOREM}\n\nItem | 2021 | 2022\nBooks | 1,204 | 1,310\nJournals and newspapers | (88) | 91\nTotal | $1,116 | $1,401`,
    );
    expect(blocks.filter(({ kind }) => kind === 'table-row')).toHaveLength(4);
  });

  it('removes running headers, footers and page numbers, and joins words hyphenated at a line’s end', async () => {
    const { text } = await parse((pdf) => {
      for (let page = 1; page <= 5; page += 1) {
        pdf.addPage().fontSize(10);
        pdf.text('Town Library – Annual Report', 50, 30, { lineBreak: false });
        pdf.text(`Sentence number ${page} of this report is about the infor-`, 50, 100, { lineBreak: false });
        pdf.text('mation desk and its well-known staff.', 50, 112, { lineBreak: false });
        pdf.text(`Page ${page} of 5`, 280, 735, { lineBreak: false });
      }
    });
    expect(text).not.toMatch(/Annual Report|Page \d/);
    expect(text.match(/is about the information desk and its well-known staff\./g)).toHaveLength(5);
  });

  it('removes page numbers right below the text', async () => {
    const { text } = await parse((pdf) => {
      for (let page = 1; page <= 4; page += 1) {
        pdf.addPage().fontSize(11).text(`Chapter ${page} has little to say.`, 50, 200).moveDown(2);
        pdf.text(String(page + 2), { align: 'center' });
      }
    });
    expect(text).toBe([1, 2, 3, 4].map((page) => `Chapter ${page} has little to say.`).join('\n\n'));
  });

  it('marks list items', async () => {
    const { text, blocks } = await parse((pdf) => {
      pdf.addPage({ layout: 'landscape' }).fontSize(11).text('What to bring:').moveDown(0.5);
      for (const item of ['a card', 'a bag', 'patience']) pdf.text(`• ${item}`);
    });
    expect(text).toBe('What to bring:\n\n• a card\n• a bag\n• patience');
    expect(blocks.filter(({ kind }) => kind === 'list-item')).toHaveLength(3);
  });

  it.each([90, 180, 270])('reads a page whose text is rotated by %i degrees', async (degrees) => {
    const { text } = await parse((pdf) => {
      pdf
        .addPage()
        .rotate(degrees, { origin: [306, 396] })
        .fontSize(11)
        .text(LOREM, 150, 350, { width: 300 });
      pdf.moveDown().text('The second paragraph.');
    });
    expect(text).toBe(`${LOREM}\n\nThe second paragraph.`);
  });

  it.each([90, 270])('reads a table that is rotated by %i degrees on a page of upright text', async (degrees) => {
    const rows = [
      ['Port', 'Depth', 'Open'],
      ['Alma', '7 m', 'all year'],
      ['Berta', '12 m', 'in summer'],
    ];
    const { text } = await parse((pdf) => {
      pdf.addPage().fontSize(11).text(LOREM, 50, 50).moveDown().text('The table shows the ports.');
      pdf.save().rotate(degrees, { origin: [306, 396] });
      for (const [at, row] of rows.entries())
        for (const [cell, value] of row.entries())
          pdf.text(value, 200 + cell * 90, 380 + at * 16, { lineBreak: false });
      pdf.restore();
    });
    expect(text).toBe(`${LOREM}\n\nThe table shows the ports.\n\n${rows.map((row) => row.join(' | ')).join('\n')}`);
  });

  it('recognizes headings by the outline', async () => {
    const { blocks, text } = await parse((pdf) => {
      pdf.addPage().fontSize(11).text('Opening hours').moveDown().text(LOREM);
      pdf.outline.addItem('Opening hours');
    });
    expect(blocks[0]).toMatchObject({ kind: 'heading', level: 1 });
    expect(text.slice(0, blocks[0]?.end)).toBe('Opening hours');
  });

  const pages =
    (count: number, text: (page: number) => string = () => 'x') =>
    (pdf: PDFKit.PDFDocument) => {
      for (let page = 1; page <= count; page += 1) pdf.addPage().text(text(page), 200, 200, { lineBreak: false });
    };

  it('reads a thousand pages, the last as well as the first', async () => {
    const document = await parsePdf(await makePdf(pages(1000, (page) => `Page ${page} is about ship ${page}.`)));
    expect(document.pages).toHaveLength(1000);
    expect(textOnPage(document, 1000)).toBe('Page 1000 is about ship 1000.');
  });

  it('ignores scripts, links and attachments', async () => {
    const { text } = await parse((pdf) => {
      pdf.file(Buffer.from('An attached secret.'), { name: 'attached.txt' });
      pdf.addPage().text('Read me.', 50, 50);
      pdf.link(50, 50, 100, 20, 'http://127.0.0.1:9/linked');
      pdf.addNamedJavaScript('run', 'app.alert("run")');
    });
    expect(text).toBe('Read me.');
  });

  it.each([
    ['too many pages', () => makePdf(pages(1001)), 'too_many_pages'],
    ['a password', () => makePdf(pages(1), { userPassword: 'secret', ownerPassword: 'owner' }), 'password_protected'],
    ['pictures only', () => makePdf((pdf) => pdf.addPage().rect(0, 0, 100, 100).fill('red')), 'no_text'],
    ['garbage', async () => bytesOf('%PDF-1.7\ngarbage'), 'unreadable'],
    ['an empty file', async () => new Uint8Array(), 'unreadable'],
  ])('refuses %s', async (_what, make, code) => {
    await expect(parsePdf(await make())).rejects.toMatchObject({ code });
  });

  it('reads a file with restricted permissions, and what is left of a truncated one', async () => {
    const restricted = await makePdf((pdf) => pdf.addPage().text('Readable by all.'), { ownerPassword: 'owner' });
    expect((await parsePdf(restricted)).text).toBe('Readable by all.');
    for (const share of [0.3, 0.6, 0.9]) {
      const outcome = await parsePdf(restricted.subarray(0, restricted.length * share)).then(
        () => 'read',
        ({ code }) => code,
      );
      expect(['read', 'unreadable', 'no_text', 'password_protected']).toContain(outcome);
    }
  });
});
