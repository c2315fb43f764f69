import { seeded } from '../../input/seeded.ts';

/** So many normally distributed numbers with that deviation, by Box and Muller's transform; the same seed gives the same ones. */
export function noise(length: number, seed: number, deviation: number): Float32Array {
  const uniform = seeded(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return Float32Array.from({ length }, () => normal() * deviation);
}
