import { describe, expect, it } from 'vitest';
import { blocksOf, definition, item, level, list, paragraph, run, style, styled } from './word-parts.ts';

const TEXT = 'A boat may stay in its berth until the end of the season.';
const numbering = definition(0, level(0, 'decimal', '%1.')) + list(1, 0);
const styles = [
  style('Strong', 'Strong', { r: '<w:b/>', type: 'character' }),
  style('Heading2', 'heading 2'),
  style('Caption', 'caption', { r: '<w:b/>' }),
].join('');

const bold = (text: string) => paragraph(text, '', '<w:b/>');
const headingsOf = async (body: string[]) =>
  (await blocksOf(body, { styles, numbering })).filter((block) => block.startsWith('heading'));
/** A second one, as a line alone may be in bold letters by chance. */
const OTHER = [bold('Fees'), paragraph(`${TEXT} ${TEXT}`)];

describe('lines in bold letters in a Word document', () => {
  it.each([
    ['a text', [bold('Winter berths'), paragraph(TEXT)], 'Winter berths'],
    [
      'a text, in letters of a style',
      [`<w:p>${run('Winter', '<w:rStyle w:val="Strong"/>')}</w:p>`, paragraph(TEXT)],
      'Winter',
    ],
    ['a list', [bold('Winter berths'), item('North', 0), item('South', 0)], 'Winter berths'],
    [
      'a text, with a number of a list',
      [item('Winter', 0).replace('<w:rPr>', '<w:rPr><w:b/>'), paragraph(TEXT)],
      '1. Winter',
    ],
  ])('are headings above %s', async (_what, body, heading) => {
    expect(await headingsOf([...body, ...OTHER])).toEqual([`heading2: ${heading}`, 'heading2: Fees']);
  });

  it('are below the heading of Word above them, and by their numbers', async () => {
    const body = [styled('Harbour', 'Heading2'), bold('Berths'), paragraph(TEXT), bold('1. Fees')];
    expect(await headingsOf([...body, bold('1.1 Winter'), paragraph(TEXT)])).toEqual([
      ...['heading2: Harbour', 'heading3: Berths', 'heading3: 1. Fees', 'heading4: 1.1 Winter'],
    ]);
    const numbered = [styled('1.1 Berths', 'Heading2'), paragraph(TEXT), bold('1.2 Fees'), paragraph(TEXT)];
    expect(await headingsOf([...numbered, bold('Winter'), paragraph(TEXT)])).toEqual([
      ...['heading2: 1.1 Berths', 'heading2: 1.2 Fees', 'heading3: Winter'],
    ]);
  });

  it.each([
    ['a sentence', [bold('Boats may stay.'), paragraph(TEXT)]],
    ['what leads into a list', [bold('You need:'), item('North', 0)]],
    ['a part of a paragraph', [`<w:p>${run('Berths', '<w:b/>')}${run(' are cheap')}</w:p>`, paragraph(TEXT)]],
    ['the last of a text', [paragraph(TEXT), bold('Ada Byron')]],
    ['a line of an address', [bold('Ada Byron'), paragraph('Harbour master'), paragraph('Quay 1')]],
    ['a caption', [styled('Table 1', 'Caption'), paragraph(TEXT)]],
    [
      'not in bold letters, against their style',
      [paragraph('Berths', '<w:pStyle w:val="Caption"/>', '<w:b w:val="0"/>'), paragraph(TEXT)],
    ],
    ['an item among others', [item('North', 0).replace('<w:rPr>', '<w:rPr><w:b/>'), item('South', 0)]],
  ])('are no headings where they are %s', async (_what, body) => {
    expect(await headingsOf([...body, ...OTHER, bold('Rules'), paragraph(TEXT)])).toEqual([
      'heading2: Fees',
      'heading2: Rules',
    ]);
  });

  it('say nothing where there is one, or where most of the text has them', async () => {
    expect(await headingsOf([bold('Winter berths'), paragraph(TEXT)])).toEqual([]);
    expect(await headingsOf([...OTHER, bold('Rules'), paragraph(TEXT), bold(TEXT.repeat(3))])).toEqual([]);
  });
});
