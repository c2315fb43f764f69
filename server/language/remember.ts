/** A longer word is rare, and costs more to keep than to look at again. */
const LONGEST = 32;

/**
 * The same function, remembering what it made of the words that it met: a text is made of few. Starts over when it knows
 * `most`. What is remembered is given out again, so nobody may change it.
 */
export function remember<Value>(most: number, compute: (word: string) => Value): (word: string) => Value {
  const known = new Map<string, Value>();
  return (word) => {
    let value = known.get(word);
    if (value !== undefined) return value;
    if (word.length > LONGEST) return compute(word);
    const own = copyOf(word);
    value = compute(own);
    if (known.size >= most) known.clear();
    known.set(own, value);
    return value;
  };
}

/** V8 keeps a piece of 13 characters or more as a view of the whole text, which would stay in memory with it. */
const VIEWED_FROM = 13;

function copyOf(word: string): string {
  return word.length < VIEWED_FROM ? word : word.split('').join('');
}
