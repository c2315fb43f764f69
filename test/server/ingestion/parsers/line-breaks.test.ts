import { describe, expect, it } from 'vitest';
import { parseAsciiDoc } from '../../../../server/ingestion/parsers/asciidoc/parse-asciidoc.ts';
import { parseHtml } from '../../../../server/ingestion/parsers/html/parse-html.ts';
import { parseMarkdown } from '../../../../server/ingestion/parsers/markdown/parse-markdown.ts';
import { parseRst } from '../../../../server/ingestion/parsers/rst/parse-rst.ts';
import { expectLinear } from '../../../helpers/timing/growth.ts';
import { bytesOf } from '../make-files.ts';

const PARSERS = {
  Markdown: (text: string) => parseMarkdown(bytesOf(text)).text,
  HTML: (text: string) => parseHtml(bytesOf(`<p>${text}</p>`)).text,
  reStructuredText: (text: string) => parseRst(bytesOf(text)).text,
  AsciiDoc: (text: string) => parseAsciiDoc(bytesOf(text)).text,
};

describe.each(Object.entries(PARSERS))('line breaks within a paragraph of %s', (_, textOf) => {
  it.each([
    [
      'within a Japanese word',
      'ユーザーコミュニ\nティに報告してください。',
      'ユーザーコミュニティに報告してください。',
    ],
    ['after an ideographic full stop', '設定できます。\n次に保存します。', '設定できます。次に保存します。'],
    ['before a Latin word after full-width punctuation', '设置完成后，\nVite 会重启。', '设置完成后，Vite 会重启。'],
    ['around half-width katakana', 'ﾒｰﾙを\nｻｰﾊﾞｰへ送ります。', 'ﾒｰﾙをｻｰﾊﾞｰへ送ります。'],
    ['in Thai', 'คุณสามารถ\nติดตั้งได้', 'คุณสามารถติดตั้งได้'],
  ])('leaves nothing %s', (_place, source, text) => expect(textOf(source)).toBe(text));
  it.each([
    ['between Han and Latin letters', '请使用\nVite 构建', '请使用 Vite 构建'],
    ['in Korean', '설정을\n저장합니다', '설정을 저장합니다'],
    ['in Russian', 'Сохраните\nнастройки', 'Сохраните настройки'],
  ])('leaves a space %s', (_place, source, text) => expect(textOf(source)).toBe(text));
});

describe('line breaks beside inline markup in Markdown', () => {
  it.each([
    ['**太字**\nの続き', '太字の続き'],
    ['[設定](a.md)を\n**開きます**', '設定を開きます'],
    ['本文<br>\n続き', '本文\n続き'],
    ['これは\n`code`\nです', 'これは code です'],
  ])('reads %j', (source, text) => expect(PARSERS.Markdown(source)).toBe(text));
});

describe('line breaks in a cell of HTML', () => {
  it('are nothing between Han characters', () =>
    expect(parseHtml(bytesOf('<table><tr><th>名称<th>值<tr><td>端口\n  号码<td>5173</table>')).text).toContain(
      '端口号码',
    ));
});

it('joins many lines and many spaces in linear time', async () => {
  await expectLinear(20_000, (size) => PARSERS.Markdown(`${'汉'.repeat(10)}${' '.repeat(10)}\n`.repeat(size)));
});
