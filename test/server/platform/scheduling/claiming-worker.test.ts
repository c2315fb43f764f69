import { afterEach, describe, expect, it } from 'vitest';
import { createClaimingWorker } from '../../../../server/platform/scheduling/claiming-worker.ts';
import { until } from '../../../helpers/timing/until.ts';

/** Longer than a test takes: only what wakes the worker has it look again. */
const NEVER_MS = 60 * 60_000;

describe('a worker that claims what is due', () => {
  const queue: string[] = [];
  const begun: string[] = [];
  const failures: unknown[] = [];
  /** What ends the work under way. */
  let ends: (() => void)[] = [];
  let due: number | null = 0;
  let claims = 0;
  let fault: Error | null = null;

  const worker = () =>
    createClaimingWorker({
      places: 2,
      lookEvery: NEVER_MS,
      now: () => 100,
      nextDueAt: async () => due,
      async claim(stopping) {
        claims += 1;
        if (fault) throw fault;
        const next = queue.shift();
        if (next === undefined) return null;
        return () => {
          begun.push(next);
          return new Promise((resolve) => {
            ends.push(resolve);
            stopping.addEventListener('abort', () => resolve());
          });
        };
      },
      onFailure: (error) => failures.push(error),
    });

  afterEach(() => {
    queue.length = begun.length = failures.length = claims = 0;
    ends = [];
    due = 0;
    fault = null;
  });

  it('does as much at the same time as there are places, and more when a place is free', async () => {
    queue.push('one', 'two', 'three');
    const working = worker();
    working.start();
    await until(() => begun.length === 2, 'the work');
    expect(begun).toEqual(['one', 'two']);
    ends[0]?.();
    await until(() => begun.length === 3, 'the work');
    await working.stop();
  });

  it('takes nothing before it is due, and looks again when it is notified', async () => {
    due = 200;
    queue.push('one');
    const working = worker();
    working.start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(claims).toBe(0);
    due = 100;
    working.notify();
    await until(() => begun.length === 1, 'the work');
    await working.stop();
  });

  it('tells of a failure, and works after it', async () => {
    fault = new Error('The database is gone.');
    const working = worker();
    working.start();
    await until(() => failures.length === 1, 'the work');
    expect(failures).toEqual([fault]);
    fault = null;
    queue.push('one');
    working.notify();
    await until(() => begun.length === 1, 'the work');
    await working.stop();
  });

  it('ends the work under way when it is stopped, and waits for it', async () => {
    queue.push('one');
    const working = worker();
    working.start();
    await until(() => begun.length === 1, 'the work');
    await working.stop();
    queue.push('two');
    working.notify();
    expect(begun).toEqual(['one']);
  });
});
