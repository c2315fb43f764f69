import { analyse } from 'chardet';
import { utf16Order } from '../../../platform/text/utf-16.ts';
import { decodeIso2022Kr, decodeKana } from './east-asian.ts';
import { otherLatin } from './latin-encoding.ts';
import { isThai } from './thai.ts';

/**
 * The upper halves of code pages of DOS, which `TextDecoder` does not know. `iconv-lite` does, and brings half a megabyte of tables
 * for them.
 */
const CODE_PAGES: Record<string, string> = {
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
};

/** How many bytes the encoding is guessed from. */
const GUESS_SAMPLE = 64 * 1024;

/** A guess by letter statistics with less confidence, of 100, does not count. */
const MIN_CONFIDENCE = 35;
/** `chardet` does not know all of these, and few bytes tell them apart. The ten letters that make up most of Russian do. */
const CYRILLIC = ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'];
const FREQUENT_CYRILLIC = /[оеаинтсрвл]/g;
const CYRILLIC_SHARE = 0.45;
const MIN_LETTERS = 20;

/**
 * Decodes bytes in an unknown encoding: by byte order mark, else by `declared` (a WHATWG label, from an HTML meta element) or
 * an XML declaration, else as UTF-8 where that is valid, else as UTF-16 by its pattern of zeros or by its sense, else by letter statistics; of Latin letters, whether the result makes sense.
 * Invalid bytes become U+FFFD. Never throws.
 */
export function decodeText(bytes: Uint8Array, declared = encodingFromXmlDeclaration(bytes)): string {
  const marked = encodingFromByteOrderMark(bytes);
  if (marked) return decodeAs(bytes, marked) ?? '';
  if (declared) {
    const text = decodeAs(bytes, declared);
    // Pages often declare a wrong encoding. Valid UTF-8 proves itself, other encodings do not.
    if (text !== null && !(text.includes('\ufffd') && decodeStrictUtf8(bytes) !== null)) return text;
  }
  const iso2022 = hasIso2022Escapes(bytes) ? decodeAs(bytes, 'iso-2022-jp') : null;
  if (iso2022 !== null && !iso2022.includes('\ufffd')) return iso2022;
  const korean = decodeIso2022Kr(bytes);
  if (korean !== null) return korean;
  const utf8 = decodeStrictUtf8(bytes);
  if (utf8 !== null && !hasManyControls(bytes)) return utf8;
  const wide = utf16Order(bytes) ?? detectWideEncoding(bytes);
  if (wide) return decodeAs(bytes, wide) ?? '';
  const lenient = utf8 ?? decodeMostlyUtf8(bytes);
  if (lenient !== null) return lenient;
  const guesses = analyse(bytes.subarray(0, GUESS_SAMPLE));
  const [guess] = guesses;
  const isUnsure = !guess || guess.confidence < MIN_CONFIDENCE || CYRILLIC.includes(guess.name.toLowerCase());
  const kana = isUnsure || !isEastAsian(guess.name) ? decodeKana(bytes) : null;
  if (kana !== null) return kana;
  const cyrillic = isUnsure ? detectCyrillic(bytes) : null;
  if (cyrillic) return decodeAs(bytes, cyrillic) ?? '';
  if (isThai(decodeAs(bytes.subarray(0, GUESS_SAMPLE), 'windows-874') ?? ''))
    return decodeAs(bytes, 'windows-874') ?? '';
  const isLatin = isUnsure && hasFewAccents(bytes);
  const guessed = decodeGuessed(bytes, isLatin ? guesses.filter(({ name }) => !isEastAsian(name)) : guesses);
  return otherLatin(bytes, guessed, decodeAs) ?? guessed;
}

function decodeGuessed(bytes: Uint8Array, guesses: { name: string }[]): string {
  for (const { name } of guesses) {
    const text = name.startsWith('UTF-') ? null : decodeAs(bytes, name);
    if (text !== null) return text;
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

/** A guess by letter statistics needs more bytes than these; they are rather accents of Latin letters than letters of two bytes. */
function hasFewAccents(bytes: Uint8Array): boolean {
  const high = bytes.subarray(0, GUESS_SAMPLE).filter((byte) => byte > 0x7f).length;
  return high < MIN_LETTERS && high * 2.5 < bytes.length;
}

const isEastAsian = (name: string) => /^(?:Shift_JIS|Big5|EUC-|GB|ISO-2022)/i.test(name);

/** The encoding that an XML declaration at the beginning names. */
function encodingFromXmlDeclaration(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 200)).toString('latin1');
  return start.match(/^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]{2,40})["']/)?.[1];
}

/** The encoding in which the text has the letter frequencies of Russian, Ukrainian or Bulgarian, or null. */
function detectCyrillic(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, GUESS_SAMPLE);
  const shares = CYRILLIC.map((label) => {
    const text = decodeAs(sample, label) ?? '';
    const letters = text.replace(/\p{ASCII}/gu, '').length;
    const frequent = text.match(FREQUENT_CYRILLIC)?.length ?? 0;
    // Capitals inside words tell apart encodings that differ in a few letters only.
    const misplaced = text.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0;
    return letters >= MIN_LETTERS ? (frequent - misplaced) / letters : 0;
  });
  const best = Math.max(...shares);
  return best >= CYRILLIC_SHARE ? (CYRILLIC[shares.indexOf(best)] ?? null) : null;
}

function encodingFromByteOrderMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'utf-32le' : 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  return null;
}

/** Null for an unknown label. */
function decodeAs(bytes: Uint8Array, label: string): string | null {
  const codePage = decodeCodePage(bytes, label);
  if (codePage !== null) return codePage;
  if (label === 'utf-32le' || label === 'utf-32be') return decodeUtf32(bytes, label === 'utf-32le');
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return null;
  }
}

function decodeStrictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-8 with a few invalid bytes replaced; null where too many are invalid. */
function decodeMostlyUtf8(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const whole = text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  return whole >= broken * 4 ? text : null;
}

/** UTF-16 and UTF-32 of many alphabets are valid UTF-8, full of zeros and other control characters. */
function hasManyControls(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 4096);
  return sample.filter((byte) => byte < 9 || (byte > 13 && byte < 27)).length > sample.length * 0.1;
}

/** `TextDecoder` does not support UTF-32. */
function decodeUtf32(bytes: Uint8Array, littleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
    const point = view.getUint32(at, littleEndian);
    parts.push(point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point));
  }
  return parts.join('');
}

/** UTF-16 and UTF-32 without a byte order mark: the high bytes of spaces and line ends are zero, on one side only. */
function detectWideEncoding(bytes: Uint8Array): string | null {
  const zeros = [0, 0, 0, 0];
  const sample = bytes.subarray(0, 4096);
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 4] = (zeros[index % 4] ?? 0) + 1;
  const [a = 0, b = 0, c = 0, d = 0] = zeros;
  const quarter = sample.length / 4;
  if (c + d > quarter * 1.9 && a < quarter * 0.1) return 'utf-32le';
  if (a + b > quarter * 1.9 && d < quarter * 0.1) return 'utf-32be';
  if (b + d > 4 * (a + c) && b + d > quarter * 0.05) return 'utf-16le';
  if (a + c > 4 * (b + d) && a + c > quarter * 0.05) return 'utf-16be';
  return null;
}

/** ISO-2022-JP is ASCII with escape sequences that switch character sets. */
function hasIso2022Escapes(bytes: Uint8Array): boolean {
  const at = bytes.indexOf(0x1b);
  return at >= 0 && (bytes[at + 1] === 0x24 || bytes[at + 1] === 0x28);
}

/** Null for a label of no code page that is known here. */
export function decodeCodePage(bytes: Uint8Array, label: string): string | null {
  const upper = Object.hasOwn(CODE_PAGES, label) ? CODE_PAGES[label] : undefined;
  if (upper === undefined) return null;
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin1.replace(/[\x80-\xff]/g, (byte) => upper[byte.charCodeAt(0) - 128] ?? '\ufffd');
}
