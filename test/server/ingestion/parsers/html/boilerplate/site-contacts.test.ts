import { describe, expect, it } from 'vitest';
import { contactsIn } from '../../../../../../server/ingestion/parsers/html/boilerplate/site-contacts.ts';
import { parseHtml } from '../../../../../../server/ingestion/parsers/html/parse-html.ts';
import { expectLinear } from '../../../../../helpers/timing/growth.ts';
import { bytesOf } from '../../../make-files.ts';
import { expectSound } from '../../../parse/invariants.ts';

const FOOTER = `<footer><div><h3>Visit</h3><ul><li><a href="/a">Lending</a></li></ul></div>
  <div><h3>The library</h3><p>12 Harbour Road<br>01304 112233</p><p>Mon–Fri 9am–5pm</p></div><p>© 2026 The library</p></footer>`;
const PAGE = `<html lang="en"><title>Library</title><header><nav><a href="/">Home</a></nav><div>Call 01304 112233</div></header>
  <main><h1>Welcome</h1><p>Everyone in town may borrow books for four weeks.</p></main>${FOOTER}</html>`;

const textOf = (html: string, isStart: boolean, repeated?: string[]) => {
  const document = parseHtml(bytesOf(html), { isStart, repeated });
  expectSound(document);
  return document.text;
};

describe('how the owner of a site can be reached', () => {
  const welcome = 'Welcome\n\nEveryone in town may borrow books for four weeks.';

  it('is read on its start page alone, once, with the heading above it and without the rest of the footer', () => {
    expect(textOf(PAGE, true)).toBe(`${welcome}\n\nThe library\n\n12 Harbour Road\n01304 112233\n\nMon–Fri 9am–5pm`);
    expect(textOf(PAGE, false)).toBe(welcome);
    expect(textOf(PAGE.replace('<footer>', '<footer hidden>'), true)).toBe(`Call 01304 112233\n\n${welcome}`);
  });

  it('stays at the end of the start page where other pages end with it, too', () => {
    const page = (words: string) => `<p>${words}</p><p>01304 112233 · desk@library.example</p><p>Help us</p>`;
    const { edges } = parseHtml(bytesOf(page('A kettle.')), { repeated: [] });
    const known = edges?.kept ?? [];
    expect(textOf(page('A pan.'), false, known)).toBe('A pan.');
    expect(textOf(page('A pan.'), true, known)).toBe('A pan.\n\n01304 112233 · desk@library.example');
  });

  it.each([
    ['Tel. +43 676 4484909', ['+436764484909']],
    ['write to desk@library.example.', ['desk@library.example']],
    ['Sonntag 9:00 - 12:00 Uhr', ['9:0012:00uhr']],
    ['open 8am–2pm', ['8am2pm']],
    ['© 2019–2026 Library', []],
    ['Company number 10073469', []],
    ['10 – 12 pages', []],
  ])('is told by %s', (text, facts) => {
    expect(contactsIn(text)).toEqual(facts);
  });

  it('takes linear time to find', () =>
    expectLinear(8_000, (many) =>
      parseHtml(bytesOf(`<main><h1>a</h1></main><footer>${'<div><p>0304 112233</p>'.repeat(many)}`), { isStart: true }),
    ));
});
