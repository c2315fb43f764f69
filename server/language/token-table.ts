/** Tokens by their hash, with open addressing; found by their letters where they lie in a text. */
export interface TokenTable<Value> {
  /** The number of the token at a place, from 1; 0 where the place is free. Half of them are. */
  places: Int32Array;
  /** By a token's number, from 0. */
  hashes: Int32Array;
  tokens: string[];
  values: Value[];
}

/** An empty one, which grows with what it holds. */
export function createTokenTable<Value>(): TokenTable<Value> {
  return { places: new Int32Array(2048), hashes: new Int32Array(1024), tokens: [], values: [] };
}

/** The number of the token that these units are, or -1. */
export function findToken<Value>(
  { places, hashes, tokens }: TokenTable<Value>,
  hash: number,
  units: Uint16Array,
  start: number,
  end: number,
): number {
  const mask = places.length - 1;
  for (let place = firstPlace(hash) & mask; ; place = (place + 1) & mask) {
    const number = (places[place] ?? 0) - 1;
    if (number < 0) return -1;
    if (hashes[number] === hash && isAt(tokens[number] ?? '', units, start, end)) return number;
  }
}

/** Adds one that is not in it. */
export function addToken<Value>(table: TokenTable<Value>, hash: number, token: string, value: Value): void {
  if (table.tokens.length === table.hashes.length) grow(table);
  table.hashes[table.tokens.length] = hash;
  table.tokens.push(token);
  table.values.push(value);
  put(table, table.tokens.length - 1);
}

function grow<Value>(table: TokenTable<Value>): void {
  const hashes = new Int32Array(table.hashes.length * 2);
  hashes.set(table.hashes);
  table.hashes = hashes;
  table.places = new Int32Array(table.places.length * 2);
  for (let number = 0; number < table.tokens.length; number += 1) put(table, number);
}

function put<Value>({ places, hashes }: TokenTable<Value>, number: number): void {
  const mask = places.length - 1;
  let place = firstPlace(hashes[number] ?? 0) & mask;
  while (places[place] !== 0) place = (place + 1) & mask;
  places[place] = number + 1;
}

/** The hash of short tokens differs in its low bits alone. */
const firstPlace = (hash: number): number => Math.imul(hash, 0x9e3779b1) >>> 8;

function isAt(token: string, units: Uint16Array, start: number, end: number): boolean {
  const { length } = token;
  if (length !== end - start) return false;
  for (let index = 0; index < length; index += 1) if (token.charCodeAt(index) !== units[start + index]) return false;
  return true;
}
