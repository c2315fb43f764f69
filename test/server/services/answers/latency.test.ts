import { describe, expect, it } from 'vitest';
import { bucketOf, percentile } from '../../../../server/services/answers/latency.ts';
import { fc } from '../../../helpers/input/fast-check.ts';

describe('latency percentiles', () => {
  it('are within 10% of any duration', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 24 * 60 * 60_000 }), (milliseconds) => {
        const told = percentile(new Map([[bucketOf(milliseconds), 1]]), 0.5) ?? 0;
        expect(Math.abs(told - milliseconds)).toBeLessThanOrEqual(Math.max(0.5, 0.1 * milliseconds) + 0.5);
      }),
    );
  });

  it('use at most 110 buckets, even if a clock jumps', () => {
    for (const odd of [-5, 0, 0.4, Number.NaN]) expect(bucketOf(odd)).toBe(0);
    expect(bucketOf(1)).toBe(1);
    expect(bucketOf(Number.POSITIVE_INFINITY)).toBe(bucketOf(24 * 60 * 60_000));
    expect(bucketOf(Number.POSITIVE_INFINITY)).toBeLessThan(110);
  });

  it('follow the distribution of the counted answers', () => {
    const buckets = new Map([10, 20, 30].map((milliseconds) => [bucketOf(milliseconds), 1]));
    const near = (milliseconds: number) => expect.closeTo(milliseconds, -0.5);
    expect(percentile(buckets, 0.5)).toEqual(near(20));
    expect(percentile(new Map([...buckets, [bucketOf(5_000), 97]]), 0.5)).toBeGreaterThan(4_500);
    expect(percentile(new Map([...buckets, [bucketOf(5_000), 97]]), 0.03)).toBeLessThan(35);
    expect(percentile(new Map(), 0.5)).toBeNull();
    expect(percentile(new Map([[0, 3]]), 0.95)).toBe(0);
  });
});
