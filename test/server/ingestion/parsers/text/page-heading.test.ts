import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { parseMarkdown } from '../../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { bytesOf } from '../../make-files.ts';
import { expectSound } from '../../parse/invariants.ts';

const BANNER = '<h1 align="center">Harbour</h1>\n\n';

describe('the title of a page', () => {
  it.each<[what: string, source: string, fileName: string, title: string]>([
    ['below a banner', `${BANNER}## Mooring\n\nText`, 'a.md', 'Mooring'],
    ['below a banner, at its level', `${BANNER}# Mooring\n\nText`, 'a.md', 'Mooring'],
    ['below the banner of an overview', `${BANNER}## All guides\n\nText`, 'Index.md', 'All guides'],
    [
      'of the file, below a banner with a text',
      `${BANNER}Text\n\n## Fees\n\nText`,
      'Winter-berths.md',
      'Winter berths',
    ],
    ['the banner where the file has no name', `${BANNER}Text\n\n## Fees\n\nText`, 'index.md', 'Harbour'],
    ['the banner, named like the file', `${BANNER}## Fees\n\nText`, 'harbour.md', 'Harbour'],
    ['the banner of a README', `${BANNER}## Installation\n\nText`, 'README.md', 'Harbour'],
    ['the banner of a README in another language', `${BANNER}## Installation\n\nText`, 'README.zh-CN.md', 'Harbour'],
    ['the banner above its second line', `${BANNER}<h2>A place for ships</h2>\n\nText`, 'index.md', 'Harbour'],
    ['named like the file', '# Harbour\n\n## Winter berths\n\nText', '03-winter_berths.md', 'Winter berths'],
    [
      'with the words of the file’s name',
      '# Harbour\n\n## How to moor ships\n\nText',
      'MoorShip.md',
      'How to moor ships',
    ],
    ['of the page, above its first section', '# Mooring\n\n## Lines\n\nText', 'mooring.md', 'Mooring'],
    ['of the page, where its file has another name', '# Mooring\n\n## Lines\n\nText', 'page.md', 'Mooring'],
    ['of the page, above a version', '# Changes\n\n# 2.0\n\nText', 'CHANGELOG.md', 'Changes'],
    ['above a text', '# Harbour\n\nAll of it.\n\n## Mooring\n\nText', 'mooring.md', 'Harbour'],
    ['of the front matter', `---\ntitle: Ropes\n---\n${BANNER}## Mooring\n\nText`, 'mooring.md', 'Ropes'],
  ])('is that %s', (_, source, fileName, title) => {
    const document = parseMarkdown(bytesOf(source), fileName);
    expectSound(document);
    expect(document.title).toBe(title);
  });

  it.each<[what: string, page: string, title: string]>([
    ['the site in the heading', '<title>Mooring | Harbour</title><h1>Harbour</h1><h2>Mooring</h2>', 'Mooring'],
    ['the page in the heading', '<title>Mooring | Harbour</title><h1>Mooring</h1><h2>Lines</h2>', 'Mooring'],
    ['another title', '<title>Welcome</title><h1>Harbour</h1><h2>Mooring</h2>', 'Harbour'],
    ['no title', '<h1>Harbour</h1><h2>Mooring</h2>', 'Harbour'],
    ['a longer word', '<title>Moorings | Harbour</title><h1>Harbour</h1><h2>Mooring</h2>', 'Harbour'],
  ])('of HTML with %s is told by the heading and the title together', (_, page, title) => {
    expect(parseHtml(bytesOf(`${page}<p>Ships are tied up here.</p>`)).title).toBe(title);
  });

  it('stands above the page’s sections in place of the banner', () => {
    const { text, blocks } = parseMarkdown(bytesOf(`${BANNER}## Mooring\n\nText\n\n### Lines\n\nText`), 'a.md');
    const levels = blocks.flatMap(({ kind, level, start, end }) =>
      kind === 'heading' ? [[text.slice(start, end), level]] : [],
    );
    expect(levels).toEqual([
      ['Harbour', 1],
      ['Mooring', 1],
      ['Lines', 3],
    ]);
  });
});
