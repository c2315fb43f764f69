/** Throws on a vector of another shape or with NaN in it: sqlite-vec would take the NaN and answer nonsense. */
export function assertEmbedding(embedding: Float32Array, dimensions: number): void {
  if (embedding.length !== dimensions) {
    throw new RangeError(`A vector of ${dimensions} numbers is needed, this one has ${embedding.length}.`);
  }
  // A finite number times 0 is 0, any other is NaN; a call for each number would take ten times as long.
  let zero = 0;
  for (let at = 0; at < embedding.length; at += 1) zero += (embedding[at] ?? 0) * 0;
  if (zero !== 0) throw new RangeError('A vector may only hold finite numbers.');
}

/** Numbers as they are stored, and as sqlite-vec wants a vector: one after the other, without a copy. */
export const bytes = ({ buffer, byteOffset, byteLength }: Float32Array | Int8Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);
