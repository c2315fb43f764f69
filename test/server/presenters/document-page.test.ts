import { WIDGET_LANGUAGE_DIRECTIONS, WIDGET_LANGUAGES } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { chunkDocument } from '../../../server/ingestion/chunk/chunk.ts';
import { parseMarkdown } from '../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { presentDeadLink, presentDocumentPage } from '../../../server/presenters/document-page/document-page.ts';
import { pageWords } from '../../../server/presenters/document-page/page-words.ts';
import { renderBlocks } from '../../../server/presenters/document-page/render-blocks.ts';
import { layOutDocument } from '../../../server/services/answers/document-layout.ts';
import type { Block } from '../../../server/store/types.ts';

/** The passages of a document as they are stored, and its text. */
function stored(markdown: string, target?: number) {
  const document = parseMarkdown(new TextEncoder().encode(markdown));
  const title = document.title ?? 'untitled.md';
  const rows = [...chunkDocument(document, '', target)].map((chunk) => ({ laterPages: [], ...chunk, title }));
  return { title, text: document.text, rows };
}

/** The page's HTML of a document, with these words quoted. */
function rendered(markdown: string, { quote = '', target }: { quote?: string; target?: number } = {}) {
  const { title, text, rows } = stored(markdown, target);
  const start = text.indexOf(quote);
  const { html, headings } = renderBlocks(
    {
      text,
      ...layOutDocument({ title, text }, rows, 0),
      quote: quote === '' ? null : { start, end: start + quote.length },
    },
    pageWords(''),
  );
  return { html, headings, passages: rows.length };
}
const htmlOf = (markdown: string, quote?: string) => rendered(markdown, { ...(quote && { quote }) }).html;

describe('a document as a page', () => {
  it.each([
    [
      'nested lists with their numbers',
      '3. Open\n4. Close\n   - the lid\n   - the box\n5. Done',
      '<ol dir="auto"><li value="3">Open</li><li value="4">Close<ul dir="auto"><li>the lid</li><li>the box</li></ul></li><li value="5">Done</li></ol>',
    ],
    [
      'what stands in a list item',
      '1. Run\n\n   ```sh\n   ls <x>\n   ```\n2. Look',
      '<ol dir="auto"><li value="1">Run<pre dir="ltr" tabindex="0" role="region" aria-label="Code: sh"><code>ls &lt;x&gt;</code></pre></li><li value="2">Look</li></ol>',
    ],
    [
      'a list after another of the other kind',
      '- a\n\n1. b',
      '<ul dir="auto"><li>a</li></ul><ol dir="auto"><li value="1">b</li></ol>',
    ],
    [
      'tables with their head',
      '| Option | Means |\n|---|---|\n| `a|b` | x & y |\n| | z |',
      '<div class="table" tabindex="0" role="region" aria-label="Table"><table dir="auto"><thead><tr><th>Option</th><th>Means</th></tr></thead>',
    ],
    ['inline code', 'Set `A<B` now.', '<p dir="auto">Set <code dir="ltr">A&lt;B</code> now.</p>'],
    [
      'links, with code and what is quoted in them',
      'See [our `a<b` plans](https://a.test/?a=1&b=2) or https://b.test.',
      '<p dir="auto">See <a href="https://a.test/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow ugc">our <code dir="ltr">a&lt;b</code> plans</a> or <a href="https://b.test" ',
    ],
    ['quotes', '> Said.\n\nMore.', '<blockquote><p dir="auto">Said.</p></blockquote><p dir="auto">More.</p>'],
    ['notes', '> [!WARNING]\n> Never do it.\n\nMore.', '<div role="note" class="warning">'],
  ])('shows %s', (_, markdown, html) => {
    expect(htmlOf(markdown)).toContain(html);
  });

  it('has each heading once, with its level, whether passages begin at it or it is inside of one', () => {
    const words = 'Some words about the thing that this section is about, at length. '.repeat(12);
    const markdown = `# Manual\n\n${words}\n\n## Start\n\n### Install\n\n${words}\n\n### Install\n\n${words}\n\n## Use\n\n${words}\n\n### Short\n\nA.\n\n### Small\n\nB.\n`;
    const { html, headings, passages } = rendered(markdown);
    expect(passages).toBeGreaterThan(3);
    // The title stands above the document.
    expect(headings.map(({ level, text }) => `${level} ${text}`)).toEqual([
      ...['2 Start', '3 Install', '3 Install', '2 Use', '3 Short', '3 Small'],
    ]);
    expect(new Set(headings.map(({ id }) => id)).size).toBe(headings.length);
    for (const { id, level } of headings) expect(html).toContain(`<h${level} id="${id}" dir="auto">`);
  });

  it('joins what passages have torn apart', () => {
    const item = (at: number) => `${at}. ${'Turn the screw by half a turn and look at the dial. '.repeat(9)}`;
    const { html, passages } = rendered([1, 2, 3].map(item).join('\n'), { target: 200 });
    expect(passages).toBeGreaterThan(3);
    expect(html.match(/<ol dir="auto">/g)).toHaveLength(1);
    expect(html.match(/<li/g)).toHaveLength(3);
  });

  it('marks the quote through all of its blocks, and leads to its beginning', () => {
    const html = htmlOf('One two.\n\nThree `four` five.', 'two.\n\nThree four');
    expect(html).toBe(
      '<p dir="auto">One <mark id="quote" tabindex="-1">two.</mark></p><p dir="auto"><mark>Three </mark><code dir="ltr"><mark>four</mark></code> five.</p>',
    );
    expect(htmlOf('# Title\n\nText.')).not.toContain('Title');
    expect(htmlOf('# Title\n\nText.', 'Title\n\nText')).toBe(
      '<p dir="auto"><mark id="quote" tabindex="-1">Text</mark>.</p>',
    );
    expect(htmlOf('# Title\n\nText.', 'Title')).toContain('<mark id="quote" tabindex="-1">Title</mark></h2>');
  });

  it('makes nothing of the document active, and links only to addresses of the web', () => {
    const hostile =
      '# <script>x</script>\n\n<b onclick=x>&lt;img src=x onerror=y&gt;</b> ![p](https://evil.example/p.png) [l](javascript:x)\n\n```"><script>\n</code><script>z</script>\n```\n\njavascript:alert(1) "https://a.example/?q="onclick=1 (see http://b.example/x).';
    const html = htmlOf(hostile);
    expect(html.match(/<(?!\/?(?:p|pre|code|a|h2)\b)[^>]*>?/g)).toBeNull();
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://a.example/?q="', 'href="http://b.example/x"']);
    expect(html.match(/<a [^>]*>/g)?.every((tag) => tag.includes('rel="noopener noreferrer nofollow ugc"'))).toBe(true);
    expect(html).not.toMatch(/<[^>]*\son\w+=/);
  });

  it('shows deep lists flat at the end, and pages where they begin', () => {
    const items = Array.from(
      { length: 40 },
      (_, at): Block => ({ kind: 'list-item', start: at, end: at + 1, depth: at + 1 }),
    );
    const { html } = renderBlocks(
      { text: 'x'.repeat(40), blocks: items, quote: null, pages: [{ page: 4, start: 7 }] },
      pageWords('en'),
    );
    expect(html.match(/<ul dir="auto">/g)).toHaveLength(8);
    expect(html.match(/<\/ul>/g)).toHaveLength(8);
    expect(html.match(/<\/li>/g)).toHaveLength(40);
    expect(html).toContain('<p class="page" id="page4"><span lang="en">Page 4</span></p>');
  });

  it('has an outline if it is long, and the parts of a longer one', () => {
    const { title, text, rows } = stored(`# M\n\n${[1, 2, 3, 4].map((at) => `## H${at}\n\nText.\n\n`).join('')}`);
    const shown = {
      ...layOutDocument({ title, text }, rows, 0),
      ...{ title, text, language: 'en', headings: [], page: null, quote: null, originalUrl: null, address: null },
      ...{ cutBefore: false, cutAfter: false, part: 0, sourceName: null },
    };
    const page = presentDocumentPage({ ...shown, parts: [] }, pageWords(''));
    expect(page.match(/<a class="l2" href="#h\d+"/g)).toHaveLength(4);
    expect(page).not.toContain('?part=');
    const named = presentDocumentPage({ ...shown, parts: [], sourceName: 'a/<m>.md' }, pageWords(''));
    expect(named).toContain('<h1 dir="auto">M</h1>\n<p class="place" dir="auto">a/&lt;m&gt;.md</p>');
    const long = presentDocumentPage(
      {
        ...shown,
        parts: [
          { headings: ['<A>'], page: null },
          { headings: [], page: 9 },
        ],
      },
      pageWords('en-GB'),
    );
    expect(long).toContain(
      '<a href="?part=1" dir="auto" aria-current="page"><span class="number">1</span>&lt;A&gt;</a>',
    );
    expect(long).toContain('<a class="next" rel="next" href="?part=2"><span lang="en">Next part</span>Page 9</a>');
    expect(long).not.toContain('rel="prev"');
  });

  it('speaks the language of its reader, which need not be that of the document', () => {
    for (const [header, language] of [
      ['de-CH,de;q=0.9,en;q=0.8', 'de'],
      ['sv, pt;q=0.3, ja;q=0.7', 'ja'],
      ['en;q=0, *', 'en'],
      ['sv', 'en'],
      ['', 'en'],
    ] as const)
      expect(pageWords(header).language).toBe(language);
    for (const language of WIDGET_LANGUAGES) {
      const says = pageWords(language);
      expect(says.direction).toBe(WIDGET_LANGUAGE_DIRECTIONS[language]);
      const page = presentDeadLink({ reason: 'expired', back: null }, says);
      expect(page).toContain(`<html lang="${language}" dir="${says.direction}">`);
      expect(page).toContain(`<h1>${says.expired[0]}</h1>`);
    }
  });
});
