import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgressWriter, FIRST_WRITE } from '../../../server/ingestion/progress.ts';
import type { JobFence, SourceRow } from '../../../server/store/types.ts';

describe('the progress of a source', () => {
  const fence: JobFence = { jobId: 'job', owner: 'worker', attempt: 1 };
  let written: SourceRow['progress'][];
  let lost = 0;
  beforeEach(() => {
    vi.useFakeTimers();
    written = [];
    lost = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const writer = (delay = FIRST_WRITE, isHeld = true) =>
    createProgressWriter(
      {
        progress: async (_, __, progress) => {
          written.push(progress);
          return isHeld;
        },
      },
      fence,
      'src',
      { delay, onLost: () => lost++, onError: () => undefined },
    );

  it('is not written of a document that is soon done', async () => {
    const { report, stop } = writer();
    report('parse', 0, 1);
    report('embed', 3, 3);
    report('index', 3, 3);
    await vi.advanceTimersByTimeAsync(FIRST_WRITE - 1);
    stop();
    await vi.advanceTimersByTimeAsync(10 * FIRST_WRITE);
    expect(written).toEqual([]);
  });

  it('is written with what came last when a document takes longer, even if nothing more is reported', async () => {
    const { report, stop } = writer();
    report('parse', 0, 9);
    report('parse', 4, 9);
    await vi.advanceTimersByTimeAsync(FIRST_WRITE);
    expect(written).toEqual([{ stage: 'parse', done: 4, total: 9 }]);
    report('parse', 5, 9);
    report('embed', 0, 20);
    await vi.advanceTimersByTimeAsync(0);
    expect(written.slice(1)).toEqual([{ stage: 'embed', done: 0, total: 20 }]);
    stop();
  });

  it('is written at once where it has to be, and then four times a second', async () => {
    const { report } = writer(0);
    for (let done = 0; done < 10; done += 1) {
      report('fetch', done, 10);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(written.map((progress) => progress?.done)).toEqual([0, 5]);
  });

  it('tells that the job is lost', async () => {
    writer(0, false).report('fetch', 0, 1);
    await vi.advanceTimersByTimeAsync(0);
    expect(lost).toBe(1);
  });
});
