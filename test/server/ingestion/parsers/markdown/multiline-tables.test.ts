import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf } from '../../parse/invariants.ts';

const blocks = (source: string) => blocksOf(parseMarkdown(bytesOf(source)));
const rows = (source: string) =>
  blocks(source)
    .filter(({ kind }) => kind === 'table-row')
    .map(({ text }) => text);

describe('tables of Diplodoc', () => {
  it('are rows, whatever their cells hold', () => {
    const source = `Keys:

#|
|:{header-rows="1"}
||
**Key** | **What it does**
||
||
\`--strict, -s\` {#strict}
|
Fails at warnings.

- Level one
- Level two
||
||:{align=top} \`a|b\` |::{width=50} See [pipes](p.md) ||
|#

After.`;
    expect(rows(source)).toEqual([
      'Key | What it does',
      '--strict, -s | Fails at warnings. - Level one - Level two',
      'a|b | See pipes',
    ]);
    expect(blocks(source).at(-1)?.text).toBe('After.');
  });

  it('repeat what is joined with the cell before or above', () =>
    expect(rows('#|\n|| A | B ||\n|| 1 | > ||\n|| ^ | 2 ||\n|#')).toEqual(['A | B', '1 | 1', '1 | 2']));

  it('keep the cells of rows that are longer than the first', () =>
    expect(rows('#|\n|| A ||\n|| 1 | 2 ||\n|#').at(-1)).toBe('1 | 2'));

  it('lose no text where a row is not ended', () =>
    expect(rows('#|\n|| A | B\n|| `--schema` |\nPath\n|#')).toEqual(['A | B', '--schema | Path']));

  it('hold the text of a table within a cell, and code', () =>
    expect(rows('#|\n|| A | B ||\n|| x\n#|\n|| 5 | 6 ||\n|#\n|\n```sh\nls | wc\n```\n||\n|#')).toEqual([
      'A | B',
      'x 5 6 | ls | wc',
    ]));

  it('stay as they are in code, and where they do not end', () => {
    expect(blocks('```\n#|\n|| a | b ||\n|#\n```')).toMatchObject([{ kind: 'code', text: '#|\n|| a | b ||\n|#' }]);
    expect(rows('#|\n|| a | b ||')).toEqual([]);
    expect(parseMarkdown(bytesOf('#|\n|| a | b ||')).text).toContain('a | b');
  });

  it.each(['#|\n', '|| a\n', '#|\n|| a | b ||\n|#\n', '`', '|'])('of many %j take time in proportion', (part) =>
    expectLinear(20_000, (size) => parseMarkdown(bytesOf(`x\n\n#|\n${part.repeat(size)}|#`))),
  );
});
