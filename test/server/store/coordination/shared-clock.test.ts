import { describe, expect, it, vi } from 'vitest';
import { startSharedClock } from '../../../../server/store/coordination/shared-clock.ts';

const HOUR = 3_600_000;

describe('the clock that replicas share', () => {
  it("is the database’s clock, whatever this machine's clock says, and whenever it is set", async () => {
    let elapsed = 0;
    const clock = await startSharedClock(
      async () => 2 * HOUR,
      () => elapsed,
    );
    expect(clock.now()).toBe(2 * HOUR);
    vi.useFakeTimers({ toFake: ['Date'], now: 7 * HOUR });
    elapsed = 5;
    expect(clock.now()).toBe(2 * HOUR + 5);
    vi.setSystemTime(HOUR);
    expect(clock.now()).toBe(2 * HOUR + 5);
    vi.useRealTimers();
    clock.stop();
  });

  it('is accurate to half the duration of a query', async () => {
    let elapsed = 1_000;
    const clock = await startSharedClock(
      async () => {
        elapsed += 80;
        return 500_000;
      },
      () => elapsed,
    );
    // Read at some point of those 80 ms, most likely in the middle.
    expect(clock.now()).toBe(500_040);
    elapsed += 7;
    expect(clock.now()).toBe(500_047);
    clock.stop();
  });

  it('continues while the database is unreachable, and is corrected afterwards', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let elapsed = 0;
    let told: number | null = 1_000_000;
    const clock = await startSharedClock(
      async () => {
        if (told === null) throw new Error('The database is gone.');
        return told;
      },
      () => elapsed,
    );
    told = null;
    elapsed = 60_000;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(clock.now()).toBe(1_060_000);
    told = 1_090_500;
    elapsed = 90_000;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(clock.now()).toBe(1_090_500);
    clock.stop();
    vi.useRealTimers();
  });

  it('does not start without the database', async () => {
    await expect(startSharedClock(() => Promise.reject(new Error('Nobody answers.')))).rejects.toThrow(
      'Nobody answers',
    );
  });
});
