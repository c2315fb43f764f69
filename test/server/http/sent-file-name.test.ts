import { describe, expect, it } from 'vitest';
import { sentFileName } from '../../../server/http/sent-file-name.ts';
import { expectLinear } from '../../helpers/timing/growth.ts';

/** The name in a header of these bytes, of a text in this encoding. */
const named = (parameters: string, encoding: 'utf8' | 'latin1' = 'utf8') =>
  sentFileName(Buffer.from(`form-data; name="file"; ${parameters}`, encoding).toString('latin1'));
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('the name of a file that was sent', () => {
  it.each<[how: string, parameters: string, name: string | null]>([
    ['in quotation marks', 'filename="notes.md"', 'notes.md'],
    ['without quotation marks', 'filename=notes.md', 'notes.md'],
    ['in UTF-8', 'filename="Übersicht 日本.md"', 'Übersicht 日本.md'],
    ['that is empty', 'filename=""', ''],
    ['with a semicolon', 'filename="a; b.md"', 'a; b.md'],
    ['with quotation marks', 'filename="a "b"; c.md"', 'a "b"; c.md'],
    ['with quotation marks as signs', 'filename="a %22b%22.md"', 'a "b".md'],
    ['with letters as signs', 'filename="&#12354;&#8211;&#128512;.md"', 'あ–😀.md'],
    ['with what is no sign', 'filename="&#55357;&#1999999;&#12;.md"', '&#55357;&#1999999;&#12;.md'],
    ['as an encoded word', `filename="=?utf-8?B?${base64('Größe.csv')}?="`, 'Größe.csv'],
    ['as an encoded word without quotation marks', `filename==?UTF-8?b?${base64('Größe.csv')}?=`, 'Größe.csv'],
    ['as quoted letters', 'filename="=?utf-8?Q?Gr=C3=B6=C3=9Fe_und_Preis.csv?="', 'Größe und Preis.csv'],
    ['as an encoded word of Latin-1', 'filename="=?iso-8859-1?q?Gr=F6=DFe.md?="', 'Größe.md'],
    ['as an encoded word with its language', 'filename="=?utf-8*de?Q?Gr=C3=B6=C3=9Fe.md?="', 'Größe.md'],
    ['as an encoded word of Japanese', 'filename="=?Shift_JIS?B?k/qWey5tZA==?="', '日本.md'],
    ['as several encoded words', 'filename="=?utf-8?Q?Gr=C3=B6?= =?utf-8?Q?=C3=9Fe.md?="', 'Größe.md'],
    ['with a letter parted between words', 'filename="=?utf-8?Q?Gr=C3?= =?utf-8?Q?=B6=C3=9Fe.md?="', 'Größe.md'],
    ['with a word in it', 'filename="a =?utf-8?Q?=C3=B6?= b.md"', 'a ö b.md'],
    ['as an encoded word of nothing known', 'filename="=?klingon?B?YQ==?="', '=?klingon?B?YQ==?='],
    ['as an encoded word of other bytes', 'filename="=?utf-8?Q?=FF=FE.md?="', '=?utf-8?Q?=FF=FE.md?='],
    ['as an extended value', "filename*=UTF-8''Gr%C3%B6%C3%9Fe%20a.csv", 'Größe a.csv'],
    ['as an extended value with its language', "filename*=utf-8'de'Gr%c3%b6%c3%9fe.csv", 'Größe.csv'],
    ['as an extended value of Latin-1', "filename*=iso-8859-1''Gr%F6%DFe.csv", 'Größe.csv'],
    ['as an extended value in quotation marks', `filename*="UTF-8''Gr%C3%B6%C3%9Fe.csv"`, 'Größe.csv'],
    ['in both ways', `filename="=?utf-8?B?${base64('a.md')}?="; filename*=utf-8''%C3%B6.md`, 'ö.md'],
    ['in both ways, the other first', `filename*=utf-8''%C3%B6.md; filename="a.md"`, 'ö.md'],
    ['in both ways without a space', `filename="a.md";filename*=utf-8''%C3%B6.md`, 'ö.md'],
    ['in both ways, of which one is damaged', `filename="a.md"; filename*=utf-8''%FF.md`, 'a.md'],
    ['in both ways, of which one is of an unknown encoding', `filename="a.md"; filename*=klingon''b.md`, 'a.md'],
    ['with signs of percent that mean themselves', 'filename="100%25.md"', '100%25.md'],
    ['in the name of the field alone', '', null],
    ['without an end', 'filename="a.md', null],
  ])('is read %s', (_, parameters, name) => {
    expect(named(parameters)).toBe(name);
  });

  it('is read in Latin-1, as old clients send it', () => {
    expect(named('filename="Größe.md"', 'latin1')).toBe('Größe.md');
  });

  it('is not taken from the value of another parameter', () => {
    expect(sentFileName(`form-data; name="a; filename*=utf-8''b.md"`)).toBeNull();
    expect(sentFileName('form-data; name="a filename=b.md"; filename="c.md"')).toBe('c.md');
  });

  it('stays as it was sent if it is longer than any name', () => {
    const long = `=?utf-8?B?${base64('a'.repeat(9_000))}?=`;
    expect(named(`filename="${long}"`)).toBe(long);
    expect(named(`filename="a.md"; filename*=utf-8''${'a'.repeat(9_000)}`)).toBe('a.md');
  });

  it.each([
    '; filename="a',
    '; a=',
    ';',
    '" ',
    '";',
    '"; a',
    '=?utf-8?B?',
    '=?utf-8?Q?a?= ',
    '; filename*=a',
    "'",
    '&#',
  ])('is read in time that grows with the length of the header: %j', (run) =>
    expectLinear(1_000_000, (length) => named(`filename="${run.repeat(length / run.length)}`)),
  );
});
