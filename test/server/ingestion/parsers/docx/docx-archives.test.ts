import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDocx } from '../../../../../server/ingestion/parsers/docx/parse-docx.ts';
import { CONTENT_TYPES, makeDocx, makeZip, relationsTo, wordParagraph, type ZipEntry } from '../../make-files.ts';

const MEGABYTE = 1024 * 1024;
const SYMBOLIC_LINK = 0o120777;
const HELLO = wordParagraph('Hello');

const outcomeOf = (bytes: Uint8Array): Promise<string> =>
  parseDocx(bytes).then(
    ({ text }) => text,
    ({ code }: { code: string }) => code,
  );
const withPart = (part: Partial<ZipEntry>) => makeDocx(HELLO, [{ name: 'word/part.xml', content: '<a/>', ...part }]);

/** The number of the record that names so many entries; patched into a whole file. */
function patched(bytes: Uint8Array, signature: string, at: number, value: number): Uint8Array {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(value >>> 0, copy.lastIndexOf(signature, undefined, 'latin1') + at);
  return new Uint8Array(copy);
}

/** A Word file whose text lies in a part of another name. */
const withText = (name: string, content: string | Buffer) =>
  makeZip([
    { name: '[Content_Types].xml', content: CONTENT_TYPES.replaceAll('word/document.xml', name) },
    { name: '_rels/.rels', content: relationsTo(name) },
    { name, content },
  ]);
const bodyOf = (text: string, prologue = '') =>
  `<?xml version="1.0"?>${prologue}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${wordParagraph(text)}</w:body></w:document>`;
const LAUGHS = `<!DOCTYPE lolz [<!ENTITY l0 "ha">${Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')}]>`;

describe('the archive of a Word file', () => {
  const blanks = Buffer.alloc(MEGABYTE, 32);
  const crowd = (count: number, overlapping: boolean) =>
    Array.from({ length: count }, (_, at) => ({
      name: `word/${at}.xml`,
      content: blanks,
      overlapping: overlapping && at > 0,
    }));

  it.each<[what: string, bytes: () => Uint8Array, outcome: string]>([
    ['parts that lie over each other', () => makeDocx(HELLO, crowd(1_500, true)), 'document_too_complex'],
    ['parts that inflate too much only together', () => makeDocx(HELLO, crowd(110, false)), 'document_too_complex'],
    [
      'a part that inflates further than it says',
      () => withPart({ content: 'x'.repeat(900), claimedSize: 10 }),
      'unreadable',
    ],
    ['a part that ends before it says', () => withPart({ content: 'x'.repeat(900), claimedSize: 901 }), 'unreadable'],
    ['a part that claims four gigabytes', () => withPart({ claimedSize: 0xffff_fffe }), 'document_too_complex'],
    ['a part longer than the file', () => withPart({ claimedCompressedSize: 90_000 }), 'unreadable'],
    ['a part cut short', () => withPart({ content: '<a>'.repeat(900), claimedCompressedSize: 5 }), 'unreadable'],
    ['a name that leads out', () => withPart({ name: '../../etc/passwd' }), 'unreadable'],
    ['a name that leads out in the middle', () => withPart({ name: 'word/../../x.xml' }), 'unreadable'],
    ['a name that leads out the other way', () => withPart({ name: '..\\..\\x.xml' }), 'unreadable'],
    ['a name from the root', () => withPart({ name: '/etc/passwd' }), 'unreadable'],
    ['a name on a drive', () => withPart({ name: 'C:/x.xml' }), 'unreadable'],
    ['a directory somewhere far away', () => patched(makeDocx(HELLO), 'PK\x01\x02', 42, 0x7fff_ffff), 'unreadable'],
    ['a way of packing that nobody knows', () => patched(makeDocx(HELLO), 'PK\x01\x02', 10, 99), 'unreadable'],
    [
      'counts of 64 bits that are not there',
      () => patched(makeDocx(HELLO), 'PK\x05\x06', 16, 0xffff_ffff),
      'unreadable',
    ],
    ['sizes after the data that lie', () => withPart({ descriptorSize: 5 }), 'Hello'],
    ['sizes after the data that lie more', () => withPart({ descriptorSize: 0xffff_fff0 }), 'Hello'],
    [
      'a link to another file',
      () => withPart({ name: 'word/link.xml', content: '/etc/hostname', mode: SYMBOLIC_LINK }),
      'Hello',
    ],
    [
      'a Word file within',
      () => withPart({ name: 'word/embeddings/inner.docx', content: Buffer.from(makeDocx(wordParagraph('Inner'))) }),
      'Hello',
    ],
    ['the name of a prototype', () => withPart({ name: '__proto__' }), 'Hello'],
  ])('with %s', async (_what, bytes, outcome) => {
    const before = process.memoryUsage().arrayBuffers;
    expect(await outcomeOf(bytes())).toBe(outcome);
    // What it holds at a time is the file and the parts of a Word document, not what it could inflate to; and what no
    // garbage collection has freed yet.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(400 * MEGABYTE);
  });

  it('with a part where other readers look for it returns the checked content or nothing', async () => {
    // The first is what the directory leads to, the second what a reader that goes through the file would find.
    const bytes = makeDocx(HELLO, [
      { name: 'word/document.xml', content: bodyOf('Smuggled'), overlapping: false },
      { name: 'word/other.xml', content: '<a/>' },
    ]);
    expect(await outcomeOf(bytes)).toBe('unreadable');
  });
});

describe('the XML of a Word file', () => {
  let canary: Server;
  let hits = 0;
  let origin = '';
  beforeAll(async () => {
    canary = createServer((_, response) => {
      hits += 1;
      response.end('caught');
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => canary.close(resolve)));

  it.each<[what: string, bytes: () => Uint8Array]>([
    ['entities of entities', () => makeDocx(wordParagraph('&l9;'), [], LAUGHS)],
    [
      'one long entity many times',
      () => makeDocx(wordParagraph('&a;'.repeat(20_000)), [], `<!DOCTYPE a [<!ENTITY a "${'a'.repeat(20_000)}">]>`),
    ],
    ['an external subset', () => makeDocx(wordParagraph('&x;'), [], `<!DOCTYPE a SYSTEM "${origin}/a.dtd">`)],
    ['an external entity', () => makeDocx(wordParagraph('&x;'), [], `<!DOCTYPE a [<!ENTITY x SYSTEM "${origin}/x">]>`)],
    ['a parameter entity', () => makeDocx(HELLO, [], `<!DOCTYPE a [<!ENTITY % x SYSTEM "${origin}/x"> %x;]>`)],
    ['a DOCTYPE in another part', () => withPart({ name: 'word/styles.xml', content: `${LAUGHS}<w:styles/>` })],
    [
      'a DOCTYPE among its relations',
      () => withPart({ name: 'word/_rels/document.xml.rels', content: `${LAUGHS}<a/>` }),
    ],
    ['a DOCTYPE in small letters', () => makeDocx(HELLO, [], LAUGHS.toLowerCase())],
    [
      'a DOCTYPE in UTF-16',
      () => withText('word/document.xml', Buffer.from(`\ufeff${bodyOf('&l9;', LAUGHS)}`, 'utf16le')),
    ],
    ['a DOCTYPE in a part that does not look like XML', () => withText('word/text.bin', bodyOf('&l9;', LAUGHS))],
  ])('with %s is refused, and nothing is asked for', async (_what, bytes) => {
    expect(await outcomeOf(bytes())).toBe('unreadable');
    expect(hits).toBe(0);
  });

  it('that refers to other files is read without them', async () => {
    const kinds = [
      'image',
      'attachedTemplate',
      'oleObject',
      'frame',
      'subDocument',
      'hyperlink',
      'styles',
      'numbering',
      'footnotes',
    ];
    const targets = [
      `${origin}/a`,
      'file:///etc/hostname',
      '\\\\127.0.0.1\\share\\a',
      '../../../../etc/hostname',
      '/etc/hostname',
    ];
    for (const target of targets) {
      const relations = kinds
        .map(
          (kind, at) =>
            `<Relationship Id="rId${at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}" TargetMode="External"/>`,
        )
        .join('');
      const picture =
        '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="rId0"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
      const link = '<w:p><w:hyperlink r:id="rId5"><w:r><w:t>Linked</w:t></w:r></w:hyperlink></w:p>';
      const content = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations}</Relationships>`;
      const outcome = await outcomeOf(
        makeDocx(HELLO + link + picture, [{ name: 'word/_rels/document.xml.rels', content }]),
      );
      expect(['Hello\n\nLinked', 'unreadable']).toContain(outcome);
    }
    expect(hits).toBe(0);
  });

  it('leaves no state behind for the next file', async () => {
    const styles =
      '<?xml version="1.0"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="constructor"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="__proto__"><w:name w:val="heading 2"/></w:style></w:styles>';
    await outcomeOf(makeDocx(HELLO, [{ name: 'word/styles.xml', content: styles }]));
    const next = await parseDocx(
      makeDocx('<w:p><w:pPr><w:pStyle w:val="toString"/></w:pPr><w:r><w:t>Plain</w:t></w:r></w:p>'),
    );
    expect([next.text, next.blocks[0]?.kind]).toEqual(['Plain', 'paragraph']);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
