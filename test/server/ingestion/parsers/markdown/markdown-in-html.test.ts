import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

const read = (source: string) => {
  const document = parseMarkdown(bytesOf(source));
  expectSound(document);
  return blocksOf(document).map(({ text }) => text);
};

describe('Markdown in a block of HTML', () => {
  it.each<[what: string, source: string, texts: string[]]>([
    [
      'is read within its text',
      '<div class="box">\n**Mind**: the `lamp` is <em>hot</em>, see\n[the page](a.md) & more.\n</div>',
      ['Mind: the lamp is hot, see the page & more.'],
    ],
    [
      'is read in cells, and as pictures',
      '<table><tr><td>`name`</td><td>![A lamp](a.png)</td></tr></table>',
      ['name | A lamp'],
    ],
    [
      'is read below a picture',
      '<img src="a.png" />\nThe **lamp** of `x`,\nwhich is new.',
      ['The lamp of x, which is new.'],
    ],
    [
      'is not read in code',
      '<div>\n<pre>a `b` **c**</pre>\n<p><code>[a](b)</code> `x`</p>\n</div>',
      ['a `b` **c**', '[a](b) x'],
    ],
    [
      'is not read where the text is none',
      '<div>\nf(*args, **kwargs), __init__, 2 ** 3, C:\\_a\\*b, a[0](x), `&lt;b&gt;` **c**\n</div>',
      ['f(*args, **kwargs), __init__, 2 ** 3, C:\\_a\\*b, a[0](x), `<b>` **c**'],
    ],
  ])('%s', (_, source, texts) => {
    expect(read(source)).toEqual(texts);
  });

  it('marks code as such', () => {
    const { text, blocks } = parseMarkdown(bytesOf('<div>\nSet `lamp` now\n</div>'));
    expect(blocks[0]?.codeSpans?.map(([start, end]) => text.slice(start, end))).toEqual(['lamp']);
  });

  it('takes linear time', async () => {
    await expectLinear(20_000, (many) => read(`<div>\n${'`a` **b <i>c</i> ['.repeat(many / 10)}\n</div>`));
  });
});
