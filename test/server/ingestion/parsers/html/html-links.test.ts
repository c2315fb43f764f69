import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf } from '../../parse/invariants.ts';

const ADDRESS = 'https://example.com/docs/guide/';

const linksOf = (body: string, address?: string) =>
  blocksOf(parseHtml(bytesOf(`<!doctype html><title>T</title><main>${body}</main>`), { address })).flatMap(
    ({ links = [] }) => links,
  );

describe('the links of a page', () => {
  it.each([
    [
      'from its address',
      '<p>See <a href="../plans?a=1&amp;b=2#top">our plans</a>.</p>',
      'https://example.com/docs/plans?a=1&b=2#top',
    ],
    [
      'from the address that it names',
      '<base href="/en/"><p>See <a href="plans">our plans</a>.</p>',
      'https://example.com/en/plans',
    ],
    ['to its own parts', '<p>See <a href="#plans">our plans</a>.</p>', `${ADDRESS}#plans`],
    ['to other sites', '<p>See <a href="http://other.test">our plans</a>.</p>', 'http://other.test/'],
    ['in lists', '<ul><li>See <b><a href="/plans">our plans</a></b>.</li></ul>', 'https://example.com/plans'],
    [
      'in tables',
      '<table><tr><td>Prices<td>See <a href="/plans">our plans</a>.<tr><td>a<td>b</table>',
      'https://example.com/plans',
    ],
    ['around paragraphs', '<p>Prices.</p><a href="/plans"><p>our plans</p></a>', 'https://example.com/plans'],
  ])('lead %s', (_, body, address) => expect(linksOf(body, ADDRESS)).toEqual([['our plans', address]]));

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,hello'],
    ['a file', 'file:///etc/passwd'],
    ['a host behind a name', 'https://example.com@evil.test/'],
    ['a very long address', `/${'a'.repeat(1_000)}`],
    ['no address', 'https://'],
  ])('do not lead to %s', (_, href) => {
    expect(linksOf(`<p>See <a href="${href}">our plans</a>.</p>`, ADDRESS)).toEqual([]);
  });

  it('of a file lead where they say', () => {
    expect(linksOf('<p><a href="b.html">This page</a> and <a href="https://other.test/c">that one</a>.</p>')).toEqual([
      ['This page', 'b.html'],
      ['that one', 'https://other.test/c'],
    ]);
  });

  it.each(['javascript:alert(1)', '//evil.test/', '\\\\\\\\evil.test', 'mailto:a@b.test', 'a b.html'])(
    'of a file do not lead to %s',
    (href) => expect(linksOf(`<p>See <a href="${href}">our plans</a>.</p>`)).toEqual([]),
  );

  it('do not change what is read', () => {
    const read = (body: string) => parseHtml(bytesOf(`<title>T</title><p>${body}</p>`), { address: ADDRESS }).text;
    for (const body of [
      'a <a href="b"> b</a>c',
      'a<a href="b">b <code>c</code></a> d',
      '日本<a href="b">語\n</a>の',
      'e<a href="b">\u0301</a>',
    ])
      expect(read(body)).toBe(read(body.replaceAll(' href="b"', '')));
  });
});
