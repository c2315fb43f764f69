import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../server/ingestion/parsers/html.ts';
import { expectSound } from './invariants.ts';
import { bytesOf } from './make-files.ts';

const parse = (source: string) => {
  const document = parseHtml(bytesOf(source));
  expectSound(document);
  return document;
};

describe('parseHtml', () => {
  it('reads the content and leaves the site around it', () => {
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

  it('gives lists, tables, code and definitions as blocks', () => {
    const { text, blocks } = parse(`<ol start="2"><li>two<ul><li>inner</li></ul></li><li><p>three</p></li></ol>
      <table><caption>Prices</caption><tr><th>Kind</th><th>Price</th></tr><tr><td>Child<br>ren</td><td><p>2 €</p></td></tr></table>
      <pre><code>if (a) {\n  b();\n}</code></pre><dl><dt>Term</dt><dd>Meaning</dd></dl><p>one<br>two</p><img alt="A map">`);
    expect(text).toBe(
      '2. two\n- inner\n3. three\n\nPrices\n\nKind | Price\nChild ren | 2 €\n\nif (a) {\n  b();\n}\n\nTerm\n\nMeaning\n\none\ntwo\n\nA map',
    );
    expect(blocks.filter(({ kind }) => kind === 'table-row')).toHaveLength(2);
  });

  it('walks tables that lay out a page', () => {
    const { text } = parse(
      '<table><tr><td><h1>News</h1><p>It rains.</p></td><td><table><tr><td>a</td><td>b</td></tr></table></td></tr></table>',
    );
    expect(text).toBe('News\n\nIt rains.\n\na | b');
  });

  it('reads everything where nothing but surroundings are left', () => {
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
});
