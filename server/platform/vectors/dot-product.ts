/** The dot product of two vectors of the same length: of unit vectors, their cosine. */
export function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
