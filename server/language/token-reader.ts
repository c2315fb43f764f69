import { addToken, createTokenTable, findToken } from './token-table.ts';
import { tokens, toOneForm } from './words.ts';

/** A longer token is rare, and costs more to keep than to look at again. In UTF-16 units. */
const LONGEST = 32;
/** So many joints may hold a token together (`WORD` in words.ts). */
const MOST_JOINTS = 15;

/** What a UTF-16 unit is to a token; 0 where nobody has asked yet. */
const LETTER = 1;
const JOINT = 2;
const OTHER = 3;
const SURROGATE = 4;
const kinds = new Uint8Array(65_536);

const kindOf = (unit: number): number => kinds[unit] || learn(unit);

function learn(unit: number): number {
  const sign = String.fromCharCode(unit);
  let kind = OTHER;
  if (unit >= 0xd800 && unit <= 0xdfff) kind = SURROGATE;
  else if (/[\p{L}\p{N}\p{M}_]/u.test(sign)) kind = LETTER;
  else if (/[-.'’‑]/u.test(sign)) kind = JOINT;
  kinds[unit] = kind;
  return kind;
}

/** May be written in another form under NFKC. The letters of European languages, dashes and quotes may not. */
const HAS_FORMS = /[\u0080-\u00bf\u0132\u0133\u013f\u0140\u0149\u017f-\u2012\u2015-\u2017\u201e-\uffff]/;
const extend = (hash: number, unit: number): number => ((hash << 5) - hash + unit) | 0;

/**
 * For each token of a text (`tokens` in words.ts), in order, what is made of it. A text is made of few tokens, so what was
 * made is remembered and given out again: nobody may change it. A token that is known is found by its letters where they
 * lie in the text, without a string being made, which is several times as fast as a regular expression and a map. After
 * `most` tokens it starts over, with what `begin` gives then: the function that makes something of a token.
 */
export function createTokenReader<Value>(
  most: number,
  begin: () => (token: string) => Value,
): (text: string) => Value[] {
  let table = createTokenTable<Value>();
  let make = begin();
  let made = 0;
  let buffer = new Uint16Array(4096);

  const load = (text: string): Uint16Array => {
    if (buffer.length <= text.length) buffer = new Uint16Array(text.length * 2);
    Buffer.from(buffer.buffer).write(text, 'utf16le');
    return buffer;
  };

  const learnToken = (hash: number, token: string): Value => {
    made += 1;
    const value = make(token);
    if (token.length <= LONGEST) addToken(table, hash, token, value);
    return value;
  };

  /** The value of the token that these units are. */
  const read = (hash: number, units: Uint16Array, start: number, end: number): Value => {
    const found = findToken(table, hash, units, start, end);
    if (found > 0) return table.values[found] as Value;
    // A string of its own: V8 keeps a piece of a text as a view of the whole.
    return learnToken(hash, Buffer.from(units.buffer, start * 2, (end - start) * 2).toString('utf16le'));
  };

  /** Of a token that a regular expression has found. */
  const readToken = (token: string): Value => {
    const units = load(token);
    let hash = 0;
    for (let at = 0; at < token.length; at += 1) hash = extend(hash, units[at] ?? 0);
    return read(hash, units, 0, token.length);
  };

  return (text) => {
    if (made >= most) {
      table = createTokenTable();
      make = begin();
      made = 0;
    }
    const plain = HAS_FORMS.test(text) ? toOneForm(text) : text;
    const { length } = plain;
    const units = load(plain);
    // A sentinel: what an earlier text has left behind the end of this one belongs to no token.
    units[length] = 0;
    const values: Value[] = [];
    for (let at = 0; at < length; ) {
      const kind = kindOf(units[at] ?? 0);
      // What characters of two units are is not told by either: such a text is left to the regular expression.
      if (kind === SURROGATE) return tokens(text).map(readToken);
      if (kind !== LETTER) {
        at += 1;
        continue;
      }
      const start = at;
      let hash = 0;
      for (let joints = 0; ; joints += 1) {
        do {
          hash = extend(hash, units[at] ?? 0);
          at += 1;
        } while (kindOf(units[at] ?? 0) === LETTER);
        if (kindOf(units[at] ?? 0) !== JOINT || joints === MOST_JOINTS || kindOf(units[at + 1] ?? 0) !== LETTER) break;
        hash = extend(hash, units[at] ?? 0);
        at += 1;
      }
      for (const end = at + tailLength(units, at); at < end; at += 1) hash = extend(hash, units[at] ?? 0);
      values.push(read(hash, units, start, at));
    }
    return values;
  };
}

/** How long the `++` or `#` is that belongs to the token before. */
function tailLength(units: Uint16Array, at: number): number {
  if (units[at] === 0x23) return 1;
  return units[at] === 0x2b && units[at + 1] === 0x2b ? 2 : 0;
}
