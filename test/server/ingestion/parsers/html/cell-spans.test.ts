import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';

const rowsOf = (table: string) => parseHtml(bytesOf(`<table>${table}</table>`)).text.split('\n');

describe('cells of HTML tables that span others', () => {
  it('stand in each of their rows, and a head above each of its columns', () => {
    const rows = rowsOf(
      '<thead><tr><th rowspan="2">Source<th rowspan="2">Visible<th colspan="2">Timeline<tr><th>Home<th>Local</thead>' +
        '<tr><th rowspan="2">Followed<th>Public<td>yes<td>yes<tr><th>Home<td>yes<td>no<tr><th>Others<th>Public<td>no<td>yes',
    );
    expect(rows.map((row) => row.trim()).filter(Boolean)).toEqual([
      'Source | Visible | Timeline | Timeline',
      'Source | Visible | Home | Local',
      'Followed | Public | yes | yes',
      'Followed | Home | yes | no',
      'Others | Public | no | yes',
    ]);
  });

  it('keep the cells after them below their heads', () => {
    expect(rowsOf('<tr><th>A<th>B<th>C<tr><td colspan="2">wide<td>last').at(-1)).toBe('wide | | last');
  });

  it('need no more width at the end of a row', () => {
    expect(rowsOf('<tr><th>A<th>B<tr><td colspan="2">Section<tr><td>1<td>2')).toContain('Section');
  });

  it('are not said again where they are long', () => {
    const long = 'A whole paragraph about it. '.repeat(12).trim();
    expect(rowsOf(`<tr><td rowspan="2">${long}<td>1<tr><td>2`).at(-1)).toBe('| 2');
  });

  it('fill no row that has no cells', () => {
    const text = rowsOf('<tr><td rowspan="3">both<td>1<tr><tr><td>2').filter(Boolean);
    expect(text).toEqual(['both | 1', 'both | 2']);
  });

  it('may claim any number of rows and columns', () =>
    expectLinear(4000, (size) =>
      rowsOf(`<tr>${'<th rowspan="65534" colspan="1000">x'.repeat(60)}${'<tr><td>y'.repeat(size)}`),
    ));
});
