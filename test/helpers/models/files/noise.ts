import { seeded } from '../../input/seeded.ts';

/** Normally distributed numbers with the given deviation, by the Box–Muller transform. The same seed gives the same numbers. */
export function noise(length: number, seed: number, deviation: number): Float32Array {
  const uniform = seeded(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return Float32Array.from({ length }, () => normal() * deviation);
}
