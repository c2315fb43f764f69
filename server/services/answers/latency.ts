/** Each bucket is this much wider than the one before, so its middle is within 10% of every value in it. */
const RATIO = 1.2;
const MAX_MS = 24 * 60 * 60_000;

/** The number of answers in each bucket. */
export type Buckets = ReadonlyMap<number, number>;

/** The bucket of a duration: 0 for less than a millisecond, at most 101. */
export function bucketOf(milliseconds: number): number {
  if (!(milliseconds >= 1)) return 0;
  return 1 + Math.floor(Math.log(Math.min(milliseconds, MAX_MS)) / Math.log(RATIO));
}

/** The milliseconds below which this share (0–1) of the answers took, as the middle of a bucket; null without answers. */
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
