import { describe, expect, it } from 'vitest';
import { documentOf, paragraph, style, styled } from './word-parts.ts';

const cell = (content: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${content}</w:tc>`;
const row = (cells: string[], properties = '') => `<w:tr>${properties}${cells.join('')}</w:tr>`;
const table = (rows: string[], properties = '') => `<w:tbl><w:tblPr>${properties}</w:tblPr>${rows.join('')}</w:tbl>`;

const fill = (colour: string) => `<w:shd w:val="clear" w:fill="${colour}"/>`;
const plain = (texts: string[], properties = '') => row(texts.map((text) => cell(paragraph(text), properties)));
const bold = (texts: string[]) => row(texts.map((text) => cell(styled(text, 'Strong'))));
const HEAD = ['Berth', 'Water'];
const ROWS = [plain(['North', 'deep']), plain(['South', 'flat'])];
const LOOK = '<w:tblStyle w:val="Grid"/><w:tblLook w:firstRow="1"/>';

const styles = [
  style('Strong', 'Strong words', { r: '<w:b/>' }),
  `<w:style w:type="table" w:styleId="Grid"><w:name w:val="Grid"/><w:basedOn w:val="Base"/></w:style>`,
  `<w:style w:type="table" w:styleId="Base"><w:name w:val="Base"/><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>`,
  `<w:style w:type="table" w:styleId="Lines"><w:name w:val="Lines"/></w:style>`,
].join('');

const headsOf = async (body: string) => {
  const { blocks, text } = await documentOf([body], { styles });
  return blocks.filter(({ header }) => header).map(({ start, end }) => text.slice(start, end));
};

describe('the head of a table in a Word document', () => {
  it.each([
    ['is filled with a colour', table([plain(HEAD, fill('666666')), ...ROWS])],
    ['is filled with a pattern', table([plain(HEAD, '<w:shd w:val="pct15" w:fill="auto"/>'), ...ROWS])],
    ['is bold by a style', table([bold(HEAD), ...ROWS])],
    ['has a row of one cell below it', table([bold(HEAD), row([cell(styled('Inner harbour', 'Strong'))]), ...ROWS])],
    ['is set apart by the style of the table', table([plain(HEAD), ...ROWS], LOOK)],
    [
      'is set apart by that style, as a number says',
      table([plain(HEAD), ...ROWS], '<w:tblStyle w:val="Base"/><w:tblLook w:val="04A0"/>'),
    ],
  ])('is the first row where it %s', async (_what, body) => {
    expect(await headsOf(body)).toEqual(['Berth | Water']);
  });

  it.each([
    ['looks as the next one does', table([bold(HEAD), bold(['North', '30'])])],
    ['has the colour of all rows', table([plain(HEAD, fill('EEEEEE')), plain(['North', '30'], fill('EEEEEE'))])],
    ['is filled with white', table([plain(HEAD, fill('FFFFFF')), ...ROWS])],
    ['has numbers', table([plain(['North', '30'], fill('666666')), ...ROWS])],
    ['is one cell', table([plain(['Berths'], fill('666666')), ...ROWS])],
    ['is the only one', table([plain(HEAD, fill('666666'))])],
    [
      'is not set apart, as the table does not use that of its style',
      table([plain(HEAD), ...ROWS], '<w:tblStyle w:val="Grid"/><w:tblLook w:firstRow="0" w:val="04A0"/>'),
    ],
    [
      'has a style of the table that does not',
      table([plain(HEAD), ...ROWS], '<w:tblStyle w:val="Lines"/><w:tblLook w:firstRow="1"/>'),
    ],
  ])('is not the first row where it %s', async (_what, body) => {
    expect(await headsOf(body)).toEqual([]);
  });

  it('is what Word itself marks, where it marks rows', async () => {
    const marked = row([cell(paragraph('Berth')), cell(paragraph('Water'))], '<w:trPr><w:tblHeader/></w:trPr>');
    expect(await headsOf(table([marked, plain(['North', '30'], fill('666666')), ...ROWS]))).toEqual(['Berth | Water']);
  });
});
