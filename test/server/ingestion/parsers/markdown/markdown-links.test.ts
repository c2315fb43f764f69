import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '../../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf } from '../../parse/invariants.ts';

const linksOf = (markdown: string) => blocksOf(parseMarkdown(bytesOf(markdown))).flatMap(({ links = [] }) => links);

describe('the links of a Markdown page', () => {
  it.each([
    ['in a paragraph', 'See [our *plans*](https://a.test/b "All of them").'],
    ['in an item', '- See [our plans](https://a.test/b)'],
    ['in a row', '| Prices |\n|---|\n| [our plans](https://a.test/b) |'],
    ['by its name', 'See [our plans][1].\n\n[1]: https://a.test/b'],
    ['with a picture', 'See [our ![plans](c.png)](https://a.test/b).'],
    ['in HTML', 'See <a href="https://a.test/b">our plans</a>.\n\n<p>More.</p>'],
    ['in a block of HTML', '<div>\n\nSee <b>it</b>: [our plans](https://a.test/b)\n\n</div>'],
  ])('are kept %s', (_, markdown) => expect(linksOf(markdown)).toEqual([['our plans', 'https://a.test/b']]));

  it('are kept to other files, as they are written', () => {
    expect(linksOf('See [our plans](plans.md) and [PLANS.md](../PLANS.md#b).')).toEqual([
      ['our plans', 'plans.md'],
      ['PLANS.md', '../PLANS.md#b'],
    ]);
  });

  it.each([
    ['of titles', '## [Our plans](https://a.test/b)\n\nAll of them.'],
    ['that show their address', 'See <https://a.test/b> or [https://b.test](https://c.test) or https://d.test/.'],
    ['to scripts', 'See [our plans](javascript:alert(1)).'],
  ])('are not kept %s', (_, markdown) => expect(linksOf(markdown)).toEqual([]));

  it.each([
    ['See\n[our\nplans](https://a.test/b)\nfor more.', 'See our plans for more.'],
    ['詳しくは\n[料金\n表](https://a.test/b)\nを見る。', '詳しくは料金表を見る。'],
    ['Set\n`a\nb`\n[c](https://a.test/b) d', 'Set a b c d'],
  ])('do not change how lines are joined: %s', (markdown, text) => {
    expect(parseMarkdown(bytesOf(markdown)).text).toBe(text);
  });
});
