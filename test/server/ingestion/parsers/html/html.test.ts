import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../../../server/ingestion/chunk/chunk.ts';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { type HtmlNode, isElement, parseTree } from '../../../../../server/ingestion/parsers/html/tree/html-tree.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

const parse = (source: string) => {
  const document = parseHtml(bytesOf(source));
  expectSound(document);
  return document;
};

describe('parseHtml', () => {
  it("reads the content without the site's boilerplate", () => {
    const { text, title, language } =
      parse(`<!doctype html><html lang="de-CH"><head><title>Opening – Library</title><style>p{}</style></head><body>
      <nav><a href="/">Home</a></nav><header>Banner</header>
      <main><h1>Opening <b>hours</b> <a class="headerlink" href="#x">¶</a></h1><p>We open
      at&nbsp;nine. </p><div>Bring a card.<p hidden>secret</p></div><form>Search</form><script>evil()</script></main>
      <aside>Related</aside><footer>Imprint</footer></body></html>`);
    expect(text).toBe('Opening hours\n\nWe open at nine.\n\nBring a card.');
    expect(title).toBe('Opening hours');
    expect(language).not.toBe('und');
  });

  it('reads an icon that is alone in a cell as yes or no', () => {
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    const yes = '<span class="icon"><i class="fas fa-check-circle" aria-hidden="true"></i></span>';
    const no = '<svg class="bi bi-x-lg"><path d="M0 0"/></svg>';
    expect(
      parse(
        `<table>${row('Plan', 'Free', 'Paid')}${row('Kilns', no, yes)}${row('Glaze', `${yes} some`, yes + no)}${row('Clay', '<i class="fa fa-star"></i>', '<i class="no-wrap"></i>')}</table>`,
      ).text.split('\n'),
    ).toEqual(['Plan | Free | Paid', 'Kilns | ✗ | ✓', 'Glaze | some |', 'Clay | |']);
  });

  it('reads lists, tables, code and definitions as blocks', () => {
    const { text, blocks } = parse(`<ol start="2"><li>two<ul><li>inner</li></ul></li><li><p>three</p></li></ol>
      <table><caption>Prices</caption><tr><th>Kind</th><th>Price</th></tr><tr><td>Child<br>ren</td><td><p>2 €</p></td></tr></table>
      <pre><code>if (a) {\n  b();\n}</code></pre><dl><dt>Term</dt><dd>Meaning</dd></dl><p>one<br>two</p><img alt="A map">`);
    expect(text).toBe(
      '2. two\n- inner\n3. three\n\nPrices\n\nKind | Price\nChild ren | 2 €\n\nif (a) {\n  b();\n}\n\nTerm\n\nMeaning\n\none\ntwo\n\nA map',
    );
    expect(blocks.filter(({ kind }) => kind === 'table-row')).toHaveLength(2);
  });

  it('reads a manual page in one element as its sections, and code as code', () => {
    const page = `<title>kiln(1)</title><pre>KILN(1)                       KILN(1)\n
<b>NAME</b>\n       kiln - fire what is in the oven\n
<b>SYNOPSIS</b>\n       <b>kiln</b> [<b>-w</b>]\n
<b>DESCRIPTION</b>\n       It fires what is in the oven, with the rate that the set-
       tings say.\n\n   <b>Settings</b>\n       They are in a file.\n</pre><p>Written in May.</p>`;
    const document = parse(page);
    expect(blocksOf(document)).toEqual([
      { kind: 'heading', text: 'NAME', level: 2 },
      { kind: 'paragraph', text: 'kiln - fire what is in the oven' },
      { kind: 'heading', text: 'SYNOPSIS', level: 2 },
      { kind: 'paragraph', text: 'kiln [-w]' },
      { kind: 'heading', text: 'DESCRIPTION', level: 2 },
      { kind: 'paragraph', text: 'It fires what is in the oven, with the rate that the settings say.' },
      { kind: 'heading', text: 'Settings', level: 3 },
      { kind: 'paragraph', text: 'They are in a file.' },
      expect.objectContaining({ kind: 'paragraph', text: 'Written in May.' }),
    ]);
    expect(document.title).toBe('kiln(1)');
    expect(document.leftOut).toEqual([expect.objectContaining({ kind: 'header' })]);
    const code = 'NAME\n  = kiln\nUSAGE\n  fire';
    expect(blocksOf(parse(`<p>Say:</p><pre>${code}</pre>`))[1]).toEqual({ kind: 'code', text: code });
  });

  describe('a list of terms with long definitions', () => {
    const long = (about: string) =>
      `The ${about} says how the kiln is fired. ${'It holds for every shelf. '.repeat(8)}`;
    const outline = (source: string) =>
      blocksOf(parse(source)).map(({ kind, text, level }) =>
        level ? `h${level} ${text}` : `${kind} ${text.slice(0, 12)}`,
      );

    it.each<[what: string, html: string, outline: string[]]>([
      [
        'is a reference, whose terms are headings below the one before it',
        `<h3>Settings</h3><dl><dt><b><a name="a">ramp_rate</a> (default: 80)</b></dt><dd><p>${long('rate')}</p><p>More.</p></dd>
         <dt>hold</dt><dd>Short.</dd><dt>peak</dt><dd>${long('peak')}<pre>peak = 3</pre>${long('top')}</dd></dl><p>After all.</p>`,
        [
          'h3 Settings',
          'h4 ramp_rate (default: 80)',
          'paragraph The rate say',
          'paragraph More.',
          'h4 hold',
          'paragraph Short.',
          'h4 peak',
          'paragraph The peak say',
          'code peak = 3',
          'paragraph The top says',
          'paragraph After all.',
        ],
      ],
      [
        'names a term by all of its names',
        `<dl><dt>-k</dt><dt>--kiln</dt><dd>${long('option')}</dd></dl>`,
        ['h2 -k, --kiln', 'paragraph The option s'],
      ],
      [
        'is read so where it describes a program',
        `<h2>Module</h2><dl class="py class"><dt class="sig"><em>class</em> <span>Kiln</span>(size)<a href="x">[source]</a><a class="headerlink">¶</a></dt>
         <dd><p>${long('class')}</p><dl class="field-list"><dt>Parameters</dt><dd><p>${long('size')}</p></dd></dl>
         <dl class="py method"><dt class="sig">fire()</dt><dd><p>${long('method')}</p></dd></dl></dd></dl>`,
        [
          'h2 Module',
          'h3 class Kiln(size)',
          'paragraph The class sa',
          'paragraph Parameters:',
          'paragraph The size say',
          'h4 fire()',
          'paragraph The method s',
        ],
      ],
      [
        'names a term once whose button opens the definition',
        `<h2>Questions</h2><dl><dt><button aria-expanded="false" aria-controls="d">How hot?</button></dt><dd id="d" hidden><p>${long('heat')}</p></dd>
         <dt><button aria-expanded="false" aria-controls="e">How long?</button></dt><dd id="e" hidden><p>${long('time')}</p></dd></dl>`,
        ['h2 Questions', 'h3 How hot?', 'paragraph The heat say', 'h3 How long?', 'paragraph The time say'],
      ],
      [
        'stays a list in an item, and where headings stand in it',
        `<ul><li><dl><dt>a</dt><dd>${long('a')}</dd></dl></li></ul><h2>B</h2><dl><dt>b</dt><dd>${long('b')}<h3>Firing in winter</h3><p>${long('c')}</p></dd></dl>`,
        [
          'list-item - a',
          'paragraph The a says h',
          'h2 B',
          'paragraph b',
          'paragraph The b says h',
          'h3 Firing in winter',
          'paragraph The c says h',
        ],
      ],
    ])('%s', (_, html, expected) => {
      expect(outline(html)).toEqual(expected);
    });

    it('gives each term passages of its own, and what follows the list those of the heading above', () => {
      const list = ['ramp', 'hold', 'peak'].map((name) => `<dt>${name}</dt><dd><p>${long(name)}</p></dd>`).join('');
      const chunks = [
        ...chunkDocument(parse(`<h1>Kiln</h1><p>${long('start')}</p><dl>${list}</dl><p>${long('end')}</p>`)),
      ];
      expect(chunks.map(({ headings }) => headings.at(-1))).toEqual(['Kiln', 'ramp', 'hold', 'peak', 'Kiln']);
      expect(chunks.at(-1)?.text).toContain('The end says');
      expect(chunks.at(-2)?.text).toContain('The peak says');
    });
  });

  it.each<[what: string, html: string, blocks: object[]]>([
    [
      'the nesting of lists and what stands in their items',
      '<ol start="3"><li>a<ul><li>b<p>more</p></li></ul></li><li><pre>c</pre></li></ol>',
      [
        { kind: 'list-item', text: '3. a', depth: 1, ordered: true },
        { kind: 'list-item', text: '- b', depth: 2 },
        { kind: 'paragraph', text: 'more', depth: 2 },
        { kind: 'code', text: 'c', depth: 1 },
      ],
    ],
    [
      'what stands for pictures from a text with a picture in it',
      '<p><img alt="A map"> <a href="a"><img alt="A plan"></a></p><p>This <img alt="sign"> is it.</p>',
      [
        { kind: 'paragraph', text: 'A map A plan', picture: true },
        { kind: 'paragraph', text: 'This sign is it.' },
      ],
    ],
    [
      'the head of a table, with code in its cells',
      '<table><thead><tr><td>Option</td><td>Default</td></tr></thead><tr><th>a</th><td><code>x = 1</code></td></tr></table>',
      [
        { kind: 'table-row', text: 'Option | Default', header: true },
        { kind: 'table-row', text: 'a | x = 1', code: ['x = 1'] },
      ],
    ],
    [
      'a head of th elements, and one in bold',
      '<table><tr><th>A</th></tr><tr><td>b</td></tr></table><table><tr><td><p><b>C</b></p></td></tr><tr><td>d</td></tr></table>',
      [
        { kind: 'table-row', text: 'A', header: true },
        { kind: 'table-row', text: 'b' },
        { kind: 'table-row', text: 'C', header: true },
        { kind: 'table-row', text: 'd' },
      ],
    ],
    [
      'a head of words above a column of numbers, however it looks',
      '<table><tr><td>Hours</td><td>Share</td></tr><tr><td>0–100</td><td>none</td></tr><tr><td>101–200</td><td>20 %</td></tr></table>',
      [
        { kind: 'table-row', text: 'Hours | Share', header: true },
        { kind: 'table-row', text: '0–100 | none' },
        { kind: 'table-row', text: '101–200 | 20 %' },
      ],
    ],
    [
      'no head in rows of words alone, and none above rows of other widths',
      '<table><tr><td>Oil</td><td>lamp</td></tr><tr><td>Wick</td><td>cotton</td></tr><tr><td>Glass</td><td>1</td></tr></table><table><tr><td>Oil</td><td>lamp</td></tr><tr><td>1</td></tr><tr><td>2</td></tr></table>',
      ['Oil | lamp', 'Wick | cotton', 'Glass | 1', 'Oil | lamp', '1', '2'].map((text) => ({ kind: 'table-row', text })),
    ],
    [
      'inline code',
      '<p>Press <kbd>Ctrl</kbd>  or set <code> a <b>b</b></code>.</p><ul><li><tt>x</tt>: y</li></ul>',
      [
        { kind: 'paragraph', text: 'Press Ctrl or set a b.', code: ['Ctrl', 'a b'] },
        { kind: 'list-item', text: '- x: y', depth: 1, code: ['x'] },
      ],
    ],
    [
      'quotes and notes inside each other',
      '<blockquote>a<div class="admonition warning"><p>b</p></div>c</blockquote>d',
      [
        { kind: 'paragraph', text: 'a', callout: 'quote' },
        { kind: 'paragraph', text: 'b', callout: 'warning' },
        { kind: 'paragraph', text: 'c', callout: 'quote' },
        { kind: 'paragraph', text: 'd' },
      ],
    ],
  ])('tells %s', (_, html, blocks) => {
    expect(blocksOf(parse(html))).toEqual(blocks);
  });

  it.each([
    ['<div class="admonition note">', 'note'],
    ['<div class="admonition admonition-todo">', 'note'],
    ['<div class="theme-admonition theme-admonition-tip alert alert--success">', 'tip'],
    ['<aside class="starlight-aside starlight-aside--caution">', 'warning'],
    ['<div class="tip custom-block">', 'tip'],
    ['<div class="markdown-alert markdown-alert-important">', 'note'],
    ['<div class="alert alert-warning">', 'warning'],
    ['<div class="message is-danger">', 'warning'],
    ['<div role="note">', 'note'],
    ['<div class="note">', 'note'],
    ['<div class="hints">', undefined],
    ['<div class="info-page notes">', undefined],
    ['<main class="note">', undefined],
  ])('reads %s as %s', (tag, callout) => {
    const name = tag.slice(1).split(' ')[0];
    expect(blocksOf(parse(`<main>${tag}Text${`</${name}>`}</main>`))).toEqual([
      { kind: 'paragraph', text: 'Text', ...(callout && { callout }) },
    ]);
  });

  it.each([
    [
      'DocBook',
      '<div class="note"><table summary="Note"><tr><td rowspan="2"><img alt="[Note]" src="note.png"></td>' +
        '<th align="left">Note</th></tr><tr><td valign="top"><p>a</p><ol><li>b</li></ol></td></tr></table></div>',
    ],
    [
      'Asciidoctor with icons',
      '<div class="admonitionblock note"><table><tr><td class="icon"><i class="fa icon-note" title="Note"></i></td>' +
        '<td class="content"><div class="paragraph"><p>a</p></div><ol><li>b</li></ol></td></tr></table></div>',
    ],
    [
      'Asciidoctor without icons',
      '<div class="admonitionblock note"><table><tr><td class="icon"><div class="title">Note</div></td>' +
        '<td class="content">a<ol><li>b</li></ol></td></tr></table></div>',
    ],
  ])('reads a note that %s lays out as a table', (_, html) => {
    expect(blocksOf(parse(`<main><p>Text</p>${html}</main>`))).toEqual([
      { kind: 'paragraph', text: 'Text' },
      { kind: 'paragraph', text: 'a', callout: 'note' },
      { kind: 'list-item', text: '1. b', depth: 1, ordered: true, callout: 'note' },
    ]);
  });

  it.each(['note', 'tip', 'important', 'warning', 'caution'])(
    'reads the title of a callout of DocBook, %s, as a part of that',
    (name) => {
      const html = `<h1>Oven</h1><h2>Firing</h2><p>Close the door.</p>
        <div class="${name}" style="margin-left: 0.5in;"><h3 class="title">Hot parts</h3><p>Wear gloves.</p></div><p>Light it.</p>`;
      const document = parse(`<main>${html}</main>`);
      const callout = { note: 'note', tip: 'tip', important: 'note' }[name] ?? 'warning';
      expect(blocksOf(document).slice(2)).toEqual([
        { kind: 'paragraph', text: 'Close the door.' },
        { kind: 'paragraph', text: 'Hot parts', callout },
        { kind: 'paragraph', text: 'Wear gloves.', callout },
        { kind: 'paragraph', text: 'Light it.' },
      ]);
      expect([...chunkDocument(document)].map(({ headings }) => headings)).toEqual([['Oven', 'Firing']]);
    },
  );

  it.each([
    ['the whole of a page', '<div class="note"><h1>Oven</h1><p>It is hot.</p></div>'],
    [
      'several sections',
      '<div class="note"><section><h2>Oven</h2><p>It is hot.</p></section><h2>Door</h2><p>Close it.</p></div>',
    ],
  ])('takes no part of a page with %s for a callout', (_, html) => {
    const blocks = blocksOf(parse(`<main>${html}</main>`));
    expect(blocks[0]).toMatchObject({ kind: 'heading', text: 'Oven' });
    expect(blocks.some((block) => 'callout' in block)).toBe(false);
  });

  it.each([
    ['HTML', '<figure><img src="a.png" alt="Door"><figcaption><p>The door</p></figcaption></figure>'],
    [
      'DocBook',
      '<div class="figure"><p class="title"><b>The door</b></p><div class="figure-contents"><div class="mediaobject">' +
        '<img src="a.png" alt="Door"></div></div></div>',
    ],
    [
      'Asciidoctor',
      '<div class="imageblock"><div class="content"><img src="a.png" alt="Door"></div><div class="title">The door</div></div>',
    ],
  ])('tells that the caption of a picture stands for it, in %s', (_, figure) => {
    const { blocks, text } = parse(`<main><p>Open the door.</p>${figure}</main>`);
    const pictures = blocks.filter(({ picture }) => picture).map(({ start, end }) => text.slice(start, end));
    expect(pictures.toSorted()).toEqual(['Door', 'The door']);
  });

  it('keeps the caption of code or a table', () => {
    for (const content of ['<pre>a</pre>', '<table><tr><th>a</th><td>b</td></tr></table>']) {
      const { blocks } = parse(`<main><figure>${content}<figcaption>A listing</figcaption></figure></main>`);
      expect(blocks.some(({ picture }) => picture)).toBe(false);
    }
  });

  it('keeps a table in a note, and one that is a note', () => {
    const rows = '<tr><th>Key</th><th>Value</th></tr><tr><td>a</td><td>b</td></tr>';
    for (const html of [`<div class="note"><table>${rows}</table></div>`, `<table class="note">${rows}</table>`])
      expect(blocksOf(parse(`<main>${html}</main>`)).map(({ text }) => text)).toEqual(['Key | Value', 'a | b']);
  });

  it.each([
    ['<pre><code class="hljs language-ts">a</code></pre>', 'ts'],
    ['<pre lang="x" class="lang-c++">a</pre>', 'c++'],
    ['<div class="highlight highlight-source-shell"><pre>a</pre></div>', 'shell'],
    ['<div class="highlight-python notranslate"><div class="highlight"><pre>a</pre></div></div>', 'python'],
    ['<pre class="sourceCode haskell"><code>a</code></pre>', 'haskell'],
    ['<pre data-language="toml">a</pre>', 'toml'],
    ['<div class="highlight-default"><pre>a</pre></div>', undefined],
    ['<pre>a</pre>', undefined],
    ['<pre><code class="language-a&lt;b">a</code></pre>', undefined],
  ])('finds the language of %s', (html, language) => {
    expect(blocksOf(parse(html))).toEqual([{ kind: 'code', text: 'a', ...(language && { language }) }]);
  });

  it('reads a label above a heading with the section of that heading', () => {
    const text = (labels: string) =>
      parse(`<h2>Talks</h2><p>On kettles.</p><div>${labels}<h3>Steam</h3><p>It boils.</p></div>`).text;
    const end = 'It boils.';
    expect(text('<span class="tag">Monday</span>')).toBe(`Talks\n\nOn kettles.\n\nSteam\n\nMonday\n\n${end}`);
    expect(text('<img alt="A kettle"><time>1 May</time>')).toBe(
      `Talks\n\nOn kettles.\n\nSteam\n\nA kettle 1 May\n\n${end}`,
    );
    for (const above of [
      'Bring your own.',
      'A line that says more than a label would, and so belongs to what is above it',
    ])
      expect(text(`<p>${above}</p>`)).toBe(`Talks\n\nOn kettles.\n\n${above}\n\nSteam\n\n${end}`);
    expect(parse('<p>Handbook</p><div><p>Steam</p><h1>Boiling</h1></div>').text).toBe('Handbook\n\nBoiling\n\nSteam');
    const first = (label: string) => parse(`<h2>Prices</h2><div>${label}<h3>For groups</h3><p>3 €</p></div>`).text;
    expect(first('<p>6 € each</p>')).toBe('Prices\n\n6 € each\n\nFor groups\n\n3 €');
    expect(first('<p class="eyebrow">New</p>')).toBe('Prices\n\nFor groups\n\nNew\n\n3 €');
  });

  it('reads the number of an item once, where the page says it beside its own list number', () => {
    const list = (badge: string) =>
      parse(`<p>How:</p><ol><li>${badge}<h3>Ask</h3><p>Call us.</p></li><li><p>2 kettles at most.</p></li></ol>`).text;
    expect(list('<div><span>01</span></div>')).toBe('How:\n\nAsk\n\n1. Call us.\n2. 2 kettles at most.');
    expect(list('<span>3</span>')).toMatch(/^How:\n\n1\. 3\n/);
  });

  it('says where a link to write or to call leads, unless its text says it', () => {
    const text = (link: string) => parse(`<p>Do ${link} us.</p>`).text;
    expect(text('<a href="mailto:desk%40kettle.example?subject=Hello">write to</a>')).toBe(
      'Do write to (desk@kettle.example) us.',
    );
    expect(text('<a href="tel:+44-30-123-456"><i class="icon"></i></a>')).toBe('Do +44-30-123-456 us.');
    expect(text('<a href="tel:+4430123456">call 030/123 456</a>')).toBe('Do call 030/123 456 us.');
    expect(text('<a href="mailto:?subject=Look">tell</a>')).toBe('Do tell us.');
    expect(text('<a href="mailto:Desk@kettle.example">desk@kettle.example</a>')).toBe('Do desk@kettle.example us.');
  });

  it('keeps a superscript number apart from the number before it', () => {
    const source =
      '<p>67,413<sup>2</sup> people on 10<sup><a href="#n"> 13 </a></sup> m<sup>2</sup>, the 1<sup>st</sup></p>';
    expect(parse(source).text).toBe('67,413² people on 10¹³ m², the 1st');
    expect(parse('<table><tr><th>Population</th><td>453<sup>1</sup></td></tr></table>').text).toBe('Population | 453¹');
    expect(parse(`<p>1${'<sup>'.repeat(20_000)}2${'</sup>'.repeat(20_000)}</p>`).text).toBe('12');
  });

  it('reads layout tables like other containers', () => {
    const { text } = parse(
      '<table><tr><td><h1>News</h1><p>It rains.</p></td><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>',
    );
    expect(text).toBe('News\n\nIt rains.\n\na | b');
  });

  it('reads everything where only boilerplate would be left', () => {
    expect(parse('<nav><p>Only a menu here.</p></nav>').text).toBe('Only a menu here.');
  });

  it('reads the encoding that the page declares', () => {
    const bytes = new Uint8Array(Buffer.from('<meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p>', 'latin1'));
    expect(parseHtml(bytes).text).toBe('Привет');
  });

  it('keeps the title of a page without headings', () => {
    expect(parse('<title> A  page </title><p>Text</p>').title).toBe('A page');
  });

  it('reads deep nesting, refuses endless nodes and huge pages', () => {
    expect(parse(`${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`).text).toBe('deep');
    expect(() => parseHtml(bytesOf('<br>'.repeat(200_001)))).toThrow(
      expect.objectContaining({ code: 'document_too_complex' }),
    );
    expect(() => parseHtml(bytesOf(`<p>${'a '.repeat(3_000_000)}`))).toThrow(
      expect.objectContaining({ code: 'document_too_long' }),
    );
    expect(() => parseHtml(bytesOf('<p>   </p>'))).toThrow(expect.objectContaining({ code: 'no_text' }));
  });

  it('reads what is nested too deep as if it stood in the deepest element that counts', () => {
    const page = `${'<div>'.repeat(600)}<h2>Lamps</h2><p>One.<script>let x = 1;</script><p>Two.${'</div>'.repeat(600)}<p>Three.`;
    expect(parse(page).text).toBe('Lamps\n\nOne.\n\nTwo.\n\nThree.');
  });

  it('keeps no more than 512 elements open, as each tag takes more time the more there are', () => {
    let deepest = 0;
    const open: { node: HtmlNode; depth: number }[] = parseTree(
      `${'<div>'.repeat(100_000)}${'<b>'.repeat(50_000)}x`,
    ).childNodes.map((node) => ({ node, depth: 1 }));
    for (let at = open.pop(); at; at = open.pop()) {
      const { node, depth } = at;
      deepest = Math.max(deepest, depth);
      if (isElement(node)) for (const child of node.childNodes) open.push({ node: child, depth: depth + 1 });
    }
    expect(deepest).toBe(513);
  });

  describe('separates the content from boilerplate', () => {
    const prose = 'The library lends books to everyone in town, for four weeks at a time, and asks for nothing.';
    const links = (count: number, text = 'Somewhere else') =>
      `<ul>${Array.from({ length: count }, (_, index) => `<li><a href="/${index}">${text} ${index}</a></li>`).join('')}</ul>`;
    const textOf = (body: string) =>
      parse(`<html><head><title>Lending – Library</title></head><body>${body}</body></html>`).text;

    it('leaves out cookie notices, sidebars, comments and share buttons, by their names', () => {
      expect(
        textOf(`<div id="cookie-consent"><p>We use cookies to make this site better for you.</p></div>
          <div class="page"><div class="leftSidebar"><p>Come to our reading on Friday night.</p></div>
          <div class="text"><h1>Lending</h1><p>${prose}</p><div class="share-buttons">Share: Mail</div><p>${prose}</p></div>
          <div id="comments"><h3>Two replies</h3><p>What a lovely library this is, thank you.</p></div></div>`),
      ).toBe(`Lending\n\n${prose}\n\n${prose}`);
    });

    it('leaves out breadcrumbs and menus without names, before and after the text', () => {
      expect(
        textOf(`<div><a href="/">Home</a> › <a href="/a">Services</a></div>${links(8)}
          <div><h1>Lending</h1>${links(3, 'On this page').replaceAll('href="/', 'href="#')}<p>${prose}</p>${links(2)}<p>${prose}</p>
          <p>Good luck!</p><h3>More to read</h3>${links(3)}</div><div>© The library</div>`),
      ).toBe(`Lending\n\n${prose}\n\n- Somewhere else 0\n- Somewhere else 1\n\n${prose}\n\nGood luck!`);
    });

    it('keeps content that is named like a menu: comments in code, sections named by their headings, most of a page', () => {
      const code = '<pre><code><span class="comment"># one</span>\n<span class="nav">run</span></code></pre>';
      const section = `<section id="cookies"><h2>Cookies</h2><p>They are sweet, and the library serves them at four.</p></section>`;
      expect(textOf(`<div class="sidebar-page"><p>${prose}</p>${code}${section}<p>${prose} ${prose}</p></div>`)).toBe(
        `${prose}\n\n# one\nrun\n\nCookies\n\nThey are sweet, and the library serves them at four.\n\n${prose} ${prose}`,
      );
    });

    it('keeps every part of a page that is divided into sections', () => {
      const sections = ['One', 'Two', 'Three'].map((name) => `<section><h2>${name}</h2><p>${prose}</p></section>`);
      expect(textOf(`<h1>Lending</h1><p>All about it, in three parts.</p>${sections.join('')}`)).toBe(
        `Lending\n\nAll about it, in three parts.\n\nOne\n\n${prose}\n\nTwo\n\n${prose}\n\nThree\n\n${prose}`,
      );
    });

    it('reads all of a page that consists of links', () => {
      expect(textOf(`<h1>Index</h1>${links(3)}`)).toBe(
        'Index\n\n- Somewhere else 0\n- Somewhere else 1\n- Somewhere else 2',
      );
    });

    it('uses the heading that the page title begins with as the title', () => {
      const page = `<title>Lending - The Library</title><h2>Lending</h2><p>${prose}</p>`;
      expect(parse(page).title).toBe('Lending');
      expect(parse(page.replace('Lending -', 'Lending and returning -')).title).toBe(
        'Lending and returning - The Library',
      );
    });

    it('uses the page title for a list of articles', () => {
      const list = ['One', 'Two', 'Three'].map((name) => `<article><h1>${name}</h1><p>${prose}</p></article>`);
      expect(parse(`<title>News | Library</title>${list.join('')}`).title).toBe('News | Library');
      expect(parse(`<title>Two | Library</title>${list.join('')}`).title).toBe('One');
    });

    it('uses the page title where the heading above the main part is a slogan', () => {
      const page = (title: string) =>
        parse(
          `<title>${title}</title><div><h1>Take them home</h1><p>${prose}</p></div><main><h2>Who may</h2><p>${prose}</p></main>`,
        );
      const { title, text } = page('Lending · The Library');
      const article =
        '<title>Lending</title><h1>Take them home</h1><article><h2>Who may</h2><p>Everyone in town.</p></article>';
      expect(parse(article).title).toBe('Lending');
      expect(title).toBe('Lending · The Library');
      expect(text).toMatch(/^Take them home\n/);
      expect(page('Take them home · The Library').title).toBe('Take them home');
    });

    it.each([
      ['nested parts with words in each', 30_000, (many) => '<div class="toc">word '.repeat(many)],
      ['nested parts with names and headings', 30_000, (many) => '<div id="menu"><h2>x</h2>'.repeat(many)],
      [
        'attributes',
        100_000,
        (many) => `<div ${Array.from({ length: many }, (_, index) => `a${index}="b"`).join(' ')}>word</div>`,
      ],
      ['entities', 900_000, (many) => '&amp;'.repeat(many)],
      ['dashes in an unclosed comment', 4_000_000, (many) => `<p>word</p><!-- ${'-'.repeat(many)}`],
      ['list items', 90_000, (many) => `<ol>${'<li>word'.repeat(many)}</ol>`],
      ['rows of a table', 60_000, (many) => `<table>${'<tr><td>word'.repeat(many)}</table>`],
      ['nested tables', 10_000, (many) => '<table><tr><td>word '.repeat(many)],
      ['nested templates', 20_000, (many) => `<p>word</p>${'<template><svg>'.repeat(many)}`],
    ] satisfies [string, number, (many: number) => string][])(
      'takes linear time for any number of %s, or is refused',
      (_, most, page) =>
        expectLinear(most, (many) => {
          try {
            parseHtml(bytesOf(page(many)));
          } catch (error) {
            expect(error).toHaveProperty('code');
          }
        }),
    );
  });
});
