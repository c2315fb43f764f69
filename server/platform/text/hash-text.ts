const FNV_OFFSET = 2166136261;
const FNV_PRIME = 16777619;

/** Unsigned, 32 bits: FNV-1a over UTF-16 units, mixed so that every bit depends on every unit. */
export function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  const half = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  const mixed = Math.imul(half ^ (half >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
