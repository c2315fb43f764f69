import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { KILN, outline, parse } from './outline.ts';

describe('a page of rustdoc', () => {
  it('has the methods of an implementation below it, without links to the source and for examples', () => {
    const method = (name: string, version: string) =>
      `<details class="method-toggle" open><summary><section id="method.${name}" class="method"><span class="rightside"><span class="since" title="Stable since 1.9.0">${version}</span> · <a class="srclink" href="../src/kiln.rs.html#1">source</a></span><a href="#method.${name}" class="anchor"></a><h4 class="code-header">pub fn <a href="#method.${name}">${name}</a>(&amp;self)</h4></section></summary><div class="docblock"><p>Does it.</p><h5>Examples</h5><div class="example-wrap"><pre class="rust">kiln.${name}();</pre><a class="test-arrow" href="https://play.example">Run</a></div></div></details>`;
    const page = `<h1>Struct Kiln</h1><span class="out-of-band"><span class="since">1.0.0</span> · <a class="srclink" href="../src/kiln.rs.html">source</a> · <a href="javascript:void(0)">[<span>−</span>]</a></span>
      <details class="top-doc" open><summary class="hideme"><span>Expand description</span></summary><p>${KILN}</p></details><h2>Implementations</h2>
      <details open><summary><section id="impl"><span class="rightside"><a class="src" href="../src/kiln.rs.html">Source</a></span><h3>impl Kiln</h3></section></summary><div>${method('fire', '1.9.0')}${method('cool', '')}</div></details>
      <h2>Trait Implementations</h2><p>Kilns are cloned. <a href="trait.Clone.html#clone">Read more</a></p>`;
    expect(outline(page)).toEqual([
      'heading1 Struct Kiln',
      'paragraph 1.0.0',
      `paragraph ${KILN}`,
      'heading2 Implementations',
      'heading3 impl Kiln',
      'heading4 pub fn fire(&self)',
      'paragraph Stable since 1.9.0',
      'paragraph Does it.',
      'heading5 Examples',
      'code kiln.fire();',
      'heading4 pub fn cool(&self)',
      'paragraph Does it.',
      'heading5 Examples',
      'code kiln.cool();',
      'heading2 Trait Implementations',
      'paragraph Kilns are cloned.',
    ]);
  });
});

describe('a page of TypeDoc', () => {
  const permalink = (name: string) =>
    `<a href="#${name}" aria-label="Permalink" class="tsd-anchor-icon"><svg></svg></a>`;
  const member = (name: string, type: string, comment = '', flag = '') =>
    `<section class="tsd-panel tsd-member"><h3 class="tsd-anchor-link" id="${name}">${flag}<span>${name}</span>${permalink(name)}</h3><div class="tsd-signature"><span>${name}</span><span class="tsd-signature-symbol">:</span> <a href="T.html" class="tsd-signature-type">${type}</a></div>${comment && `<div class="tsd-comment tsd-typography"><p>${comment}</p></div>`}<aside class="tsd-sources"><ul><li>Defined in kiln.ts:12</li></ul></aside></section>`;
  const page = (members: string) =>
    `<title>Kiln | pottery</title><header class="tsd-page-toolbar"><a href="index.html">pottery</a></header><div class="container container-main"><div class="col-content"><div class="tsd-page-title"><ul class="tsd-breadcrumb" aria-label="Breadcrumb"><li><a href="">Kiln</a></li></ul><h1>Variable Kiln<code class="tsd-tag">Const</code></h1></div>
    <section class="tsd-panel tsd-comment"><div class="tsd-comment tsd-typography"><p>Is <code>hot</code>.</p></div></section><details class="tsd-member-group" open><summary><h2>Properties${permalink('p')}</h2></summary><section>${members}</section></details></div><div class="col-sidebar"><div class="page-menu"><details open class="tsd-page-navigation"><summary><h3>On This Page</h3></summary><a href="#heat">heat</a></details></div></div></div>
    <footer><p class="tsd-generator">Generated using <a href="https://typedoc.org/">TypeDoc</a></p></footer>`;

  it('has the comments, and all members to the last', () => {
    expect(
      outline(
        page(member('heat', 'Heat', KILN) + member('night', 'Duration', '', '<code class="tsd-tag">Optional</code>')),
      ),
    ).toEqual([
      'heading1 Variable Kiln Const',
      'paragraph Is hot.',
      'heading2 Properties',
      'heading3 heat',
      'code heat: Heat',
      `paragraph ${KILN}`,
      'heading3 Optional night',
      'code night: Duration',
    ]);
  });

  it('has its declaration, whose names are links, and what is returned without a section of its own', () => {
    const signature =
      '<div class="tsd-signature"><span>type</span> <span>Kiln</span> = {<br/>    <a href="#heat">heat</a>: <a href="H.html">Heat</a>;<br/>}</div>';
    const comment = `<div class="tsd-comment"><p>${KILN}</p><pre><code>fire()</code><button type="button">Copy</button></pre></div>`;
    expect(
      outline(
        page(
          `<div>${comment}</div><h4 class="tsd-returns-title">Returns <a href="K.html">Kiln</a></h4><h4>Default</h4><p>1</p>`,
        ).replace('</h1></div>', `</h1></div>${signature}`),
      ),
    ).toEqual([
      'heading1 Variable Kiln Const',
      'code type Kiln = {\n    heat: Heat;\n}',
      'paragraph Is hot.',
      'heading2 Properties',
      `paragraph ${KILN}`,
      'code fire()',
      'paragraph Returns Kiln',
      'heading4 Default',
      'paragraph 1',
    ]);
  });

  it('has no list around the declarations of a member, and one of its parameters', () => {
    const accessor = (declaration: string, text: string) =>
      `<li><div class="tsd-signature">${declaration}</div><div class="tsd-description"><div class="tsd-comment"><p>${text}</p></div></div></li>`;
    expect(
      outline(
        page(
          `<h3>heat</h3><ul class="tsd-signatures">${accessor('get heat(): number', KILN)}${accessor('set heat(value: number): void', '<ul><li>value: number</li></ul>')}</ul>`,
        ),
      ).slice(3),
    ).toEqual([
      'heading3 heat',
      'code get heat(): number',
      `paragraph ${KILN}`,
      'code set heat(value: number): void',
      'list-item.1 - value: number',
    ]);
  });

  it('leaves out the comments of visitors as before', () => {
    const blog = (name: string) =>
      `<h1>Kilns</h1><p>${KILN}</p><div class="${name}"><p>Nice page, I read it twice today!</p></div>`;
    for (const name of ['comment', 'comments', 'post-comments']) expect(outline(blog(name)).at(-1)).toContain(KILN);
  });
});

describe('a page of Javadoc, as it is since Java 16', () => {
  const cell = (place: string, text: string) => `<div class="${place}">${text}</div>`;
  const table = (cells: string) =>
    `<h2>Method Summary</h2><div id="t"><div class="table-tabs" role="tablist"><button id="t0" role="tab" aria-controls="t.tabpanel">All Methods</button></div><div id="t.tabpanel" role="tabpanel" aria-labelledby="t0"><div class="summary-table three-column-summary">${cells}</div></div></div>`;
  const head = `${cell('table-header col-first', 'Modifier and Type')}\n${cell('table-header col-second', 'Method')}${cell('table-header col-last', 'Description')}`;

  it('has a row for each member of its summary', () => {
    const row = (name: string, text: string) =>
      `${cell('col-first even-row-color', '<code>void</code>')}${cell('col-second even-row-color', `<code><a href="#${name}()">${name}</a>()</code>`)}\n${cell('col-last even-row-color', text)}`;
    const blocks = outline(
      table(`${head}${row('fire', '<div class="block">Fires it.</div>')}${row('cool', '&nbsp;')}`),
    );
    expect(blocks.slice(-3)).toEqual([
      'table-row Modifier and Type | Method | Description',
      'table-row void | fire() | Fires it.',
      'table-row void | cool() |',
    ]);
  });

  it('is read as it is where its cells are no rows', () => {
    expect(outline(table(`${head}<p>More of it.</p>`)).at(-1)).toBe('paragraph More of it.');
    expect(outline(table(`${head}${cell('col-first', 'void')}`)).at(-1)).toBe('paragraph void');
  });
});

describe('a page of gi-docgen', () => {
  it('has its name, spelled as in its title, and the tables below its text', () => {
    const page = `<title>Kiln.Oven:heat</title><body><div><nav class="sidebar"><a href="i">Kiln</a></nav><section id="main" class="content"><header><h3>Property</h3><h1><a href="i">Kiln</a><span class="sep"></span><a href="o">Oven</a>:heat</h1></header>
      <section><div class="description"><h4 id="d">Description <a href="#d" class="anchor"></a> <a class="srclink" href="https://git.example/kiln.c#L2">[src]</a></h4><div class="docblock"><p>${KILN}</p></div>
      <div class="docblock"><table><tr><td>Type:</td><td><code>guint</code></td></tr><tr><td>Default value</td><td><code>900</code></td></tr></table></div></div>
      <div class="flags"><h4>Flags</h4><table><tr><td>Readable</td><td><b>yes</b></td></tr></table></div></section></section></div></body>`;
    expect(outline(page)).toEqual([
      'heading1 Property Kiln.Oven:heat',
      'heading4 Description',
      `paragraph ${KILN}`,
      'table-row Type: | guint',
      'table-row Default value | 900',
      'heading4 Flags',
      'table-row Readable | yes',
    ]);
    expect(parse(page).title).toBe('Property Kiln.Oven:heat');
    const other = page.replaceAll(
      /Kiln.Oven:heat|<a href="i">Kiln<.a><span class="sep"><.span><a href="o">Oven<.a>:heat/g,
      'Kiln – 3.0',
    );
    expect(outline(other).slice(0, 2)).toEqual(['heading1 Kiln – 3.0', 'paragraph Property']);
  });
});

describe('a page of YARD', () => {
  it('has what it says above its members, and its code in lines', () => {
    const method = (name: string) =>
      `<h3>#${name} <small><a href="#" class="toggle">collapse</a></small></h3><div class="docstring"><p>${KILN} ${KILN}</p></div><p>Returns:</p><ul><li><span>(Kiln)</span> &mdash; <div class="inline"><p>the same kiln</p></div></li></ul>
       <table class="source_code"><tr><td><pre class="lines">\n\n7\n8\n9</pre></td><td><pre class="code"><span># File 'kiln.rb', line 7</span>\n\ndef ${name}\n  self\nend</pre></td></tr></table>`;
    const page = `<title>Class: Kiln</title><div id="main"><div id="header"><div id="menu"><a href="i">Index</a></div></div><div id="content"><h1>Class: Kiln</h1><div class="box_info"><dl><dt>Inherits:</dt><dd>Oven</dd></dl></div><h2>Overview</h2><div class="docstring"><p>An oven that is made for pots.</p></div><div id="details">${method('fire')}${method('cool')}${method('fill')}</div></div></div>`;
    expect(outline(page).slice(0, 9)).toEqual([
      'heading1 Class: Kiln',
      'paragraph Inherits:',
      'paragraph Oven',
      'heading2 Overview',
      'paragraph An oven that is made for pots.',
      'heading3 #fire',
      `paragraph ${KILN} ${KILN}`,
      'paragraph Returns:',
      'list-item.1 - (Kiln) — the same kiln',
    ]);
    expect(outline(page)[9]).toBe("code # File 'kiln.rb', line 7\n\ndef fire\n  self\nend");
  });
});

describe('a page of Doxygen', () => {
  it('has its name as a heading, and no links to the details', () => {
    const page = `<title>Pottery: Kilns</title><div id="top"><div id="titlearea"><div id="projectname">Pottery <span>1.6</span></div></div></div><div class="header"><div class="summary"><a href="#f">Functions</a></div><div class="headertitle"><div class="title">Kilns<div class="ingroups"><a href="g">Ovens</a></div></div></div></div><div class="contents"><p>Fires pots. <a href="#details">More...</a></p><p>${KILN}</p></div>`;
    expect(outline(page)).toEqual(['heading1 Kilns', 'paragraph Fires pots.', `paragraph ${KILN}`]);
  });
});

it.each([
  ['Interface Base<T>', 'Base (Pottery 2.1 API)'],
  ['Kiln(heat)', 'Kiln – Pottery'],
])('the name of a page is found beside other signs, as in %s', (heading, title) => {
  const text = heading.replaceAll('<', '&lt;');
  const page = `<title>${title}</title><main><div class="header"><h2>${text}</h2></div><div><p>${KILN}</p></div></main>`;
  expect(outline(page)).toEqual([`heading2 ${heading}`, `paragraph ${KILN}`]);
});

it.each<[what: string, before: string, title: string, after: string]>([
  ['GTK-Doc', '<body>', 'Kiln: Pottery Reference', '</body>'],
  ['rustdoc', '<main>', 'Kiln in pottery - Rust', '</main>'],
])(
  'the tables and lines below the title of a page of %s are read, however much text there is beside them',
  (what, before, title, after) => {
    const heading = what === 'rustdoc' ? '<h1>Struct pottery::<wbr>Kiln</h1>' : '<h2>Kiln</h2>';
    const page = `<title>${title}</title>${before}<div class="heading">${heading}</div><div class="summary"><table><tr><td>int</td><td><a href="#fire">fire</a> ()</td></tr></table></div><div class="auto"><section><h3>impl Send for Kiln</h3></section></div><div><p>${KILN}</p><p>${KILN}</p></div>${after}`;
    expect(outline(page).slice(1, 3)).toEqual(['table-row int | fire ()', 'heading3 impl Send for Kiln']);
  },
);

it('a signature of Sphinx has no spaces that it does not show', () => {
  expect(
    outline(
      '<dl class="py function"><dt class="sig sig-object py" id="k"><span class="sig-prename descclassname"><span class="pre">kiln.</span></span><span class="sig-name descname"><span class="pre">fire</span></span><span class="sig-paren">(</span><em class="sig-param"><span class="n"><span class="pre">heat</span></span></em><span class="sig-paren">)</span></dt><dd><p>Fires it.</p></dd></dl>',
    )[0],
  ).toBe('paragraph kiln.fire(heat)');
});

it.each<[what: string, make: (count: number) => string]>([
  ['badges', (count) => `<h3>${'<code class="tag">a</code>b'.repeat(count)}</h3>`],
  ['links to the source', (count) => `<p>${'a · <a class="src" href="b">source</a> · '.repeat(count)}</p>`],
  ['names without separators', (count) => `<title>a.b</title><h1>${'a<b></b>b'.repeat(count)}</h1>`],
  [
    'cells of a table of their own',
    (count) => `<div class="summary-table">${'<div class="col-last">a</div>'.repeat(count)}</div>`,
  ],
  ['tables of others', (count) => '<div class="summary-table col-last">'.repeat(count)],
  ['titles', (count) => `<div class="headertitle">${'<div class="title">'.repeat(count)}a</div>`],
  ['dashes', (count) => `<div>${'a —<p>'.repeat(count)}</div>`],
])('reading takes linear time for any number of %s, or is refused', async (_, make) => {
  await expectLinear(50_000, (count) => {
    try {
      parseHtml(bytesOf(make(count)));
    } catch (error) {
      expect(error).toHaveProperty('code');
    }
  });
});
