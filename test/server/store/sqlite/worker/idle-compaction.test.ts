import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../../../server/platform/log.ts';
import { compactWhenIdle } from '../../../../../server/store/sqlite/worker/idle-compaction.ts';

describe('the idle compaction', () => {
  const lines: string[] = [];
  const database = { changes: 0, pending: 1, megabytes: 10, failure: null as Error | null };
  let compactions: number;
  let watch: { stop(): void };
  beforeEach(() => {
    vi.useFakeTimers();
    lines.length = 0;
    compactions = 0;
    Object.assign(database, { changes: 0, pending: 1, megabytes: 10, failure: null });
    watch = compactWhenIdle({
      changes: async () => database.changes,
      pending: async () => database.pending,
      size: () => database.megabytes * 1e6,
      async compact() {
        compactions += 1;
        if (database.failure) throw database.failure;
        database.pending = 0;
        return { before: 2, after: 1 };
      },
      log: createLog((line) => lines.push(line)),
    });
  });
  afterEach(() => {
    watch.stop();
    vi.useRealTimers();
  });
  const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

  it('runs once when something was deleted and nothing has been written for a minute', async () => {
    await seconds(60);
    expect(compactions).toBe(0);
    await seconds(20);
    expect(compactions).toBe(1);
    expect(lines.join()).toContain('database_compacted');
    await seconds(4 * 3_600);
    expect(compactions).toBe(1);
  });

  it('does not run while something is written every minute, or where nothing was deleted', async () => {
    for (let minute = 0; minute < 200; minute += 1) {
      database.changes += 1;
      await seconds(60);
    }
    expect(compactions).toBe(0);
    database.pending = 0;
    await seconds(3_600);
    expect(compactions).toBe(0);
  });

  it('waits a second for each megabyte of a large database', async () => {
    database.megabytes = 1_000;
    await seconds(990);
    expect(compactions).toBe(0);
    await seconds(40);
    expect(compactions).toBe(1);
  });

  it('runs at most once an hour', async () => {
    await seconds(80);
    database.changes += 1;
    database.pending = 1;
    await seconds(3_000);
    expect(compactions).toBe(1);
    await seconds(700);
    expect(compactions).toBe(2);
  });

  it('logs what fails and tries again an hour later', async () => {
    database.failure = new Error('the disk is full');
    await seconds(600);
    expect(compactions).toBe(1);
    expect(lines.join()).toContain('compaction_failed');
    database.failure = null;
    await seconds(3_600);
    expect(compactions).toBe(2);
  });
});
