import { tokens } from './words.ts';

/** A longer token is rare, and costs more to keep than to read again. In UTF-16 units. */
const MAX_KEPT_LENGTH = 32;

/**
 * Returns a function that reads a text: for each of its tokens (`tokens` in words.ts), in order, the value that is made of
 * it. A text has few different tokens, so that values are cached and shared: nobody may change them. After `capacity` tokens
 * the cache starts over with what `begin` returns then: the function that makes the value of a token.
 */
export function createTokenReader<Value extends object | string>(
  capacity: number,
  begin: () => (token: string) => Value,
): (text: string) => Value[] {
  let values = new Map<string, Value>();
  let make = begin();
  let made = 0;

  function makeValue(found: string): Value {
    made += 1;
    const token = detach(found);
    const value = make(token);
    if (token.length <= MAX_KEPT_LENGTH) values.set(token, value);
    return value;
  }

  return (text) => {
    if (made >= capacity) {
      values = new Map();
      make = begin();
      made = 0;
    }
    return tokens(text).map((token) => values.get(token) ?? makeValue(token));
  };
}

/** V8 keeps a piece of a text as a view of the whole text, which would stay in memory for as long as the piece. */
const detach = (piece: string): string => Buffer.from(piece, 'utf16le').toString('utf16le');
