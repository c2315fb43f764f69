import { describe, expect, it } from 'vitest';
import { delayAfter, judge } from '../../../server/webhooks/attempt.ts';

const HOUR = 60 * 60_000;
const at = (attempt: number) => ({ attempt, now: 1_000, random: 0.5 });
const answered = (status: number, retryAfter?: number) => ({ status, text: 'Answer', retryAfter });

describe('an attempt to send a message', () => {
  it.each([200, 201, 204, 299])('has succeeded with %d', (status) => {
    expect(judge(answered(status), at(1))).toEqual({
      ...{
        status: 'delivered',
        dueAt: 1_000,
        responseStatus: status,
        responseText: 'Answer',
        error: null,
        gone: false,
      },
    });
  });

  it.each([
    [answered(500), 'The server answered 500.'],
    [answered(404), 'The server answered 404.'],
    [answered(302), 'The server answered 302. Redirects are not followed.'],
    ['unreachable' as const, 'The server could not be reached, or did not answer within 15 seconds.'],
    ['certificate' as const, 'The server’s certificate is not valid.'],
  ])('is made again after %j', (answer, error) => {
    expect(judge(answer, at(1))).toMatchObject({ status: 'pending', dueAt: 6_000, error });
  });

  it('names the setting that allows a private address', () => {
    expect(judge('not_allowed', at(1)).error).toContain('SCRAPE_ALLOW_CIDRS');
  });

  it('is the last after 410, and after the eighth', () => {
    expect(judge(answered(410), at(1))).toMatchObject({ status: 'failed', gone: true });
    expect(judge(answered(503), at(7))).toMatchObject({ status: 'pending' });
    expect(judge(answered(503), at(8))).toMatchObject({ status: 'failed', gone: false });
  });

  it('waits as long as the server asks, up to an hour', () => {
    expect(judge(answered(429, 90_000), at(1)).dueAt).toBe(91_000);
    expect(judge(answered(429, 30 * HOUR), at(1)).dueAt).toBe(1_000 + HOUR);
  });

  it('is repeated for about a day, each wait five times the one before, more or less', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((attempt) => delayAfter(attempt, 0.5));
    expect(delays.slice(0, 3)).toEqual([5_000, 25_000, 125_000]);
    const total = delays.reduce((sum, delay) => sum + delay, 0);
    expect(total).toBeGreaterThan(24 * HOUR);
    expect(total).toBeLessThan(30 * HOUR);
    expect([delayAfter(1, 0), delayAfter(1, 1)]).toEqual([4_000, 6_000]);
  });
});
