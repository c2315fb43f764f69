import { detach } from '../platform/text/detach.ts';
import { tokens } from './words.ts';

/** In UTF-16 units. Longer tokens are rare, and caching them costs more than reading them again. */
const MAX_KEPT_LENGTH = 32;

/**
 * Returns a function that reads a text: for each of its tokens (`tokens` in words.ts), in order, the value made of it.
 * A text repeats most of its tokens, so values are cached and shared; callers must not change them. After `capacity`
 * tokens the cache starts again with a new function from `begin`, which makes the value of a token.
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
