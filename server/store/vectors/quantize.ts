/** Vectors as whole numbers from −127 to 127, a quarter of their size: precise enough to choose candidates by. */
export interface QuantizedVectors {
  /** `quantizedWidth` numbers a vector, zero after its dimensions. */
  codes: Int8Array;
  /** For each vector, what its codes are multiplied with to restore its numbers. */
  scales: Float32Array;
}

/** Numbers per quantized vector, a multiple of 8: the loop that reads them takes eight at once. */
export const quantizedWidth = (dimensions: number): number => Math.ceil(dimensions / 8) * 8;

/** Gives each vector a scale of its own, by its largest number. */
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
