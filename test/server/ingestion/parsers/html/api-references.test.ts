import { expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

const parse = (source: string) => {
  const document = parseHtml(bytesOf(source));
  expectSound(document);
  return document;
};
const outline = (source: string) =>
  blocksOf(parse(source)).map(
    ({ kind, level, depth, text }) => `${kind}${level ?? ''}${depth ? `.${depth}` : ''} ${text}`,
  );

it('a sign that links to what it stands beside, or to the source, is not read', () => {
  const link = (sign: string, target = '#f') => `<a class="headerlink" href="${target}">${sign}</a>`;
  expect(
    outline(`<h2><span>${link('◆&nbsp;')}</span>fire</h2><div class="caption"><code>a.py</code>${link('¶')}</div>
      <dl><dt>cool()<a href="_modules/kiln.html#cool"><span><span>[source]</span></span></a>${link('¶')}</dt><dd>Cools it.</dd></dl>
      <p>See ${link('#', '#')}, § 3 and ${link('¶ 4')}.</p><table><caption>Heat${link('¶')}</caption><tr><td>a</td><td>b</td></tr></table>`),
  ).toEqual([
    'heading2 fire',
    'paragraph a.py',
    'paragraph cool()',
    'paragraph Cools it.',
    'paragraph See #, § 3 and ¶ 4.',
    'paragraph Heat',
    'table-row a | b',
  ]);
});
