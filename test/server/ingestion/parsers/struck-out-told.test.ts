import { describe, expect, it } from 'vitest';
import { parse } from '../../../../server/ingestion/parse/parse.ts';
import type { DocumentFormat } from '../../../../server/ingestion/types.ts';
import { bytesOf } from '../make-files.ts';
import { makeEpub, makePptx, makeXlsx } from '../make-office-files.ts';

/** What is told as struck out of a file. */
async function toldOf(format: DocumentFormat, bytes: Uint8Array) {
  const { leftOut = [] } = await parse(format, bytes, () => undefined);
  return leftOut.filter(({ kind }) => kind === 'struck');
}

const told = (text: string) => [{ kind: 'struck', characters: text.length, text }];

describe('text that is struck out is told', () => {
  it.each([
    ['between tildes', 'The fee is ~~90 **euro**~~ 120 euro.', '90 euro'],
    ['between tags', 'The fee is <del>90 *euro*</del> 120 euro.', '90 euro'],
    [
      'in headings, lists and tables',
      '# Fees ~~2025~~\n\n- Key: ~~9~~ 12\n\n| A | B |\n|---|---|\n| x | ~~90~~ 1 |',
      '2025 9 90',
    ],
    ['around paragraphs', '<del>\n\nIt was 90.\n\nIt was 80.\n\n</del>\n\nIt is 120.', 'It was 90. It was 80.'],
    ['in a block of HTML', '<p>The fee is <s>90</s> 120.</p>', '90'],
    ['in a quotation', '> The fee is ~~90~~ 120.', '90'],
  ])('of Markdown %s', async (_, source, text) => {
    expect(await toldOf('markdown', bytesOf(source))).toEqual(told(text));
  });

  it('of a notebook', async () => {
    const cells = ['The fee is ~~90~~ 120.', 'A key is ~~9~~ 12.'].map((source) => ({
      ...{ cell_type: 'markdown', metadata: {}, source: [source] },
    }));
    const notebook = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells });
    expect(await toldOf('notebook', bytesOf(notebook))).toEqual(told('90 9'));
  });

  it('of a book', async () => {
    const book = makeEpub(['<p>The fee is <s>90</s> 120 euro.</p>', '<p>A key is <del>9</del> 12 euro.</p>']);
    expect(await toldOf('epub', book)).toEqual(told('90 9'));
  });

  it('of slides', async () => {
    const run = (text: string, strike: string) => `<a:r><a:rPr strike="${strike}"/><a:t>${text}</a:t></a:r>`;
    const shape = (runs: string) => `<p:sp><p:txBody><a:p>${runs}</a:p></p:txBody></p:sp>`;
    const slides = [
      { shapes: shape(`${run('Fee: ', 'noStrike')}${run('90', 'sngStrike')}${run(' 120', 'noStrike')}`) },
      { shapes: shape(`${run('Key: 12', 'noStrike')}${run('9', 'dblStrike')}`) },
    ];
    expect(await toldOf('pptx', makePptx(slides))).toEqual(told('90 9'));
  });

  it('of cells and parts of them, but not of what is hidden', async () => {
    const rich =
      '<r><t xml:space="preserve">The fee is </t></r><r><rPr><strike/></rPr><t>90</t></r><r><rPr><b/></rPr><t xml:space="preserve"> 120</t></r>';
    const content = `<cols><col min="5" max="5" hidden="1"/></cols><sheetData>
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>80</v></c><c r="C1"><v>1</v></c><c r="E1" s="1"><v>60</v></c></row>
      <row r="2"><c r="A2" s="1" t="s"><v>0</v></c></row>
      <row r="3" hidden="1"><c r="A3" s="1"><v>70</v></c></row></sheetData>`;
    const styles = { fonts: ['', '<strike/>'] };
    const bytes = makeXlsx([{ name: 'Fees', content }], { strings: [rich], ...styles });
    expect(await toldOf('xlsx', bytes)).toEqual(told('90 80 The fee is 90'));
  });

  it('in no other format where nothing is', async () => {
    expect(await toldOf('markdown', bytesOf('The fee is 120 euro. Use `~~x~~` and ~90.'))).toEqual([]);
  });
});
