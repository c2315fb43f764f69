/** Each range of milliseconds is so much wider than the one before: its middle is within a tenth of all that it holds. */
const RATIO = 1.2;
const MAX_MS = 24 * 60 * 60_000;

/** How many answers fell into each range, by its number. */
export type Buckets = ReadonlyMap<number, number>;

/** The number of the range that holds so many milliseconds: 0 for less than one, at most 101. */
export function bucketOf(milliseconds: number): number {
  if (!(milliseconds >= 1)) return 0;
  return 1 + Math.floor(Math.log(Math.min(milliseconds, MAX_MS)) / Math.log(RATIO));
}

/** The milliseconds below which this share (0–1) of the answers were, as its range's middle; null where there are none. */
export function percentile(buckets: Buckets, share: number): number | null {
  const total = [...buckets.values()].reduce((sum, answers) => sum + answers, 0);
  const wanted = Math.max(1, Math.ceil(share * total));
  let passed = 0;
  for (const [bucket, answers] of [...buckets].sort(([one], [other]) => one - other)) {
    passed += answers;
    if (passed >= wanted) return bucket === 0 ? 0 : Math.round(RATIO ** (bucket - 0.5));
  }
  return null;
}
