import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../../../../../server/ingestion/parsers/html/parse-html.ts';
import { expectLinear } from '../../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../../make-files.ts';
import { expectSound } from '../../../parse/invariants.ts';

const LINKS = '<li><a href="#a">Ferry</a></li><li><a href="#b">Fares</a></li><li><a href="#c">Bus</a></li>';
const SECTIONS = '<h2 id="a">Ferry</h2><p>It runs.</p><h2 id="b">Fares</h2><p>Four euros.</p><h2 id="c">Bus</h2>';

function read(body: string) {
  const document = parseHtml(bytesOf(`<html><title>Harbour</title><body><main><h1>Harbour</h1>${body}</main></html>`));
  expectSound(document);
  return document;
}
const textOf = (body: string) => read(body).text;
const PAGE = textOf(SECTIONS);

describe('a list of what is on a page', () => {
  it.each([
    ['alone', `<ul>${LINKS}</ul>`],
    ['with a line that leads into it', `<p><b>In this article:</b></p>\n<ol>${LINKS}</ol>`],
    ['with lists in it', `<ul>${LINKS}<li><a href="#c">Stops</a><ul>${LINKS}</ul></li></ul>`],
    [
      'of one link, after a colon above the first section',
      '<p>In this article:</p><ul><li><a href="#a">Ferry</a></li></ul>',
    ],
    ['to old anchors', `<ul>${LINKS.replace('#c', '#d')}</ul><a name="d"></a>`],
  ])('is left out %s, and told', (_, list) => {
    const document = read(list + SECTIONS);
    expect(document.text).toBe(PAGE);
    expect(document.leftOut).toEqual([expect.objectContaining({ kind: 'navigation' })]);
  });

  it.each([
    ['two links', `<ul>${LINKS.slice(0, LINKS.lastIndexOf('<li>'))}</ul>`],
    ['a link to another page', `<ul>${LINKS.replace('#c', '/bus')}</ul>`],
    ['a link to nothing', `<ul>${LINKS.replace('#c', '#nowhere')}</ul>`],
    ['more than links', `<ul>${LINKS}<li>Train</li></ul>`],
    ['an explanation', `<ul>${LINKS.replace('Bus</a>', 'Bus</a>: every hour')}</ul>`],
  ])('is read with %s', (_, list) => {
    expect(textOf(list + SECTIONS)).toContain('- Ferry');
  });

  it('is read where it has few links and stands below a section, or without a colon', () => {
    const list = '<ul><li><a href="#a">Ferry</a></li></ul>';
    expect(textOf(`${SECTIONS}<p>See:</p>${list}`)).toContain('- Ferry');
    expect(textOf(`<p>Harbour</p>${list}${SECTIONS}`)).toContain('- Ferry');
  });

  it('leaves the sentence before it', () => {
    expect(textOf(`<p>It sails every day.</p><ul>${LINKS}</ul>${SECTIONS}`)).toContain('It sails every day.');
  });

  it('is found in time that grows with the page', async () => {
    await expectLinear(400_000, (size) => parseHtml(bytesOf(`<ul>${LINKS}`.repeat(size / 90) + SECTIONS)));
  });
});
