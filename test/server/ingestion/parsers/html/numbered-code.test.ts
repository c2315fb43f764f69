import { expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { outline } from './outline.ts';

it.each<[what: string, html: string]>([
  [
    'Rouge',
    '<div class="highlight"><pre class="highlight"><code><table class="rouge-table"><tbody><tr><td class="gutter gl"><pre class="lineno">1\n2\n</pre></td><td class="code"><pre>if hot:\n  cool()\n</pre></td></tr></tbody></table></code></pre></div>',
  ],
  [
    'Pygments',
    '<div class="highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span class="normal">1</span>\n<span class="normal">2</span></pre></div></td><td class="code"><div><pre><span></span>if hot:\n  cool()</pre></div></td></tr></table></div>',
  ],
  [
    'Hexo',
    '<figure class="highlight"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br></pre></td><td class="code"><pre><span class="line">if hot:</span><br><span class="line">  cool()</span><br></pre></td></tr></table></figure>',
  ],
  [
    'others, in a row for each line',
    '<table><tr><td data-line-number="1"></td><td><pre>if hot:</pre></td></tr><tr><td data-line-number="2"></td><td><pre>  cool()</pre></td></tr></table>',
  ],
])('code beside its line numbers in a table of %s is code', (_, html) => {
  expect(outline(html)).toEqual(['code if hot:\n  cool()']);
});

it('a table with code in some cells stays a table', () => {
  expect(
    outline(
      '<table><tr><td>1</td><td><pre>fire()</pre></td><td>hot</td></tr><tr><td>2</td><td>cool</td><td>-</td></tr></table>',
    ),
  ).toEqual(['table-row 1 | fire() | hot', 'table-row 2 | cool | -']);
});

it.each<[what: string, make: (count: number) => string]>([
  ['lines of code', (count) => `<table>${'<tr><td>1<td><pre>a</pre>'.repeat(count)}</table>`],
])('reading takes linear time for any number of %s, or is refused', async (_, make) => {
  await expectLinear(50_000, (count) => {
    try {
      parseHtml(bytesOf(make(count)));
    } catch (error) {
      expect(error).toHaveProperty('code');
    }
  });
});
