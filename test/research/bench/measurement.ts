/** One line of the report: the product and the floor, both measured in this run. */
export interface Measurement {
  what: string;
  floor: string;
  measured: string;
  /** `measured` divided by `floor`; absent if there is no floor. */
  ratio?: number;
  /** The target from the performance targets. */
  target: string;
  verdict: 'met' | 'MISSED' | 'unknown';
}

export const verdict = (met: boolean): Measurement['verdict'] => (met ? 'met' : 'MISSED');

/** The percentile of the values; `share` is from 0 to 1. NaN without values. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]): number => percentile(values, 0.5);

/** Formats a number of milliseconds or megabytes. */
export const round = (value: number): string => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
