import { describe, expect, it } from 'vitest';
import { parse } from '../../../../../server/ingestion/parse/parse.ts';
import { decodeCodePage, decodeText } from '../../../../../server/ingestion/parsers/text/decode-text.ts';
import { expectLinear } from '../../../../helpers/timing/growth.ts';

/** The text in an encoding of one byte for each letter. */
function encode(text: string, label: string): Uint8Array {
  const decode = (bytes: Uint8Array) => decodeCodePage(bytes, label) ?? new TextDecoder(label).decode(bytes);
  const bytes = new Map(Array.from({ length: 128 }, (_, at) => [decode(new Uint8Array([at + 128])), at + 128]));
  return new Uint8Array([...text].map((letter) => bytes.get(letter) ?? letter.charCodeAt(0)));
}
/** The text in an encoding of East Asia whose letters have two bytes. */
function encodePairs(text: string, label: string): Uint8Array {
  const decoder = new TextDecoder(label);
  pairs[label] ??= new Map(
    Array.from({ length: 94 * 94 }, (_, at) => [0xa1 + Math.floor(at / 94), 0xa1 + (at % 94)]).map((pair) => [
      decoder.decode(Uint8Array.from(pair)),
      pair,
    ]),
  );
  return Uint8Array.from([...text].flatMap((letter) => pairs[label]?.get(letter) ?? letter.charCodeAt(0)));
}
const pairs: Record<string, Map<string, number[]>> = {};
const utf16le = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
const utf16be = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16());

const THAI = 'เรือข้ามฟากออกทุกชั่วโมง ผู้โดยสารต้องซื้อตั๋วที่ท่าเรือก่อนขึ้นเรือ เด็กอายุต่ำกว่าหกปีเดินทางฟรี';
const GERMAN =
  'Die Fähre fährt stündlich. Größere Gruppen müssen sich früh anmelden; für Schüler ist die Überfahrt frei.';
const FRENCH = "Le bac part à l'heure. Les élèves ne paient pas, même en été, et les vélos voyagent derrière le mât.";
const SPANISH =
  'El barco sale cada día a las ocho. ¿Cuánto cuesta? Los niños y jóvenes viajan gratis según la estación.';
const POLISH = 'Prom odpływa co godzinę. Większe grupy muszą zgłosić się wcześniej, a młodzież płynie za pół ceny.';
const CZECH = 'Přívoz jezdí každou hodinu. Větší skupiny se musí ohlásit předem, žáci mají plavbu zdarma.';

describe('an encoding that nothing declares', () => {
  it.each([
    ['Thai', THAI],
    ['Chinese', '渡轮每小时开一班。六岁以下的儿童免费，团体需要提前预订。'],
    ['Japanese', '渡し船は一時間ごとに出ます。子供は無料です。'],
    ['Korean', '나룻배는 매시간 출발합니다. 어린이는 무료입니다.'],
    ['Russian', 'Паром отправляется каждый час. Дети едут бесплатно.'],
    ['Arabic', 'تغادر العبارة كل ساعة. يسافر الأطفال مجانا.'],
    ['German', GERMAN],
  ])('of UTF-16 without a mark is known, for %s', (_, text) => {
    expect(decodeText(utf16le(text))).toBe(text);
    expect(decodeText(utf16be(text))).toBe(text);
  });

  it.each([
    ['windows-874', THAI],
    ['ibm850', GERMAN],
    ['ibm850', FRENCH],
    ['ibm850', SPANISH],
    ['macintosh', GERMAN],
    ['macintosh', FRENCH],
    ['macintosh', SPANISH],
    ['ibm852', POLISH],
    ['ibm852', CZECH],
    ['windows-1250', 'Pchnąć w tę łódź jeża'],
    ['windows-1250', 'Nechť již hříšné saxofony ďáblů'],
    ['windows-1250', 'Źdźbło trawy, łąka'],
    ['windows-1252', 'Gebühr: 7 €'],
    ['windows-1252', 'Straße 12, Café Noël'],
    ['windows-1252', FRENCH],
    ['iso-8859-2', POLISH],
  ])('of letters of one byte is known: %s, “%s”', (label, text) => {
    expect(decodeText(encode(text, label))).toBe(text);
  });

  it.each([['<html>\n<body>\nログイン\n</body>\n</html>'], ['メニュー'], ['この先です 250 m'], ['切符は いりません']])(
    'of a few Japanese letters is known, for EUC-JP: %s',
    (text) => {
      expect(decodeText(encodePairs(text, 'euc-jp'))).toBe(text);
    },
  );

  it.each([['¥ 100, ¤ 5'], ['Preis: ¤¥'], ['£5 ¤¥§ Straße']])('of signs is not taken for it: %s', (text) => {
    expect(decodeText(encode(text, 'windows-1252'))).toBe(text);
  });

  const KOREAN = '나룻배는 매시간 출발합니다 (Pier 3).\n어린이는 무료입니다.';
  /** As mail programs wrote Korean: each line begins without Korean letters. */
  const inIso2022Kr = (text: string) =>
    new Uint8Array(
      Buffer.concat([
        Buffer.from('\x1b$)C', 'latin1'),
        ...[...text].map((letter) => {
          const bytes = encodePairs(letter, 'euc-kr');
          return bytes.length < 2 ? bytes : Uint8Array.of(0x0e, ...bytes.map((byte) => byte & 0x7f), 0x0f);
        }),
      ]),
    );

  it('of ISO-2022-KR is known by its mark, also where the page declares it', async () => {
    expect(decodeText(inIso2022Kr(KOREAN))).toBe(KOREAN);
    const page = `<html><head><meta charset="iso-2022-kr"></head><body><p>${KOREAN}</p></body></html>`;
    expect((await parse('html', inIso2022Kr(page), () => {})).text).toContain('어린이는 무료입니다.');
  });

  it('is not ISO-2022-KR where the letters are none', () => {
    const text = new TextDecoder().decode(new Uint8Array(Buffer.from('\x1b$)C \x0e!!~~\x7f plain', 'latin1')));
    expect(decodeText(new TextEncoder().encode(text))).toContain('plain');
  });

  it('tells the lines that make no sense, of a text in an encoding that is not known', async () => {
    // Mac Central European, which no library here knows.
    const hungarian = new Uint8Array(
      Buffer.from('A komp minden\nA di\x87kok kiv\x8etel\x8evel h\x8etf\xceig ingyen mennek', 'latin1'),
    );
    const { garbled } = await parse('text', hungarian, () => {});
    expect(garbled).toContain('kok');
    expect(garbled).not.toContain('minden');
  });

  it.each([
    ['ibm850', GERMAN],
    ['windows-1252', 'The kilowatt (kW™), the Foo®Bar'],
  ])('tells nothing of a text that was read: %s, “%s”', async (label, text) => {
    expect(await parse('text', encode(text, label), () => {})).not.toHaveProperty('garbled');
  });

  it('tells nothing of odd characters that the text itself has', async () => {
    const text = new TextEncoder().encode('A di‡kok kivŽtelŽvel hŽtfÎig ingyen mennek');
    expect(await parse('text', text, () => {})).not.toHaveProperty('garbled');
  });

  it.each([
    ['letters', '\xe9\xc9'],
    ['signs', 'a\xa7'],
    ['Thai marks', '\xd1\xd4'],
    ['marks of ISO-2022-KR', '\x1b$)C\x0e'],
    ['control characters', '\x01\x02 '],
  ])('is looked for in time that grows with the text: %s', async (_, piece) => {
    await expectLinear(100_000, (many) => decodeText(new Uint8Array(Buffer.from(piece.repeat(many), 'latin1'))));
  });
});
