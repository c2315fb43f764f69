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

  const contacts = (
    footer: string,
    words = 'Everyone in town may borrow books for four weeks, and the museum is open, too.',
  ) => textOf(`<main><h1>A</h1><p>${words}</p></main><footer>${footer}</footer>`, true).split('\n\n').slice(2);

  it('says what each contact is where only its link or a picture does, below a heading', () => {
    const links = `<p>12 Harbour Road<br><i class="icon-phone"></i> <a href="tel:+441304112233">01304 112233</a> | <a href="fax:01304112244">01304 112244</a></p>
      <ul><li><span class="sr-only">Mail</span><a href="mailto:desk@library.example">desk@library.example</a></li><li>museum@library.example</li>
      <li><a href="https://wa.me/447700900123">+44 7700 900123</a></li><li><a href="tel:01304998877"><img src="call.svg"></a></li></ul>`;
    expect(contacts(links)).toEqual([
      'Contact',
      '12 Harbour Road\nPhone number: 01304 112233 | Fax number: 01304 112244',
      '- Email address: desk@library.example\n- Email address: museum@library.example\n- WhatsApp: +44 7700 900123\n- Phone number: 01304998877',
    ]);
    const german = 'Alle können hier Bücher für vier Wochen ausleihen, und das Museum ist auch geöffnet.';
    expect(contacts('<p><a href="tel:0221998877">0221 998877</a></p>', german)).toEqual([
      'Kontakt',
      'Telefonnummer: 0221 998877',
    ]);
  });

  it('has no label where its page has one', () => {
    expect(
      contacts(`<h3>Visit</h3><p><a href="https://maps.google.com/x">12 Harbour Road</a><br>Tel. <a href="tel:01304112233">01304 112233</a></p>
      <p><a href="mailto:desk@library.example">Write to us</a></p><p>Contact no. 01304 998877</p>`),
    ).toEqual([
      'Visit',
      'Address: 12 Harbour Road\nTel. 01304 112233',
      'Write to us (desk@library.example)',
      'Contact no. 01304 998877',
    ]);
  });

  it('has the postal address, and says that it is one', () => {
    expect(
      contacts('<div><p>2 Lane<br>Dover CT16 1AA</p><p>Open 9.45 a.m. – 5.30 p.m.</p></div><p>© 2026</p>'),
    ).toEqual(['Contact', 'Address: 2 Lane\nDover CT16 1AA', 'Open 9.45 a.m. – 5.30 p.m.']);
    expect(contacts('<h3>Address</h3><p><a href="https://maps.google.com/x">12 Lane, Leeds LS1 1AB</a></p>')).toEqual([
      'Address',
      'Address: 12 Lane, Leeds LS1 1AB',
    ]);
    expect(contacts('<p>Visit us: 12 Lane, Leeds LS1 1AB</p>')).toEqual([
      'Contact',
      'Visit us: 12 Lane, Leeds LS1 1AB',
    ]);
  });

  it('keeps the label that stands beside it, such as each day with the same hours', () => {
    expect(
      contacts(`<h3>Hours</h3><div><div>Monday</div><div>9am–5pm</div></div><div><div>Tuesday</div><div>9am–5pm</div></div>
      <p>Fax</p><p>01304 112244</p>`),
    ).toEqual(['Hours', 'Monday', '9am–5pm', 'Tuesday', '9am–5pm', 'Fax', '01304 112244']);
  });

  it.each([
    ['Tel. +43 676 4484909', ['+436764484909']],
    ['write to desk@library.example.', ['desk@library.example']],
    ['Sonntag 9:00 - 12:00 Uhr', ['9:0012:00uhr']],
    ['open 8am–2pm', ['8am2pm']],
    ['open 9.45 a.m. – 5 p.m.', ['9.45a.m.5p.m.']],
    ['2 Lane, Kilkenny R95K276', ['r95k276']],
    ['400 Guelph St, Georgetown, Ontario L7G 0J2', ['l7g0j2']],
    ['12 Main St, Springfield, IL 62701', ['il62701']],
    ['1 Omrah Ave, Caloundra QLD 4551', ['qld4551']],
    ['Kirchgasse 12, 8001 Zürich', ['12,8001zürich']],
    ['© 2019–2026 Library', []],
    ['© 2026 Library', []],
    ['Certified by ISO 9001', []],
    ['Company number 10073469', []],
    ['10 – 12 pages', []],
  ])('is told by %s', (text, facts) => {
    expect(contactsIn(text)).toEqual(facts);
  });

  it('takes linear time to find', () =>
    expectLinear(8_000, (many) =>
      parseHtml(bytesOf(`<main><h1>a</h1></main><footer>${'<div><p>0304 112233</p>'.repeat(many)}`), { isStart: true }),
    ));

  it('takes linear time to label', () =>
    expectLinear(8_000, (many) => {
      const lines = Array.from(
        { length: many },
        (_, index) => `<p><a href="tel:0304${index + 10_000}">0304 ${index + 10_000}</a></p>`,
      );
      parseHtml(bytesOf(`<main><h1>a</h1></main><footer>${lines.join('')}`), { isStart: true });
    }));
});
