import { describe, expect, it } from 'vitest';
import { parse } from '../../../../server/ingestion/parse/parse.ts';
import { bytesOf } from '../make-files.ts';
import { makePptx, makeXlsx } from '../make-office-files.ts';

const textOf = async (format: 'html' | 'markdown', source: string) =>
  (await parse(format, bytesOf(source), () => undefined)).text;

describe('text that is struck out is left out', () => {
  it.each([
    ['s', '<p>The fee is <s>90 euro</s> 120 euro.</p>'],
    ['del', '<p>The fee is <del>90 euro</del> <ins>120 euro</ins>.</p>'],
    ['strike', '<p>The fee is <strike>90 <b>euro</b></strike> 120 euro.</p>'],
    [
      'its style',
      '<p>The fee is <span style="color: red; text-decoration: underline line-through">90</span> 120 euro.</p>',
    ],
    ['the line of its style', '<p>The fee is <span style="text-decoration-line:line-through">90</span> 120 euro.</p>'],
    ['a class of Tailwind', '<p>The fee is <span class="text-sm line-through">90</span> 120 euro.</p>'],
    ['a class of Bootstrap', '<p>The fee is <span class="text-decoration-line-through">90</span> 120 euro.</p>'],
    ['del around paragraphs', '<del><p>The fee is 90 euro.</p></del><p>The fee is 120 euro.</p>'],
  ])('in HTML by %s', async (_, body) => {
    expect(await textOf('html', `<!doctype html><body>${body}</body>`)).toBe('The fee is 120 euro.');
  });

  it('in headings, list items and tables of HTML', async () => {
    const html =
      '<h1>Fees <s>2025</s></h1><ul><li>Key: <del>9</del> 12</li></ul><table><tr><th>Boat</th><th>Fee</th></tr><tr><td>Sloop</td><td><s>90</s> 120</td></tr></table>';
    expect(await textOf('html', html)).toBe('Fees\n\n- Key: 12\n\nBoat | Fee\nSloop | 120');
  });

  it.each([
    ['two tildes', 'The fee is ~~90 euro~~ 120 euro.'],
    ['two tildes around other marks', 'The fee is ~~**90** `euro`~~ 120 euro.'],
    ['a tag', 'The fee is <del>90 **euro**</del> 120 euro.'],
    ['tags in each other', 'The fee is <s>90 <del>or 80</del></s> 120 euro.'],
    ['a tag around paragraphs', '<del>\n\nThe fee is 90 euro.\n\n</del>\n\nThe fee is 120 euro.'],
  ])('in Markdown by %s', async (_, source) => {
    expect(await textOf('markdown', source)).toBe('The fee is 120 euro.');
  });

  it('in headings, list items and tables of Markdown', async () => {
    const source = '# Fees ~~2025~~\n\n- Key: ~~9~~ 12\n\n| Boat | Fee |\n|---|---|\n| Sloop | ~~90~~ 120 |';
    expect(await textOf('markdown', source)).toBe('Fees\n\n- Key: 12\n\nBoat | Fee\nSloop | 120');
  });

  it.each([
    ['one tilde, which others write for a subscript', 'H~2~O takes ~5 to ~10 minutes.', 'H2O takes ~5 to ~10 minutes.'],
    ['a tag that nothing ends', 'The option <s> takes seconds.', 'The option takes seconds.'],
    ['code', '`~~x~~` and\n\n```html\n<del>x</del>\n```', '~~x~~ and\n\n<del>x</del>'],
  ])('but not in Markdown by %s', async (_, source, text) => {
    expect(await textOf('markdown', source)).toBe(text);
  });

  it('but not in code of HTML, which shows changes so', async () => {
    expect(await textOf('html', '<pre><del>- a = 1</del>\n<ins>+ a = 2</ins></pre>')).toBe('- a = 1\n+ a = 2');
  });

  it('in PowerPoint', async () => {
    const run = (text: string, strike: string) => `<a:r><a:rPr strike="${strike}"/><a:t>${text}</a:t></a:r>`;
    const runs = `${run('The fee is ', 'noStrike')}${run('90 ', 'sngStrike')}${run('80 ', 'dblStrike')}${run('120 euro.', 'noStrike')}`;
    const bytes = makePptx([{ shapes: `<p:sp><p:txBody><a:p>${runs}</a:p></p:txBody></p:sp>` }]);
    expect((await parse('pptx', bytes, () => undefined)).text).toBe('Slide 1\n\nThe fee is 120 euro.');
  });

  describe('in Excel', () => {
    const struck = '<rPr><strike/><sz val="11"/></rPr>';
    const rich = `<r><t xml:space="preserve">The fee is </t></r><r>${struck}<t>90</t></r><r><rPr><strike val="0"/></rPr><t xml:space="preserve"> 120</t></r>`;
    const rowsOf = async (content: string, strings: string[] = []) => {
      const styles = { fonts: ['', '<strike/>', '<strike val="0"/>'] };
      const bytes = makeXlsx([{ name: 'Fees', content: `<sheetData>${content}</sheetData>` }], { strings, ...styles });
      return (await parse('xlsx', bytes, () => undefined)).text.replace('Fees\n\n', '');
    };

    it.each([
      ['parts of a text', '<row r="1"><c r="A1" t="s"><v>0</v></c></row>', 'The fee is 120'],
      [
        'parts of a text of the cell',
        `<row r="1"><c r="A1" t="inlineStr"><is>${rich}</is></c></row>`,
        'The fee is 120',
      ],
      [
        'cells',
        '<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" s="1"><v>90</v></c><c r="C1" s="2"><v>120</v></c></row>',
        'Sloop | 120',
      ],
      [
        'rows',
        '<row r="1"><c r="A1" t="s"><v>1</v></c></row><row r="2"><c r="A2" s="1" t="s"><v>1</v></c></row>',
        'Sloop',
      ],
      ['cells but for a part with a font of its own', '<row r="1"><c r="A1" s="1" t="s"><v>0</v></c></row>', '120'],
    ])('%s', async (_, content, text) => {
      expect(await rowsOf(content, [rich, '<t>Sloop</t>'])).toBe(text);
    });
  });
});
