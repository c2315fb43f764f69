import { describe, expect, it } from 'vitest';
import { createUsage } from '../../../../server/services/answers/usage.ts';
import type { DailyUsageRow } from '../../../../server/store/types.ts';
import { aProject, SILENT } from '../../../helpers/stores/rows.ts';

const never = () => Promise.reject(new Error('This is not asked.'));

/** Counters over a store whose writes end when the test says so. */
function counters() {
  const writes: { rows: (DailyUsageRow & { projectId: string })[]; end: PromiseWithResolvers<void> }[] = [];
  const project = aProject();
  let stored = project.usage;
  const usage = createUsage({
    store: {
      apiKeys: { touch: never } as never,
      sessions: { touch: never } as never,
      projects: { byId: async () => ({ ...project, usage: stored }) },
      dailyUsage: {
        add: async (rows: (DailyUsageRow & { projectId: string })[]) => {
          const end = Promise.withResolvers<void>();
          writes.push({ rows, end });
          await end.promise;
          const added = rows.reduce((sum, { counts }) => sum + counts.requests, 0);
          stored = { ...stored, requests: stored.requests + added };
        },
        between: never,
      } as never,
    },
    log: SILENT,
    now: () => 0,
  });
  const requests = async () => (await usage.withPending(project)).usage.requests - project.usage.requests;
  const ask = () => usage.requestStarted(project.id);
  return { usage, writes, requests, ask };
}

describe('the usage of a project', () => {
  it('has each request once, whenever its counts are written', async () => {
    const { usage, writes, requests, ask } = counters();
    ask();
    ask();
    expect(await requests()).toBe(2);
    const flushed = usage.flush();
    await Promise.resolve();
    ask();
    expect(writes).toHaveLength(1);
    const meanwhile = requests();
    writes[0]?.end.resolve();
    await flushed;
    expect(await meanwhile).toBe(3);
    expect(await requests()).toBe(3);
  });

  it('is kept for the next write where one fails', async () => {
    const { usage, writes, requests, ask } = counters();
    ask();
    const failed = usage.flush();
    await Promise.resolve();
    ask();
    writes[0]?.end.reject(new Error('The disk is full.'));
    await failed;
    expect(await requests()).toBe(2);
    const again = usage.flush();
    await Promise.resolve();
    expect(writes[1]?.rows).toMatchObject([{ counts: { requests: 2 } }]);
    writes[1]?.end.resolve();
    await again;
    expect(await requests()).toBe(2);
  });
});
