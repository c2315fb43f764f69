/** Throws on a vector with the wrong length or with NaN: sqlite-vec would accept NaN and return nonsense. */
export function assertEmbedding(embedding: Float32Array, dimensions: number): void {
  if (embedding.length !== dimensions) {
    throw new RangeError(`The vector has ${embedding.length} numbers instead of ${dimensions}.`);
  }
  // A finite number times 0 is 0, any other is NaN; a call per number would take ten times as long.
  let zero = 0;
  for (let at = 0; at < embedding.length; at += 1) zero += (embedding[at] ?? 0) * 0;
  if (zero !== 0) throw new RangeError('A vector may only hold finite numbers.');
}

/** The memory of an array as bytes, without a copy: the form in which vectors are stored and passed to sqlite-vec. */
export const asBytes = ({ buffer, byteOffset, byteLength }: Float32Array | Int8Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);
