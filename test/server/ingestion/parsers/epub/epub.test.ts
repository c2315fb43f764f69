import { describe, expect, it } from 'vitest';
import { parse } from '../../../../../server/ingestion/parse/parse.ts';
import { makeEpub } from '../../make-office-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

const parseEpub = (bytes: Uint8Array) => parse('epub', bytes, () => undefined);
const outcomeOf = (bytes: Uint8Array): Promise<string> =>
  parseEpub(bytes).then(
    ({ text }) => text,
    ({ code }: { code: string }) => code,
  );

describe('parseEpub', () => {
  it('reads the chapters in order, each under its title, without lists of contents', async () => {
    const contents = `<!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN" "ncx.dtd"><ncx><navMap><navPoint><navLabel><text>Dusk</text></navLabel><content src="text/c%201.xhtml#a"/></navPoint></navMap></ncx>`;
    const chapters = [
      '<h1>Dawn</h1><p>It was <em>lit</em>.<a id="x"/></p><section epub:type="toc"><p>Dawn … 1</p></section>',
      '<p>It was dark.</p><ul><li>oil</li></ul>',
    ];
    const document = await parseEpub(makeEpub(chapters, [], contents));
    expectSound(document);
    expect(document).toMatchObject({ title: 'The Lantern', language: 'en' });
    expect(blocksOf(document)).toEqual([
      { kind: 'heading', text: 'Dawn', level: 1 },
      { kind: 'paragraph', text: 'It was lit.' },
      { kind: 'heading', text: 'Dusk', level: 1 },
      { kind: 'paragraph', text: 'It was dark.' },
      { kind: 'list-item', text: '- oil', depth: 1 },
    ]);
  });

  it('leaves out lists of links into the book, and tells so', async () => {
    const links = (many: number, to = 'c1.xhtml#s') =>
      Array.from({ length: many }, (_, at) => `<li><a href="${to}${at}">Lamp ${at}</a></li>`).join('');
    const contents = `<div><p>Contents</p><dl>${links(5, '#s')}</dl></div><ul>${links(6)}</ul>`;
    const kept = `<ul>${links(4)}</ul><ul>${links(6, 'https://example.org/')}</ul><ul><li>A long word of advice to read before this</li>${links(5)}</ul>`;
    const document = await parseEpub(makeEpub([`<h1>Dawn</h1>${contents}<p>It was lit.</p>`, kept]));
    const blocks = blocksOf(document);
    expect(blocks.slice(0, 2).map(({ text }) => text)).toEqual(['Dawn', 'It was lit.']);
    expect(blocks.slice(2)).toHaveLength(4 + 6 + 6);
    expect(document.leftOut).toMatchObject([
      { kind: 'navigation', text: expect.stringMatching(/^Contents ?Lamp 0.*Lamp 5$/) },
    ]);
  });

  it('leaves out what chapters say is navigation or a footer, and tells so', async () => {
    const around = (text: string) =>
      `<div role="navigation"><h3>Navigation</h3><ul><li><a href="c1.xhtml">next</a></li></ul></div><div role="main">${text}</div><div role="contentinfo">© The Lamp Makers</div>`;
    const document = await parseEpub(
      makeEpub([
        around('<h1>Dawn</h1><p>It was lit.</p>'),
        `<nav><a href="c0.xhtml">Back</a></nav>${around('<p>Dark.</p>')}`,
      ]),
    );
    expect(document.text).toBe('Dawn\n\nIt was lit.\n\nDark.');
    expect(document.leftOut).toMatchObject([
      { kind: 'navigation', text: expect.stringMatching(/Back/) },
      { kind: 'footer', text: expect.stringMatching(/^© The Lamp Makers/) },
    ]);
  });

  it('reads the address of a link once, where it is printed behind the link for paper', async () => {
    const address = 'https://example.org/oil';
    const printed = (text: string) => `<a href="${address}">oil</a><span class="link-target">${text}</span>`;
    const document = await parseEpub(
      makeEpub([`<p>Buy ${printed(` [${address}]`)} early, or ${printed(' [later]')}.</p>`]),
    );
    expect(document.text).toBe('Buy oil early, or oil [later].');
  });

  it('gives the titles of nested sections their level, where all of them are of level 1', async () => {
    const title = (text: string) => `<div class="titlepage"><h1>${text}</h1></div>`;
    const nested = `<div class="chapter">${title('Light')}<div class="section">${title('Oil')}<p>It burns.</p><section><h1>Wick</h1><h4>Length</h4></section></div></div>`;
    const document = await parseEpub(makeEpub([nested, '<section><h1>Dark</h1><h2>Night</h2></section>']));
    expect(blocksOf(document).map(({ text, level }) => [text, level])).toEqual([
      ['Light', 1],
      ['Oil', 2],
      ['It burns.', undefined],
      ['Wick', 3],
      ['Length', 4],
      ['Dark', 1],
      ['Night', 2],
    ]);
  });

  it('reads the title of a note as a part of that', async () => {
    const note = '<div class="caution"><h3 class="title">Caution</h3><p>It is hot.</p></div>';
    const document = await parseEpub(makeEpub([`<h1>Dawn</h1><h2>Oil</h2>${note}<p>It burns.</p>`]));
    expect(blocksOf(document)).toEqual([
      { kind: 'heading', text: 'Dawn', level: 1 },
      { kind: 'heading', text: 'Oil', level: 2 },
      { kind: 'paragraph', text: 'Caution', callout: 'warning' },
      { kind: 'paragraph', text: 'It is hot.', callout: 'warning' },
      { kind: 'paragraph', text: 'It burns.' },
    ]);
  });

  it('finds the parts whose addresses are written otherwise than their names, each once, and tells which are missing', async () => {
    const chapter = (text: string) => `<html><body><p>${text}</p></body></html>`;
    const hrefs = [
      'Text/One.xhtml#s2',
      'text/one.xhtml',
      'text/two.xhtml?v=3',
      'text/caf\u0065\u0301.xhtml',
      'text/gone.xhtml',
    ];
    const items = hrefs.map((href, at) => `<item id="c${at}" href="${href}"/>`).join('');
    const spine = [...hrefs.map((_, at) => `<itemref idref="c${at}"/>`), '<itemref idref="unknown"/>'].join('');
    const opf = `<package xmlns:dc="d"><metadata><dc:title>The Lantern</dc:title></metadata><manifest>${items}</manifest><spine>${spine}</spine></package>`;
    const document = await parseEpub(
      makeEpub(
        [],
        [
          { name: 'OPS/book.opf', content: opf },
          { name: 'OPS/text/one.xhtml', content: chapter('First.') },
          { name: 'OPS/text/two.xhtml', content: chapter('Second.') },
          { name: 'OPS/text/caf\u00e9.xhtml', content: chapter('Third.') },
        ],
      ),
    );
    expect(document.text).toBe('First.\n\nSecond.\n\nThird.');
    expect(document.leftOut).toMatchObject([{ kind: 'missing', text: 'text/gone.xhtml unknown' }]);
  });

  const encrypted = (algorithm: string) => ({
    name: 'META-INF/encryption.xml',
    content: `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/></EncryptedData></encryption>`,
  });
  const page = ['<p>Read</p>'];
  it.each<[what: string, bytes: () => Uint8Array, outcome: string]>([
    ['no zip', () => Buffer.from('PK\x03\x04 and no more'), 'unreadable'],
    ['no package', () => makeEpub(page, [{ name: 'OPS/book.opf', content: '' }]), 'unreadable'],
    [
      'a package elsewhere',
      () =>
        makeEpub(page, [
          {
            name: 'META-INF/container.xml',
            content: '<container><rootfile full-path="../../etc/passwd"/></container>',
          },
        ]),
      'unreadable',
    ],
    [
      'encrypted chapters',
      () => makeEpub(page, [encrypted('http://www.w3.org/2001/04/xmlenc#aes128-cbc')]),
      'password_protected',
    ],
    ['fonts that are made unreadable', () => makeEpub(page, [encrypted('http://www.idpf.org/2008/embedding')]), 'Read'],
    [
      'entities that grow',
      () =>
        makeEpub(page, [
          {
            name: 'OPS/text/c 0.xhtml',
            content: '<!DOCTYPE a [<!ENTITY l "ha"><!ENTITY m "&l;&l;">]><html><body><p>&m;</p></body></html>',
          },
        ]),
      '&m;',
    ],
    ['a chapter that inflates too much', () => makeEpub([' '.repeat(30_000_000)]), 'document_too_complex'],
    [
      'a chapter that is missing',
      () => makeEpub(['<p>a</p>', '<p>Read</p>'], [{ name: 'OPS/text/c 0.xhtml', content: '' }]),
      'Read',
    ],
    ['no text', () => makeEpub(['<img src="a.png"/>']), 'no_text'],
  ])('survives %s', async (_what, bytes, outcome) => {
    expect(await outcomeOf(bytes())).toBe(outcome);
  });
});
