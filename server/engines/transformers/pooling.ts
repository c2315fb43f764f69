/** A model's last hidden states for a batch of texts, as one list of numbers: texts × tokens × size. */
interface TokenStates {
  data: ArrayLike<number>;
  /** Texts, tokens of the longest text, numbers per token. */
  shape: [number, number, number];
}

export type Pooling = 'mean' | 'cls' | 'last';

/**
 * Pools token vectors into one unit vector per text, all in one list. `mask` is 1 for tokens and 0 for padding, which
 * may be before or after the text. Throws for a vector without a direction.
 */
export function pool({ data, shape }: TokenStates, mask: ArrayLike<number | bigint>, pooling: Pooling): Float32Array {
  const [texts, tokens, size] = shape;
  const vectors = new Float32Array(texts * size);
  for (let text = 0; text < texts; text++) {
    const there: number[] = [];
    for (let token = 0; token < tokens; token++) if (Number(mask[text * tokens + token]) === 1) there.push(token);
    const vector = vectors.subarray(text * size, (text + 1) * size);
    for (const token of chosen(there, pooling)) {
      const from = (text * tokens + token) * size;
      for (let at = 0; at < size; at++) vector[at] = (vector[at] ?? 0) + (data[from + at] ?? 0);
    }
    normalize(vector);
  }
  return vectors;
}

function chosen(tokens: number[], pooling: Pooling): number[] {
  if (pooling === 'mean') return tokens;
  return pooling === 'cls' ? tokens.slice(0, 1) : tokens.slice(-1);
}

function normalize(vector: Float32Array): void {
  let squares = 0;
  for (const value of vector) squares += value * value;
  if (!Number.isFinite(squares) || squares === 0) throw new Error('the model returned a vector without a direction.');
  const length = Math.sqrt(squares);
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
}
