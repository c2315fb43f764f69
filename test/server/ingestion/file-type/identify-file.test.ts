import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identifyFile } from '../../../../server/ingestion/file-type/identify-file.ts';
import { fc } from '../../../helpers/input/fast-check.ts';
import { bytesOf, makeDocx, makeZip, wordParagraph } from '../make-files.ts';
import { makePptx, makeXlsx } from '../make-office-files.ts';

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('identifyFile', () => {
  let folder: string;
  const identify = async (name: string, bytes: Uint8Array, mediaType?: string) => {
    const path = join(folder, 'stored');
    await writeFile(path, bytes);
    return identifyFile(path, name, mediaType);
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'identify-file-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each([
    ['guide.pdf', bytesOf('%PDF-1.7\n'), 'pdf'],
    ['GUIDE.PDF', bytesOf('junk\n%PDF-1.4\n'), 'pdf'],
    ['guide.docx', makeDocx(wordParagraph('Hello')), 'docx'],
    ['guide.html', bytesOf('<!doctype html><p>Hi'), 'html'],
    ['guide.htm', bytesOf('<p>Hi'), 'html'],
    ['guide.md', bytesOf('# Hi'), 'markdown'],
    ['guide.markdown', bytesOf('# Hi'), 'markdown'],
    ['guide.mdx', bytesOf('import A from "./a"\n\n# Hi'), 'markdown'],
    ['guide.txt', bytesOf('Grüße'), 'text'],
    ['guide.rst', bytesOf('Hi\n=='), 'rst'],
    ['prices.csv', bytesOf('a,b'), 'csv'],
    ['prices.xlsx', makeXlsx([]), 'xlsx'],
    ['talk.pptx', makePptx([]), 'pptx'],
    ['book.ipynb', bytesOf('{"cells": []}'), 'notebook'],
    ['api.json', bytesOf('{"info": {}, "openapi": "3.1.0"}'), 'openapi'],
    ['api.yml', bytesOf(`info: {}\n${'a: b\n'.repeat(30_000)}swagger: '2.0'`), 'openapi'],
    ['latin.txt', latin1('Gr\xfc\xdfe aus K\xf6ln'), 'text'],
    ['wide.txt', new Uint8Array(Buffer.from('Hello there', 'utf16le')), 'text'],
    ['thai.txt', new Uint8Array(Buffer.from('เรือข้ามฟากออกทุกชั่วโมง เด็กเดินทางฟรี', 'utf16le')), 'text'],
    ['chinese.csv', new Uint8Array(Buffer.from('渡轮,票价\r\n成人,十二元。', 'utf16le').swap16()), 'csv'],
    ['marked.txt', new Uint8Array(Buffer.from('\ufeff你好，世界', 'utf16le')), 'text'],
  ])('knows %s by its name and content', async (name, bytes, format) => {
    expect(await identify(name, bytes)).toMatchObject({ format });
  });

  it.each([
    ['program.pdf', latin1('MZ\x90\0\x03\0\0\0')],
    ['program.txt', latin1('\x7fELF\x02\x01\x01')],
    ['guide.txt', bytesOf('%PDF-1.7\n')],
    ['picture.md', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
    ['noise.html', new Uint8Array(Buffer.alloc(400, '\x01\x02\x03\x00'))],
    ['sound.txt', new Uint8Array(new Int16Array(4000).map((_, at) => 9000 * Math.sin(at / 9)).buffer)],
    ['numbers.csv', new Uint8Array(new Uint32Array(2000).map((_, at) => at * 7919).buffer)],
    ['sheet.docx', makeZip([{ name: 'xl/workbook.xml', content: '<workbook/>' }])],
    ['old.docx', latin1(`\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1${'\0'.repeat(600)}`)],
    ['page.docx', bytesOf('<html>')],
    ['letter.xlsx', makeZip([{ name: 'word/document.xml', content: '<a/>' }])],
    ['prices.csv', latin1('PK\x03\x04')],
    ['package.json', bytesOf('{"version": "3.1.0", "name": "openapi"}')],
    ['mkdocs.yml', bytesOf('site_name: My openapi: 4')],
    ['page.pdf', bytesOf('<html>')],
  ])('refuses %s, whose content is something else', async (name, bytes) => {
    expect(await identify(name, bytes)).toEqual({ reason: 'mismatch', extension: `.${name.split('.')[1]}` });
  });

  it.each(['guide.exe', 'guide.pdf.zip', 'guide.doc', '.profile'])('does not support %j', async (name) => {
    expect(await identify(name, bytesOf('%PDF-1.7'))).toEqual({ reason: 'unsupported' });
  });

  it.each([
    ['guide', bytesOf('%PDF-1.7'), 'pdf'],
    ['guide', makeZip([{ name: 'word/document.xml', content: '<w/>' }]), 'docx'],
    [
      'sheet',
      makeZip([
        { name: '[Content_Types].xml', content: '<T/>' },
        { name: 'xl/workbook.xml', content: '<w/>' },
      ]),
      'xlsx',
    ],
    ['talk', makeZip([{ name: 'ppt/presentation.xml', content: '<p/>' }]), 'pptx'],
    ['photo', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), 'png'],
    ['photo', latin1('\xff\xd8\xff\xe0'), 'jpeg'],
    ['-', bytesOf('\ufeff \n<!DOCTYPE html><p>Hi'), 'html'],
    ['file', bytesOf('<html lang="en">'), 'html'],
    ['README', bytesOf('# Hi\n\nThere'), 'markdown'],
    ['README', bytesOf('Words\n\n## More\n'), 'markdown'],
    ['notes', bytesOf('#hashtag <p>'), 'text'],
    ['notes', new Uint8Array(Buffer.from('\ufeffHello there', 'utf16le')), 'text'],
  ])('knows %s, without an extension, by its content', async (name, bytes, format) => {
    expect(await identify(name, bytes)).toMatchObject({ format });
  });

  it.each([
    ['program', latin1('MZ\x90\0\x03\0\0\0')],
    ['archive', makeZip([{ name: 'notes/readme.txt', content: 'Hi' }])],
    ['noise', new Uint8Array(Buffer.alloc(400, '\x01\x02\x03\x00'))],
  ])('does not support %s, without an extension, whose content is none of these', async (name, bytes) => {
    expect(await identify(name, bytes)).toEqual({ reason: 'unsupported' });
  });

  it('reads the end of a Word file whose entry names are not at its beginning', async () => {
    const noise = Buffer.from(Array.from({ length: 40_000 }, (_, index) => (index * 7919) % 251));
    const bytes = makeZip([
      { name: 'media/1.bin', content: noise },
      { name: 'word/document.xml', content: '<w/>' },
    ]);
    expect(await identify('report.docx', bytes)).toMatchObject({ format: 'docx' });
    expect(await identify('report.txt', bytes)).toEqual({ reason: 'mismatch', extension: '.txt' });
  });

  it.each([
    ['/guide', 'text/html', '<p>Hi', 'html'],
    ['/guide', 'application/xhtml+xml', '<p>Hi', 'html'],
    ['/guide', 'text/x-markdown', '# Hi', 'markdown'],
    ['/guide.html', 'text/plain', '<p>Hi', 'text'],
    ['/GUIDE.MD', 'text/plain', '# Hi', 'markdown'],
    ['/guide', 'application/pdf', '%PDF-1.7', 'pdf'],
  ])('knows %s, sent as %s, by its media type', async (name, mediaType, content, format) => {
    expect(await identify(name, bytesOf(content), mediaType)).toMatchObject({ format });
  });

  it('refuses a page whose media type is unknown or not that of its content', async () => {
    expect(await identify('/guide.html', bytesOf('<p>Hi'), 'image/png')).toEqual({ reason: 'unsupported' });
    expect(await identify('/guide.html', bytesOf('%PDF-1.7'), 'text/html')).toMatchObject({ reason: 'mismatch' });
  });

  it('identifies any bytes without an error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('a.pdf', 'a.docx', 'a.txt', 'a.md', 'a.html'),
        fc.uint8Array({ maxLength: 200 }),
        async (name, bytes) => {
          const result = await identify(name, bytes);
          expect('format' in result || result.reason === 'mismatch').toBe(true);
        },
      ),
    );
  });
});
