import { describe, expect, it } from 'vitest';
import { parse } from '../../../server/ingestion/parse/parse.ts';
import { readingReport } from '../../../server/ingestion/reading-report.ts';
import type { DocumentFormat } from '../../../server/ingestion/types.ts';
import { bytesOf, makeDocx, makePdf, wordParagraph } from './make-files.ts';

const reportOf = async (format: DocumentFormat, bytes: Uint8Array, repeated?: string[]) =>
  readingReport(await parse(format, bytes, () => undefined, undefined, { ...(repeated && { repeated }) }));
const ofPage = (body: string) => reportOf('html', bytesOf(`<!doctype html><html><body>${body}</body></html>`));
const kinds = ({ left_out }: { left_out: { kind: string; text: string }[] }) =>
  Object.fromEntries(left_out.map(({ kind, text }) => [kind, text]));

const PROSE = 'The sluice opens when the water of the upper canal stands a hand above the mark. ';
const LINKS = '<a href="/tours">Tours along the canal with the old steamer</a> '.repeat(30);

describe('the reading report', () => {
  it('counts headings, tables and pictures without text', async () => {
    const body = `<main><h1>Locks</h1><p>${PROSE}</p><img src="a.png"><img src="b.png" alt="The lock"><h2>Prices</h2>
      <table><tr><th>Boat</th><th>Fee</th></tr><tr><td>Canoe</td><td>2 €</td></tr></table><p>And:</p>
      <table><tr><td>Barge</td><td>9 €</td></tr></table></main><nav><img src="logo.png"></nav>`;
    expect(await ofPage(body)).toEqual({ left_out: [], headings: 2, tables: 2, pictures: 1 });
    expect(await reportOf('markdown', bytesOf('# A\n\nB.'))).toEqual({ left_out: [], headings: 1, tables: 0 });
  });

  it('tells what is struck out of a page', async () => {
    const report = await ofPage(
      `<main><p>${PROSE}<del>It never opens.</del></p><p style="display:none">Secret.</p></main>`,
    );
    expect(kinds(report)).toEqual({ struck: 'It never opens.', hidden: 'Secret.' });
  });

  it('tells what is hidden or struck out of a Word file, and its headers and footers, once each', async () => {
    const run = (properties: string, text: string) =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const edge = (name: string, text: string) => ({
      name: `word/${name}.xml`,
      content: `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${wordParagraph(text)}</w:hdr>`,
    });
    const body = `${wordParagraph(PROSE)}<w:p>${run('<w:strike/>', 'Fee: 5 €')}${run('<w:vanish/>', 'Ask Ada.')}</w:p>`;
    const parts = [
      edge('header1', 'Canal Works'),
      edge('header2', 'Canal Works'),
      edge('footer1', 'Internal'),
      edge('footer2', '7'),
    ];
    const report = await reportOf('docx', makeDocx(body, parts));
    expect(kinds(report)).toEqual({
      header: 'Canal Works',
      footer: 'Internal',
      hidden: 'Ask Ada.',
      struck: 'Fee: 5 €',
    });
    expect(report.warning).toBeUndefined();
  });

  it('tells the headers and footers of the pages of a PDF, once each, without page numbers', async () => {
    const bytes = await makePdf((pdf) => {
      for (let page = 1; page <= 4; page += 1) {
        pdf.addPage({ margin: 0 });
        pdf.fontSize(9).text('Canal Works, 2026', 60, 30, { lineBreak: false });
        for (let at = 0; at < 20; at += 1)
          pdf.fontSize(11).text(`${PROSE} ${page} ${at}`, 60, 100 + at * 16, { lineBreak: false });
        pdf.fontSize(9).text('For members', 60, 760, { lineBreak: false });
        pdf.fontSize(9).text(`${page}`, 300, 775, { lineBreak: false });
      }
    });
    const report = await reportOf('pdf', bytes);
    expect(kinds(report)).toEqual({ header: 'Canal Works, 2026', footer: 'For members' });
    expect(report.warning).toBeUndefined();
  });
});

describe('a warning', () => {
  it.each([
    ['a footer', `<footer><p>${PROSE.repeat(9)}</p></footer>`, 'footer'],
    [
      'what stands beside the main part',
      `<div><p>${PROSE.repeat(3)}</p></div><div><p>${PROSE.repeat(6)}</p></div>`,
      'beside',
    ],
  ])('tells that less than half of a page is searched, and why: %s', async (_, around, cause) => {
    const { warning } = await ofPage(`<main><h1>Locks</h1><p>${PROSE.repeat(4)}</p></main>${around}`);
    expect(warning).toMatchObject({
      cause,
      message: expect.stringMatching(/^Only 3\d % of the text .* is searched\./),
    });
    expect(warning?.kept_percent).toBeLessThan(50);
  });

  it.each([
    ['a menu of links', `<nav>${LINKS}</nav><div class="sidebar"><ul><li>${LINKS}</li></ul></div>`],
    ['a footer of short lines', `<footer>${'<p>Canal Works</p><p>Harbour 1</p>'.repeat(40)}</footer>`],
    ['a notice of cookies', `<div id="cookie-banner"><p>${PROSE.repeat(20)}</p></div>`],
    ['hidden text', `<div hidden><p>${PROSE.repeat(20)}</p></div>`],
    ['half of as much', `<aside><p>${PROSE.repeat(2)}</p></aside>`],
    ['scripts and styles', `<script>${PROSE.repeat(30)}</script><style>${PROSE.repeat(30)}</style>`],
  ])('is not given for %s', async (_, around) => {
    expect((await ofPage(`<main><h1>Locks</h1><p>${PROSE.repeat(4)}</p></main>${around}`)).warning).toBeUndefined();
  });

  it('is not given for a short page', async () => {
    expect(
      (await ofPage(`<main><p>Closed.</p></main><aside><p>${PROSE.repeat(3)}</p></aside>`)).warning,
    ).toBeUndefined();
  });

  it('names letters that cannot be decoded', async () => {
    const draw = (pdf: PDFKit.PDFDocument) => {
      pdf.addPage({ margin: 0 });
      pdf.fontSize(11).text('Locks', 60, 60);
      for (let at = 0; at < 30; at += 1) pdf.text('#'.repeat(60), 60, 100 + at * 16, { lineBreak: false });
    };
    const pdf = Buffer.from(await makePdf(draw, { compress: false })).toString('latin1');
    const odd = Buffer.from(pdf.replaceAll('23'.repeat(60), '01'.repeat(60)), 'latin1');
    const document = await parse('pdf', new Uint8Array(odd), () => undefined);
    expect(document.leftOut).toEqual([{ kind: 'undecodable', characters: expect.any(Number), text: '' }]);
    const most = readingReport({
      ...document,
      shown: 600,
      leftOut: [{ kind: 'undecodable', characters: 590, text: '' }],
    });
    expect(most.warning).toMatchObject({ cause: 'undecodable', kept_percent: 1 });
  });
});
