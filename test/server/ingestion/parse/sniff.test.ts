import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeFileName, sniff, sniffFile } from '../../../../server/ingestion/parse/sniff.ts';
import { bytesOf, makeDocx, makeZip, wordParagraph } from '../make-files.ts';

const look = (name: string, bytes: Uint8Array) => sniff(name, bytes.subarray(0, 8192), bytes.subarray(-65536));
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('sniff', () => {
  it.each([
    ['guide.pdf', bytesOf('%PDF-1.7\n'), 'pdf'],
    ['GUIDE.PDF', bytesOf('junk\n%PDF-1.4\n'), 'pdf'],
    ['guide.docx', makeDocx(wordParagraph('Hello')), 'docx'],
    ['guide.html', bytesOf('<!doctype html><p>Hi'), 'html'],
    ['guide.htm', bytesOf('<p>Hi'), 'html'],
    ['guide.md', bytesOf('# Hi'), 'markdown'],
    ['guide.markdown', bytesOf('# Hi'), 'markdown'],
    ['guide.txt', bytesOf('Grüße'), 'text'],
    ['latin.txt', latin1('Gr\xfc\xdfe aus K\xf6ln'), 'text'],
    ['wide.txt', new Uint8Array(Buffer.from('Hello there', 'utf16le')), 'text'],
    ['marked.txt', new Uint8Array(Buffer.from('\ufeff你好，世界', 'utf16le')), 'text'],
  ])('knows %s by its name and content', (name, bytes, format) => {
    expect(look(name, bytes)).toMatchObject({ format });
  });

  it.each([
    ['program.pdf', latin1('MZ\x90\0\x03\0\0\0')],
    ['program.txt', latin1('\x7fELF\x02\x01\x01')],
    ['guide.txt', bytesOf('%PDF-1.7\n')],
    ['picture.md', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
    ['noise.html', new Uint8Array(Buffer.alloc(400, '\x01\x02\x03\x00'))],
    ['sheet.docx', makeZip([{ name: 'xl/workbook.xml', content: '<workbook/>' }])],
    ['old.docx', latin1(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(600)}`)],
    ['page.docx', bytesOf('<html>')],
    ['page.pdf', bytesOf('<html>')],
  ])('refuses %s, whose content is something else', (name, bytes) => {
    expect(look(name, bytes)).toEqual({ reason: 'mismatch', extension: `.${name.split('.')[1]}` });
  });

  it.each(['guide.exe', 'guide', 'guide.pdf.zip', '', '.', 'guide.doc'])('does not support %j', (name) => {
    expect(look(name, bytesOf('%PDF-1.7'))).toEqual({ reason: 'unsupported' });
  });

  it('looks at the end of a Word file whose names do not stand at its beginning', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sniff-'));
    try {
      const noise = Buffer.from(Array.from({ length: 40_000 }, (_, index) => (index * 7919) % 251));
      const bytes = makeZip([
        { name: 'media/1.bin', content: noise },
        { name: 'word/document.xml', content: '<w/>' },
      ]);
      const path = join(folder, 'stored');
      await writeFile(path, bytes);
      expect(await sniffFile(path, 'report.docx')).toMatchObject({ format: 'docx' });
      expect(await sniffFile(path, 'report.txt')).toEqual({ reason: 'mismatch', extension: '.txt' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('answers for any bytes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('a.pdf', 'a.docx', 'a.txt', 'a.md', 'a.html'),
        fc.uint8Array({ maxLength: 200 }),
        (name, bytes) => {
          const result = look(name, bytes);
          expect('format' in result || result.reason === 'mismatch').toBe(true);
        },
      ),
    );
  });
});

describe('safeFileName', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\report.pdf', 'report.pdf'],
    ['evil\u202egnp.exe.pdf', 'evilgnp.exe.pdf'],
    ['a\0b\nc.txt', 'abc.txt'],
    ['  two   words.md ', 'two words.md'],
    ['..', 'file'],
    ['', 'file'],
    ['folder/', 'file'],
    ['ملف.pdf', 'ملف.pdf'],
  ])('makes %j to %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  it('keeps the extension of a name that is too long', () => {
    const safe = safeFileName(`${'n'.repeat(5000)}.docx`);
    expect(safe).toHaveLength(255);
    expect(safe.endsWith('.docx')).toBe(true);
  });

  it('gives a short visible name without a path for anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (name) => {
        const safe = safeFileName(name);
        expect(safe.length).toBeGreaterThan(0);
        expect(safe.length).toBeLessThanOrEqual(255);
        expect(safe).not.toMatch(/[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
        expect(safe.isWellFormed()).toBe(true);
      }),
    );
  });
});
