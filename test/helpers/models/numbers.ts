/** Numbers that look random and are the same each time (mulberry32), and others that are normally distributed. */
export function numbersFrom(seed: number): { uniform(): number; normal(): number } {
  let state = seed;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    uniform,
    // Box–Muller.
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}

/** So many normally distributed numbers with that deviation. */
export function noise(length: number, seed: number, deviation: number): Float32Array {
  const { normal } = numbersFrom(seed);
  return Float32Array.from({ length }, () => normal() * deviation);
}
