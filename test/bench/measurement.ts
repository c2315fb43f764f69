/** One line of the report: what the product does beside what the floor does, both measured in this run. */
export interface Measurement {
  what: string;
  floor: string;
  measured: string;
  /** Measured divided by floor; absent where there is no floor. */
  ratio?: number;
  /** From the performance targets. */
  target: string;
  verdict: 'met' | 'MISSED' | 'unknown';
}

export const verdict = (met: boolean): Measurement['verdict'] => (met ? 'met' : 'MISSED');

/** The value below which a share of the values lies; `share` from 0 to 1. NaN for no values. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]): number => percentile(values, 0.5);

/** A number of milliseconds or megabytes as a person reads it. */
export const round = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
