import {
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
} from 'docx';
import { describe, expect, it } from 'vitest';
import { parseDocx } from '../../../../../server/ingestion/parsers/docx/parse-docx.ts';
import { makeDocx, makeZip, wordParagraph } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] });

describe('parseDocx', () => {
  it('reads headings, paragraphs, lists and tables, not headers, footers and images', async () => {
    const file = new Document({
      sections: [
        {
          headers: { default: new Header({ children: [new Paragraph('Running header')] }) },
          footers: { default: new Footer({ children: [new Paragraph('Running footer')] }) },
          children: [
            new Paragraph({ text: 'Handbook', heading: HeadingLevel.TITLE }),
            new Paragraph({ text: 'Holidays', heading: HeadingLevel.HEADING_2 }),
            new Paragraph('Everyone has thirty days.'),
            new Paragraph({ text: 'Ask early', bullet: { level: 0 } }),
            new Table({
              rows: [
                new TableRow({ children: [cell('Year'), cell('Days')] }),
                new TableRow({ children: [cell('2026'), cell('30')] }),
              ],
            }),
            new Paragraph({
              children: [new ImageRun({ type: 'png', data: PIXEL, transformation: { width: 1, height: 1 } })],
            }),
          ],
        },
      ],
    });
    const document = await parseDocx(new Uint8Array(await Packer.toBuffer(file)));
    expectSound(document);
    expect(document.text).toBe(
      'Handbook\n\nHolidays\n\nEveryone has thirty days.\n\n- Ask early\n\nYear | Days\n2026 | 30',
    );
    expect(document.title).toBe('Handbook');
    expect(document.blocks.filter(({ kind }) => kind === 'heading').map(({ level }) => level)).toEqual([1, 2]);
  });

  it('tells the nesting of lists and the heads of tables', async () => {
    const item = (text: string, level: number) => new Paragraph({ text, numbering: { reference: 'steps', level } });
    const bold = (text: string) =>
      new TableCell({ children: [new Paragraph({ children: [new TextRun({ text, bold: true })] })] });
    const file = new Document({
      numbering: {
        config: [
          { reference: 'steps', levels: [0, 1].map((level) => ({ level, format: 'decimal', text: `%${level + 1}.` })) },
        ],
      },
      sections: [
        {
          children: [
            item('First', 0),
            item('Detail', 1),
            item('Second', 0),
            new Table({
              rows: [
                new TableRow({ tableHeader: true, children: [cell('Year'), cell('Days')] }),
                new TableRow({ children: [cell('2026'), cell('30')] }),
              ],
            }),
            new Paragraph('Or:'),
            new Table({
              rows: [
                new TableRow({ children: [bold('Year'), bold('Days')] }),
                new TableRow({ children: [cell('2027'), cell('31')] }),
              ],
            }),
          ],
        },
      ],
    });
    const document = await parseDocx(new Uint8Array(await Packer.toBuffer(file)));
    expectSound(document);
    expect(blocksOf(document)).toEqual([
      { kind: 'list-item', text: '1. First', depth: 1, ordered: true },
      { kind: 'list-item', text: '1. Detail', depth: 2, ordered: true },
      { kind: 'list-item', text: '2. Second', depth: 1, ordered: true },
      { kind: 'table-row', text: 'Year | Days', header: true },
      { kind: 'table-row', text: '2026 | 30' },
      { kind: 'paragraph', text: 'Or:' },
      { kind: 'table-row', text: 'Year | Days', header: true },
      { kind: 'table-row', text: '2027 | 31' },
    ]);
  });

  it('reads the smallest file', async () => {
    expect((await parseDocx(makeDocx(wordParagraph('Hello')))).text).toBe('Hello');
  });

  const laughs = '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>';
  const external = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>';
  const bomb = { name: 'word/media/bomb.xml', content: Buffer.alloc(60 * 1024 * 1024, 32) };
  const crowd = Array.from({ length: 2_001 }, (_, index) => ({ name: `word/${index}.xml`, content: '' }));

  it.each([
    ['entities', makeDocx(wordParagraph('&b;'), [], laughs), 'unreadable'],
    ['external entities', makeDocx(wordParagraph('&x;'), [], external), 'unreadable'],
    [
      'entities behind a long comment',
      makeDocx(wordParagraph('x'), [], `<!--${'-a'.repeat(90_000)}-->${laughs}`),
      'unreadable',
    ],
    ['a part that inflates a thousandfold', makeDocx(wordParagraph('x'), [bomb]), 'document_too_complex'],
    ['a part that claims to be small', makeDocx(wordParagraph('x'), [{ ...bomb, claimedSize: 1000 }]), 'unreadable'],
    ['too many parts', makeDocx(wordParagraph('x'), crowd), 'document_too_complex'],
    [
      'two parts of one name',
      makeDocx(wordParagraph('x'), [{ name: 'word/document.xml', content: '<a/>' }]),
      'unreadable',
    ],
    [
      'an encrypted part',
      makeDocx(wordParagraph('x'), [{ name: 'word/secret.xml', content: 'x', encrypted: true }]),
      'password_protected',
    ],
    [
      'an encrypted file',
      new Uint8Array(Buffer.from(`\xd0\xcf\x11\xe0${'\0'.repeat(512)}`, 'latin1')),
      'password_protected',
    ],
    ['another kind of zip', makeZip([{ name: 'hello.txt', content: 'hello' }]), 'unreadable'],
    ['half a file', makeDocx(wordParagraph('Hello')).subarray(0, 300), 'unreadable'],
    [
      'no XML',
      makeZip([
        { name: '[Content_Types].xml', content: 'no' },
        { name: 'word/document.xml', content: '<<<' },
      ]),
      'unreadable',
    ],
    ['no text', makeDocx(wordParagraph(' ')), 'no_text'],
  ])('refuses %s', async (_what, bytes, code) => {
    await expect(parseDocx(bytes)).rejects.toMatchObject({ code });
  });

  it('does not read files that it refers to, nor change prototypes', async () => {
    const relations =
      '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="file:///etc/hostname" TargetMode="External"/></Relationships>';
    const styles =
      '<?xml version="1.0"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="__proto__"><w:name w:val="polluted"/></w:style></w:styles>';
    const drawing =
      '<w:p><w:pPr><w:pStyle w:val="__proto__"/></w:pPr><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="rId9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
    const bytes = makeDocx(wordParagraph('Harmless') + drawing, [
      { name: 'word/_rels/document.xml.rels', content: relations },
      { name: 'word/styles.xml', content: styles },
    ]);
    const outcome = await parseDocx(bytes).then(
      ({ text }) => text,
      ({ code }) => code,
    );
    expect(['Harmless', 'unreadable']).toContain(outcome);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>).name).toBeUndefined();
  });

  it('keeps the text of fields and of words with ruby annotations', async () => {
    const field =
      '<w:p><w:fldSimple w:instr="TITLE"><w:r><w:t>The </w:t></w:r></w:fldSimple><w:r><w:t>guide</w:t></w:r></w:p>';
    const ruby =
      '<w:p><w:r><w:ruby><w:rubyPr><w:hps w:val="10"/></w:rubyPr><w:rt><w:r><w:t>とうきょう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東京</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>';
    expect((await parseDocx(makeDocx(field + ruby))).text).toBe('The guide\n\n東京');
    const twice = ruby.replace('</w:ruby>', '<w:rt/></w:ruby>').repeat(2);
    expect((await parseDocx(makeDocx(twice))).text).toBe('東京\n\n東京');
  });

  it.each([
    ['lost the end of its comment', 5, ''],
    ['has bytes after its end', 0, 'abc'],
  ])('reads a file that %s', async (_what, claimed, tail) => {
    const bytes = Buffer.concat([makeDocx(wordParagraph('Hello')), Buffer.from(tail)]);
    bytes.writeUInt16LE(claimed, bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 20);
    expect((await parseDocx(new Uint8Array(bytes))).text).toBe('Hello');
  });

  it.each([
    ['65,535 parts', (bytes: Buffer, end: number) => bytes.writeUInt16LE(65_535, end + 10), 'document_too_complex'],
    ['a directory somewhere else', (bytes: Buffer, end: number) => bytes.writeUInt32LE(7, end + 16), 'unreadable'],
  ])('refuses a file whose end claims %s', async (_what, lie, code) => {
    const bytes = Buffer.from(makeDocx(wordParagraph('Hello')));
    lie(bytes, bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1'));
    await expect(parseDocx(new Uint8Array(bytes))).rejects.toMatchObject({ code });
  });
});
