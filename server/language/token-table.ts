/**
 * Tokens by their hash, with open addressing; found by their letters where they lie in a text. Everything is in a few large
 * arrays: following a token to a string of its own would take longer than comparing its letters.
 */
export interface TokenTable<Value> {
  /** At each place the hash of a token and its number, from 1; 0 where the place is free. Half of them are. */
  places: Int32Array;
  /** The letters of all tokens, one after the other. */
  letters: Uint16Array;
  /** Where those of a token end, by its number, from 0 at 0: so `ends[n - 1]` is also where the token `n` begins. */
  ends: Int32Array;
  /** By a token's number, from 1. */
  values: (Value | undefined)[];
}

/** An empty one, which grows with what it holds. */
export function createTokenTable<Value>(): TokenTable<Value> {
  return {
    places: new Int32Array(2 * 2048),
    letters: new Uint16Array(8 * 1024),
    ends: new Int32Array(1024),
    values: [undefined],
  };
}

/** The number of the token that these units are, or 0. */
export function findToken<Value>(
  { places, letters, ends }: TokenTable<Value>,
  hash: number,
  units: Uint16Array,
  start: number,
  end: number,
): number {
  const mask = places.length - 2;
  for (let place = firstPlace(hash) & mask; ; place = (place + 2) & mask) {
    const number = places[place + 1] ?? 0;
    if (number === 0) return 0;
    if (places[place] !== hash) continue;
    const from = ends[number - 1] ?? 0;
    if ((ends[number] ?? 0) - from !== end - start) continue;
    let at = start;
    while (at < end && letters[from + at - start] === units[at]) at += 1;
    if (at === end) return number;
  }
}

/** Adds one that is not in it. */
export function addToken<Value>(table: TokenTable<Value>, hash: number, token: string, value: Value): void {
  const number = table.values.push(value) - 1;
  if (number * 4 > table.places.length) makeRoom(table);
  if (number === table.ends.length) table.ends = copyOf(table.ends, new Int32Array(number * 2));
  const from = table.ends[number - 1] ?? 0;
  const end = from + token.length;
  if (end > table.letters.length) table.letters = copyOf(table.letters, new Uint16Array(end * 2));
  for (let at = 0; at < token.length; at += 1) table.letters[from + at] = token.charCodeAt(at);
  table.ends[number] = end;
  put(table.places, hash, number);
}

function makeRoom<Value>(table: TokenTable<Value>): void {
  const places = new Int32Array(table.places.length * 2);
  for (let place = 0; place < table.places.length; place += 2) {
    const number = table.places[place + 1] ?? 0;
    if (number > 0) put(places, table.places[place] ?? 0, number);
  }
  table.places = places;
}

function copyOf<Numbers extends Int32Array | Uint16Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}

function put(places: Int32Array, hash: number, number: number): void {
  const mask = places.length - 2;
  let place = firstPlace(hash) & mask;
  while (places[place + 1] !== 0) place = (place + 2) & mask;
  places[place] = hash;
  places[place + 1] = number;
}

/** The hash of short tokens differs in its low bits alone. Even: a place takes two numbers. */
const firstPlace = (hash: number): number => (Math.imul(hash, 0x9e3779b1) >>> 8) << 1;
