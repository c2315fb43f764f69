/** The hash of no text, from which `addUnit` and `mixed` make that of a text. */
export const EMPTY_HASH = 2166136261;
const FNV_PRIME = 16777619;

/** The hash of a text with one more UTF-16 unit. */
export const addUnit = (hash: number, unit: number): number => Math.imul(hash ^ unit, FNV_PRIME);

/** The hash so that every bit depends on every unit. Unsigned, 32 bits. */
export function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  const whole = Math.imul(half ^ (half >>> 15), 0x846ca68b);
  return (whole ^ (whole >>> 16)) >>> 0;
}

/** Unsigned, 32 bits: FNV-1a over UTF-16 units, mixed. */
export function hashOf(text: string): number {
  let hash = EMPTY_HASH;
  for (let at = 0; at < text.length; at++) hash = addUnit(hash, text.charCodeAt(at));
  return mixed(hash);
}
