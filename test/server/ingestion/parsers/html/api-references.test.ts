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

const KILN = 'A kiln that fires what is in it until it is done, and then cools down over the night. '.repeat(3).trim();
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

it('a page whose sections have numbers has the title that it declares', () => {
  const page = (...headings: string[]) =>
    parse(
      `<title>Firing a kiln</title><p>Firing a kiln</p>${headings.map((name) => `<h1>${name}</h1><p>${KILN}</p>`).join('')}`,
    ).title;
  expect(page('1. Overview', '2. Heat')).toBe('Firing a kiln');
  expect(page('1 Overview', '2 Heat')).toBe('Firing a kiln');
  expect(page('Overview', 'Heat')).toBe('Overview');
  expect(page('12 kilns')).toBe('12 kilns');
});
