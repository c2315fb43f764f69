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
