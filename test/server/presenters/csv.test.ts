import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from '../../../server/presenters/csv.ts';

/** Reads one line of a table as RFC 4180 has it. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let rest = line.slice(0, -2);
  for (;;) {
    const [whole = '', quoted, bare = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/.exec(rest) ?? [];
    cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    rest = rest.slice(whole.length);
    if (rest === '') return cells;
    expect(rest[0]).toBe(',');
    rest = rest.slice(1);
  }
}

describe('a line of a table', () => {
  it.each([
    [['plain', 7, null], 'plain,7,\r\n'],
    [['a, b', 'say "hi"', 'two\nlines'], '"a, b","say ""hi""","two\nlines"\r\n'],
    [[' led', 'trailed '], '" led","trailed "\r\n'],
    [['=1+1', '+49', '-1', '@SUM(A1)'], "'=1+1,'+49,'-1,'@SUM(A1)\r\n"],
    [['\t=1', '\r=1', '\n=1'], '"\'\t=1","\'\r=1","\'\n=1"\r\n'.replace('"\'\t=1"', "'\t=1")],
    [['＝1', 'a=1', "'=1"], "'＝1,a=1,'=1\r\n"],
  ])('of %j is %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it('can be read back, whatever stands in it, and begins no cell as a formula does', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const read = cellsOf(csvLine(cells));
        expect(read.map((cell, at) => (cell === cells[at] ? cell : cell.slice(1)))).toEqual(cells);
        for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});
