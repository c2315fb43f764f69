import { describe, expect, it } from 'vitest';
import { csvLine } from '../../../server/presenters/csv.ts';
import { fc } from '../../helpers/input/fast-check.ts';

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
    [['\t=1', '\r=1', '\n=1'], `'\t'=1,"'\r'=1","'\n'=1"\r\n`],
    [['＝1', 'a=1', "'=1"], "'＝1,a=1,'=1\r\n"],
    // Where a semicolon separates cells, as in many countries, what follows one begins a cell, and a quotation mark does not
    // keep a line together.
    [[';=1', 'a;=1;b', 'a; "=1'], `;'=1,a;'=1;b,"a; ""'=1"\r\n`],
    [['a\n=1', 'a\r\n-1\n+2', 'a\n\n  @b', 'a\n\t=1'], `"a\n'=1","a\r\n'-1\n'+2","a\n\n  '@b","a\n\t'=1"\r\n`],
    [['a\nb', 'a;b', 'a; b-c'], '"a\nb",a;b,a; b-c\r\n'],
  ])('of %j is %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it('can be read back, whatever stands in it, and begins no cell as a formula does', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (cells) => {
        const read = cellsOf(csvLine(cells));
        const unchanged = (text: string) => text.replaceAll("'", '');
        expect(read.map(unchanged)).toEqual(cells.map(unchanged));
        for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });

  it('begins none either where semicolons or tabs separate cells and quotation marks do not join lines', () => {
    const odd = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '＝', ';', '\t', '\n', '\r', '"', ' ', "'", 'a'),
    });
    fc.assert(
      fc.property(fc.array(odd, { minLength: 1 }), (cells) => {
        const [, ...later] = csvLine(cells).split(/[;\t\r\n]/);
        for (const cell of later) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝]/);
      }),
    );
  });
});
