/** Character classes of Unicode's sentence rules (UAX #29, as in ICU's root locale). */
const OTHER = 1;
const UPPER = 2;
const LOWER = 3;
const NUMERIC = 4;
const SPACE = 5;
const CLOSE = 6;
const CONTINUES = 7;
const FULL_STOP = 8;
const ENDS = 9;

/**
 * Classes by UTF-16 code unit; 0 for units that the table does not cover. It covers ASCII without line breaks, the
 * letters of most languages of Latin script, and typographic punctuation.
 */
const KINDS = new Uint8Array(0x2100);

function classify(kind: number, characters: string): void {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;
}

for (let unit = 0x20; unit < 0x180; unit += 1) {
  const character = String.fromCharCode(unit);
  // Signs between ASCII and the letters of Latin-1 are listed below.
  if (unit >= 0x7f && unit < 0xc0) continue;
  if (/\p{Lowercase}/u.test(character)) KINDS[unit] = LOWER;
  else KINDS[unit] = /\p{Uppercase}/u.test(character) ? UPPER : OTHER;
}
classify(NUMERIC, '0123456789');
classify(SPACE, ' \t\u00a0');
classify(CLOSE, '"\'()[]{}«»‘’“”„‚‹›');
classify(CONTINUES, ',-:;–—');
classify(FULL_STOP, '.');
classify(ENDS, '!?');
classify(OTHER, '§©®°±²³¶·¼½¾¿¡£€¥†‡•…‰™');

const kindAt = (text: string, at: number): number => KINDS[text.charCodeAt(at)] ?? 0;

/** A regular expression finds a character several times as fast as a loop. */
const COVERED = Array.from(KINDS.keys()).filter((unit) => KINDS[unit] !== 0);
const NOT_COVERED = new RegExp(`[^${COVERED.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}]`);
const MAY_END = /[.!?]/g;

/**
 * The offsets where sentences end in a line of text, without the end of the text; null if it holds a character that the
 * table does not cover. Agrees with `Intl.Segmenter`, in a fraction of the time.
 */
export function sentenceBreaks(text: string): number[] | null {
  if (NOT_COVERED.test(text)) return null;
  const breaks: number[] = [];
  MAY_END.lastIndex = 0;
  while (MAY_END.test(text)) {
    const at = MAY_END.lastIndex - 1;
    const kind = kindAt(text, at);
    if (kind === FULL_STOP && insideWord(text, at)) continue;
    let next = at + 1;
    while (kindAt(text, next) === CLOSE) next += 1;
    while (kindAt(text, next) === SPACE) next += 1;
    if (next >= text.length) break;
    const following = kindAt(text, next);
    if (following === CONTINUES || following >= FULL_STOP) continue;
    if (kind === FULL_STOP && lowerCaseFollows(text, next)) continue;
    breaks.push(next);
  }
  return breaks;
}

/** A full stop before a digit, or between a letter and a capital (“U.S”). */
function insideWord(text: string, at: number): boolean {
  const after = kindAt(text, at + 1);
  if (after === NUMERIC) return true;
  const before = at > 0 ? kindAt(text, at - 1) : 0;
  return after === UPPER && (before === UPPER || before === LOWER);
}

/** Does a lower-case letter come next, with no other sentence end before it? */
function lowerCaseFollows(text: string, from: number): boolean {
  for (let at = from; at < text.length; at += 1) {
    const kind = kindAt(text, at);
    if (kind === LOWER) return true;
    if (kind === UPPER || kind >= FULL_STOP || kind === 0) return false;
  }
  return false;
}
