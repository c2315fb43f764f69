import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { KILN, outline, parse } from './outline.ts';

const MEMBERS = `<li class="blockList"><a id="method.detail"><!-- --></a><h3>Method Detail</h3><a id="fire()"><!-- --></a>
  <ul class="blockList"><li class="blockList"><h4>fire</h4><pre>public void fire()</pre><div class="block">Fires it.</div>
  <dl><dt><span class="throwsLabel">Throws:</span></dt><dd>KilnException - ${KILN}</dd></dl></li></ul>
  <a id="cool(int)"><!-- --></a><ul class="blockListLast"><li class="blockList"><h4>cool</h4><pre>public int cool​(int hours)</pre>
  <div class="block">Cools it:<ul><li>slowly</li><li>with care</li></ul></div></li></ul></li>`;
const JAVADOC = `<title>Kiln (Pottery 2.1 API)</title><main role="main">
  <div class="header"><div class="subTitle">Package&nbsp;<a href="package-summary.html">org.example.pottery</a></div>
  <h2 title="Class Kiln" class="title">Class Kiln</h2></div>
  <div class="contentContainer"><div class="description"><ul class="blockList"><li class="blockList"><hr><pre>public class Kiln</pre>
  <div class="block">${KILN}</div></li></ul></div>
  <div class="details"><ul class="blockList"><li class="blockList"><section role="region"><ul class="blockList">${MEMBERS}</ul></section></li></ul></div></div></main>`;

describe('a page of Javadoc', () => {
  it('has its class as a heading, and members as sections instead of items', () => {
    expect(outline(JAVADOC)).toEqual([
      'heading2 Class Kiln',
      'code public class Kiln',
      `paragraph ${KILN}`,
      'heading3 Method Detail',
      'heading4 fire',
      'code public void fire()',
      'paragraph Fires it.',
      'paragraph Throws:',
      `paragraph KilnException - ${KILN}`,
      'heading4 cool',
      'code public int cool(int hours)',
      'paragraph Cools it:',
      'list-item.1 - slowly',
      'list-item.1 - with care',
    ]);
  });

  it('of later versions is read alike', () => {
    const section = (name: string) =>
      `<li><section class="detail" id="${name}()"><h3>${name}</h3><div class="member-signature">void ${name}()</div></section></li>`;
    const page = `<section class="method-details"><h2>Method Details</h2><ul class="member-list">${section('fire')}${section('cool')}</ul></section>`;
    expect(outline(page)).toEqual([
      'heading2 Method Details',
      'heading3 fire',
      'code void fire()',
      'heading3 cool',
      'code void cool()',
    ]);
  });
});

describe('a page of Doxygen', () => {
  const member = (name: string, text: string) =>
    `<tr class="memitem:a"><td class="memItemLeft"><a href="#i">int</a>&#160;</td><td class="memItemRight"><a href="#a">${name}</a></td></tr>
     <tr class="memdesc:a"><td class="mdescLeft">&#160;</td><td class="mdescRight">${text}<br /></td></tr><tr class="separator:a"><td class="memSeparator" colspan="2">&#160;</td></tr>`;

  it('has its members as rows below what they are', () => {
    const heading = (name: string) =>
      `<tr class="heading"><td colspan="2"><h2 class="groupheader"><a name="m"></a>${name}</h2></td></tr>`;
    const page = `<table class="memberdecls">${heading('Macros')}${member('KILNS', 'How many.')}${heading('Functions')}${member('fire (void)', 'Fires it.')}</table>`;
    expect(outline(page)).toEqual([
      'heading2 Macros',
      'table-row int | KILNS',
      'table-row | How many.',
      'heading2 Functions',
      'table-row int | fire (void)',
      'table-row | Fires it.',
    ]);
  });

  it.each([
    [
      '<tr><td class="memname">int KILN_Fire </td><td>(</td><td class="paramtype">int&#160;</td><td class="paramname"><em>heat</em>, </td></tr><tr><td></td><td></td><td class="paramtype">void *&#160;</td><td class="paramname"><em>kiln</em>&#160;</td></tr><tr><td></td><td>)</td><td></td><td></td></tr>',
      'int KILN_Fire(int heat, void * kiln)',
    ],
    ['<tr><td class="memname">typedef int(* KILN_Fired) (int heat)</td></tr>', 'typedef int(* KILN_Fired) (int heat)'],
  ])('has a signature in one line', (rows, signature) => {
    const proto = `<h2 class="memtitle">fire</h2><div class="memproto"><table class="mlabels"><tr><td class="mlabels-left"><table class="memname">${rows}</table></td><td class="mlabels-right"></td></tr></table></div>`;
    expect(outline(proto)).toEqual(['heading2 fire', `code ${signature}`]);
  });

  it('has a colon after the name of a field, so that its value stays with it', () => {
    const field = (kind: string, name: string, text: string) =>
      `<dl class="${kind}"><dt>${name}</dt><dd>${text}</dd></dl>`;
    expect(
      outline(
        `${field('params', 'Parameters', '<table class="params"><tr><td>heat</td><td>how hot</td></tr></table>')}${field('section return', '<b>Returns </b>', '0 on success.')}${field('section see', 'See also:', 'cool()')}${field('option-list', '-k', 'It fires.')}`,
      ),
    ).toEqual([
      'paragraph Parameters:',
      'table-row heat | how hot',
      'paragraph Returns:',
      'paragraph 0 on success.',
      'paragraph See also:',
      'paragraph cool()',
      'paragraph -k',
      'paragraph It fires.',
    ]);
  });

  it('keeps links at its end that are fields, and leaves out where things are defined and used', () => {
    const page = `<h2>cool</h2><p>${KILN}</p><dl class="section see"><dt>See also</dt><dd><a href="#fire">fire()</a></dd></dl>
      <p class="definition">Definition at line <a href="s">12</a> of file <a href="s">kiln.h</a>.</p><p class="reference">Referenced by <a href="#m">main()</a>.</p><p class="definition">A kiln is an oven in which pots are fired until they are hard.</p>`;
    expect(outline(page)).toEqual([
      'heading2 cool',
      `paragraph ${KILN}`,
      'paragraph See also:',
      'paragraph fire()',
      'paragraph A kiln is an oven in which pots are fired until they are hard.',
    ]);
    const end = page.slice(0, page.indexOf('<p class="definition">'));
    expect(outline(end).at(-1)).toBe('paragraph fire()');
  });

  it('has lines of code as one, without their numbers and what is shown over its names', () => {
    const code = `<p>Fire it:</p><div class="fragment"><div class="line"><a name="l1"></a><span class="lineno">    1</span><span class="keyword">if</span> (<a href="#f">fire</a>()) {</div>
      <div class="line"><span class="lineno">    2</span>  <span class="comment">// wait</span></div><div class="line">}</div>
      <div class="ttc" id="f"><div class="ttname">fire</div><div class="ttdef"><b>Definition:</b> kiln.h:12</div></div></div><!-- fragment --><p>Then cool it.</p>`;
    expect(outline(code)).toEqual([
      'paragraph Fire it:',
      'code if (fire()) {\n  // wait\n}',
      'paragraph Then cool it.',
    ]);
    expect(outline('<div class="fragment"><p>Slides have parts.</p></div>')).toEqual(['paragraph Slides have parts.']);
  });
});

it('a table has no empty columns, and those of layout are read as before', () => {
  expect(
    outline(
      '<table><tr><td>%d<td><td>day<tr><td>%H<td>&nbsp;<td>hour</table><table><tr><td>a<td><tr><td>b<td>c</table>',
    ),
  ).toEqual(['table-row %d | day', 'table-row %H | hour', 'table-row a |', 'table-row b | c']);
  expect(
    outline(
      '<table><tr><td><h2>News</h2></td></tr><tr><td>It rains.</td></tr></table><table><tr><td><h2>Kilns</h2></td></tr><tr><td>a</td><td><p>b</p></td></tr></table>',
    ),
  ).toEqual(['heading2 News', 'paragraph It rains.', 'heading2 Kilns', 'paragraph a', 'paragraph b']);
});

it('the line at the end that says when a page was changed is left out', () => {
  const page = (line: string) => parse(`<h1>Kiln</h1><p>${KILN}</p><p><small><i>${line}</i></small></p>`).text;
  expect(page('This page last modified on <a href="/log">2022-04-13 13:11:44</a> UTC')).not.toContain('2022-04-13');
  expect(page('Last updated: 3 May 2022.')).not.toContain('May 2022');
  expect(page('The rate was last changed in 2022.')).toContain('2022');
});

it.each<[what: string, html: string, outline: string[]]>([
  ['one item', '<ul><li>fire</li></ul>', ['list-item.1 - fire']],
  ['one item in a paragraph', '<ul><li><p>fire</p><pre>f()</pre></li></ul>', ['list-item.1 - fire', 'code.1 f()']],
  [
    'items that begin with code or a link',
    '<ul><li><pre>f()</pre></li><li><a href="#c">cool</a></li></ul>',
    ['code.1 f()', 'list-item.1 - cool'],
  ],
])('a list stays one with %s', (_, html, expected) => {
  expect(outline(html)).toEqual(expected);
});

it.each<[what: string, html: string, outline: string[]]>([
  [
    'numbers, which stand before their headings',
    '<ol start="3"><li><h3>Fire</h3><p>Hot.</p></li><li><h3>Glaze</h3></li></ol>',
    ['heading3 3. Fire', 'paragraph Hot.', 'heading3 4. Glaze'],
  ],
  [
    'links around them, as cards have',
    '<ul><li><a href="/fire"><h3>Fire</h3><p>How hot.</p></a></li></ul>',
    ['heading3 Fire', 'paragraph How hot.'],
  ],
])('items that begin with headings are sections, with %s', (_, html, expected) => {
  expect(outline(html)).toEqual(expected);
});

it('what follows a list of sections belongs to the heading before it', () => {
  const { blocks } = parse('<h2>Use</h2><ol><li><h3>Fire</h3><p>Hot.</p></li></ol><p>Wait a day.</p>');
  expect(blocks.at(-1)).toMatchObject({ kind: 'paragraph', endsLevel: 3 });
});

it('a part of the main content that has the title of the page is read, and one beside it is not', () => {
  const page = (heading: string) =>
    `<title>Kiln - Pottery</title><main><div><b>Class</b><h2>${heading}</h2></div><div><p>${KILN}</p></div></main>`;
  expect(outline(page('The Kiln'))).toEqual(['heading2 The Kiln', 'paragraph Class', `paragraph ${KILN}`]);
  expect(outline(page('See also'))).toEqual([`paragraph ${KILN}`]);
});

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

it('a page whose sections have numbers has the title that it declares, as a heading where it begins with that', () => {
  const page = (first: string, ...headings: string[]) =>
    `<title>Firing a kiln</title><p>${first}</p>${headings.map((name) => `<h1>${name}</h1><p>${KILN}</p>`).join('')}`;
  const title = (...headings: string[]) => parse(page('Firing a kiln', ...headings)).title;
  expect(title('1. Overview', '2. Heat')).toBe('Firing a kiln');
  expect(title('1 Overview', '2 Heat')).toBe('Firing a kiln');
  expect(title('Overview', 'Heat')).toBe('Overview');
  expect(title('12 kilns')).toBe('12 kilns');
  const first = (text: string, ...headings: string[]) => outline(page(text, ...headings))[0];
  expect(first('Firing a kiln', '1. Overview', '2. Heat')).toBe('heading1 Firing a kiln');
  expect(first('It takes a night.', '1. Overview', '2. Heat')).toBe('paragraph It takes a night.');
  expect(first('Firing a kiln', 'Overview', 'Heat')).toBe('paragraph Firing a kiln');
});

it.each<[what: string, make: (count: number) => string]>([
  ['items alone in each other', (count) => '<ul><li><hr>'.repeat(count)],
  ['items of one list with headings', (count) => `<ul>${'<li><h3>a</h3></li>'.repeat(count)}</ul>`],
  ['listings in each other', (count) => '<div class="fragment"><div class="line">a'.repeat(count)],
  ['rows without a text', (count) => `<table>${'<tr><td>a<td>'.repeat(count)}</table>`],
  ['headings between rows', (count) => `<table>${'<tr><td><h2>a</h2><tr><td>b<td>c'.repeat(count)}</table>`],
  ['links in signs', (count) => `<p>${'<a href="#a"><b>'.repeat(count)}`],
  ['targets before a heading', (count) => `<ul><li>${'<a id="a"></a>'.repeat(count)}<h3>a</h3></ul>`],
  [
    'parts with headings beside the main one',
    (count) => `<title>a</title><main>${'<div><h2>b</h2></div>'.repeat(count)}<div><p>${KILN}</p></div></main>`,
  ],
])('reading takes linear time for any number of %s, or is refused', async (_, make) => {
  await expectLinear(50_000, (count) => {
    try {
      parseHtml(bytesOf(make(count)));
    } catch (error) {
      expect(error).toHaveProperty('code');
    }
  });
});
