import { expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

const shortOf = (html: string) => {
  const document = parseHtml(bytesOf(html));
  expectSound(document);
  const blocks = blocksOf(document).map(({ kind, level, text }) => `${kind}${level ?? ''} ${text}`);
  return [document.title, ...blocks];
};

it.each<[what: string, html: string, expected: (string | null)[]]>([
  ['a title', '<title>Kettles</title><p>Fill it.</p>', ['Kettles', 'paragraph Fill it.']],
  [
    'a title before text',
    '<!doctype html><title>Kettles</title>Fill it.<p>Boil it.',
    ['Kettles', 'paragraph Fill it.', 'paragraph Boil it.'],
  ],
  [
    'a title and a body',
    '<html><title>Kettles</title><body><h1>Kettle</h1>Fill it.',
    ['Kettle', 'heading1 Kettle', 'paragraph Fill it.'],
  ],
  ['nothing but a paragraph', '<p>Fill it.', [null, 'paragraph Fill it.']],
])('a page without head is read as a browser shows it: with %s', (_, html, expected) => {
  expect(shortOf(html)).toEqual(expected);
});

it.each<[what: string, html: string, blocks: string[]]>([
  ['of blocks is one line', '<h1><div>Install on</div><div>Linux</div></h1>', ['heading1 Install on Linux']],
  ['of text and a block is one line', '<h1>Install <div>on</div>Linux</h1>', ['heading1 Install on Linux']],
  ['of paragraphs is one line', '<h2><p>Install</p><p>on Linux</p></h2>', ['heading2 Install on Linux']],
  [
    'that is never closed ends before the first paragraph',
    '<h1>Guide<p>Fill it.</p><ul><li>Water</ul><h2>Next</h2><p>Boil it.',
    ['heading1 Guide', 'paragraph Fill it.', 'list-item - Water', 'heading2 Next', 'paragraph Boil it.'],
  ],
  [
    'that is never closed ends before the first table',
    '<h3>Prices <b>2026</b><table><tr><td>Sloop<td>90</table>',
    ['heading3 Prices 2026', 'table-row Sloop | 90'],
  ],
])('a heading %s', (_, html, blocks) => {
  expect(shortOf(html).slice(1)).toEqual(blocks);
});

it.each<[what: string, html: string, blocks: string[]]>([
  [
    'before the next item of a list',
    '<ul><li><p>Fill it.<li><p>Boil it.<ul><li><p>Slowly.<li><p>With care.</ul><li><p>Pour it.</ul>',
    [
      'list-item1 - Fill it.',
      'list-item1 - Boil it.',
      'list-item2 - Slowly.',
      'list-item2 - With care.',
      'list-item1 - Pour it.',
    ],
  ],
  [
    'before the next term and its definition',
    '<ul><li><dl><dt><p>Fill<dd><p>With water.<dt><p>Boil<dd><p>With heat.</dl></ul>',
    ['list-item1 - Fill', 'paragraph1 With water.', 'paragraph1 Boil', 'paragraph1 With heat.'],
  ],
  [
    'before the next cell and row of a table',
    '<table><tr><td><p>Sloop<td><p>90<tr><td><p>Ketch<td><p>120</table>',
    ['table-row Sloop | 90', 'table-row Ketch | 120'],
  ],
])('a paragraph that is never closed ends %s', (_, html, blocks) => {
  const document = parseHtml(bytesOf(html));
  expect(blocksOf(document).map(({ kind, depth, text }) => `${kind}${depth ?? ''} ${text}`)).toEqual(blocks);
});

it('reads all items of a long list whose paragraphs are never closed', () => {
  const items = Array.from({ length: 1_000 }, (_, index) => `<li><p>Step ${index}`);
  const blocks = blocksOf(parseHtml(bytesOf(`<ul>${items.join('')}</ul><p>Done.`)));
  expect(blocks.filter(({ kind, depth }) => kind === 'list-item' && depth === 1)).toHaveLength(1_000);
  expect(blocks.at(-1)).toEqual({ kind: 'paragraph', text: 'Done.' });
});
