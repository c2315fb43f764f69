const SAMPLE = 8 * 1024;
/** A text is written in one script or two; read in the wrong order, it is of many, and of characters that do not exist. */
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Hebrew',
  'Arabic',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Gujarati',
  'Gurmukhi',
  'Georgian',
  'Armenian',
  'Ethiopic',
  'Hangul',
].map((name) => new RegExp(`\\p{Script=${name}}`, 'gu'));
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const OF_A_SCRIPT = /[^\p{Script=Common}\p{Script=Inherited}]/gu;
const NO_TEXT = /[\p{Co}\p{Cn}\p{Cs}\ufffd]|[\p{Cc}--[\t\n\r\f]]/v;
/** What ends sentences and words. In the other order, it is something else. */
const COMMON_SIGNS = /[ \r\n、。，．：]/g;

/**
 * The order of bytes of a text in UTF-16 without a mark, null for other bytes. It has bytes that no other text has, zeros and
 * control characters, as in the numbers of blanks and full stops; what they stand for must make sense.
 */
export function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, Math.min(SAMPLE, bytes.length - (bytes.length % 2)));
  if (!sample.some((byte) => byte < 9 || (byte > 13 && byte < 27))) return null;
  const orders = (['utf-16le', 'utf-16be'] as const).map((order) => ({ order, sense: senseOf(sample, order) }));
  const [best, other] = orders.sort((one, two) => two.sense - one.sense);
  return best && other && best.sense > 0.9 && best.sense > other.sense ? best.order : null;
}

/** How much of it is in its one script, from 0 to 1; 0 for what is no text. */
function senseOf(sample: Uint8Array, order: string): number {
  // Half of a pair may stand at the end of the sample.
  const text = new TextDecoder(order).decode(sample).replace(/\ufffd$/, '');
  if (NO_TEXT.test(text)) return 0;
  const signs = text.match(COMMON_SIGNS)?.length ?? 0;
  if (signs === 0) return 0;
  const letters = text.match(OF_A_SCRIPT)?.length ?? 0;
  const latin = text.match(/[A-Za-z]/g)?.length ?? 0;
  const shares = [...SCRIPTS, EAST_ASIAN].map((script) => text.match(script)?.length ?? 0);
  const most = Math.max(...shares);
  return letters === 0 ? 0 : (most === shares[0] ? most : most + latin) / letters;
}
