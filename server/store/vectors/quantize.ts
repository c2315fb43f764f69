/** Vectors as integers from −127 to 127, a quarter of the size: precise enough to select candidates. */
export interface QuantizedVectors {
  /** `quantizedWidth` numbers per vector, padded with zeros. */
  codes: Int8Array;
  /** For each vector, the factor that restores its numbers from its codes. */
  scales: Float32Array;
}

/** Numbers per quantized vector, a multiple of 8: the loop over them takes eight at a time. */
export const quantizedWidth = (dimensions: number): number => Math.ceil(dimensions / 8) * 8;

/** Scales each vector by its largest absolute number. */
export function quantize(vectors: Float32Array[], dimensions: number): QuantizedVectors {
  const width = quantizedWidth(dimensions);
  const codes = new Int8Array(vectors.length * width);
  const scales = new Float32Array(vectors.length);
  vectors.forEach((vector, index) => {
    let largest = 0;
    for (let at = 0; at < dimensions; at += 1) {
      const value = vector[at] ?? 0;
      largest = value > largest ? value : -value > largest ? -value : largest;
    }
    if (largest === 0) return;
    const first = index * width;
    for (let at = 0; at < dimensions; at += 1) codes[first + at] = Math.round(((vector[at] ?? 0) / largest) * 127);
    scales[index] = largest / 127;
  });
  return { codes, scales };
}
