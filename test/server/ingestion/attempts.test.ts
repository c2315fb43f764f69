import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import type { Embedder } from '../../../server/engines/types.ts';
import { errors } from '../../../server/platform/errors.ts';
import { createMetrics } from '../../../server/runtime/metrics.ts';
import type { Store } from '../../../server/store/types.ts';
import { type IngestionParts, openIngestion, type TestIngestion } from '../../helpers/ingestion/test-ingestion.ts';
import { parseChildren } from '../../helpers/processes/parse-children.ts';
import { aSource } from '../../helpers/stores/rows.ts';
import { until } from '../../helpers/timing/until.ts';

let world: TestIngestion;
const open = async (parts?: IngestionParts) => {
  world = await openIngestion(parts);
  return world;
};
afterEach(() => world.close());

describe('an attempt that fails', () => {
  // Only the clock that jobs go by: what the child processes and the database do takes its real time.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const attempted = (times: number) => until(() => world.outcomes.length === times, `attempt ${times} is over`);
  /** Milliseconds until the next attempt. */
  const wait = async () => ((await world.store.jobs.nextRunAt()) ?? Number.NaN) - Date.now();

  /** Lets an attempt after the other fail, up to the last. */
  async function threeTimes(id: string): Promise<void> {
    for (const [attempt, longest] of [
      [1, 5_000],
      [2, 20_000],
    ] as const) {
      await attempted(attempt);
      expect(await world.store.sources.byId(id)).toMatchObject({ status: 'pending', error: null });
      expect(await wait()).toBeGreaterThan(longest - 1_000);
      expect(await wait()).toBeLessThanOrEqual(longest);
      vi.setSystemTime(Date.now() + longest);
      world.worker.notify();
    }
    await attempted(3);
    expect(world.outcomes).toEqual(['retried', 'retried', 'exhausted']);
    expect(await world.store.jobs.nextRunAt()).toBeNull();
  }

  it('for a transient cause is repeated after growing pauses, the third reports why, and sync starts over', async () => {
    const builtin = createBuiltinEmbedder();
    let away = true;
    const embedder: Embedder = {
      id: builtin.id,
      engine: 'builtin',
      model: null,
      semantic: false,
      dimensions: builtin.dimensions,
      ready: builtin.ready,
      close: builtin.close,
      embed: (texts, kind, signal) =>
        away ? Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7')) : builtin.embed(texts, kind, signal),
    };
    const { sources, store, worker } = await open({ embedder });
    await worker.start();
    const source = await world.upload('guide.md', '# Guide\n\nThe lantern is painted green.');
    await threeTimes(source.id);
    const failed = await store.sources.byId(source.id);
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'embedder_unavailable' }, progress: null });
    expect(failed?.error?.message).not.toMatch(/ECONNREFUSED|10\.0/);

    away = false;
    await sources.sync(source);
    expect(await world.settled(source.id)).toMatchObject({ status: 'completed', error: null });
  });

  it('because the disk is full is transient', async () => {
    const { store, worker } = await open({
      workerStore: (real): Store => ({
        ...real,
        chunks: { ...real.chunks, publishWhole: () => Promise.reject(errors.storageFull()) },
      }),
    });
    await worker.start();
    const { id } = await world.upload('guide.md', '# Guide\n\nThe lantern is painted green.');
    await threeTimes(id);
    expect((await store.sources.byId(id))?.error?.code).toBe('storage_full');
    expect(await store.chunks.count(world.projectId)).toBe(0);
  });

  it('does not begin while the disk is nearly full, and says so', async () => {
    const { store, worker } = await open({ assertRoom: () => Promise.reject(errors.storageFull()) });
    await worker.start();
    const { id } = await world.upload('guide.md', '# Guide\n\nThe lantern is painted green.');
    await threeTimes(id);
    expect((await store.sources.byId(id))?.error).toMatchObject({ code: 'storage_full' });
  });

  it('stops when the disk becomes nearly full meanwhile, and leaves nothing of the document', async () => {
    let looks = 0;
    const assertRoom = async () => {
      looks += 1;
      if (looks % 2 === 0) throw errors.storageFull();
    };
    const { store, worker } = await open({ assertRoom });
    await worker.start();
    const { id } = await world.upload('guide.md', '# Guide\n\nThe lantern is painted green.');
    await threeTimes(id);
    expect((await store.sources.byId(id))?.error).toMatchObject({ code: 'storage_full' });
    expect(await store.chunks.count(world.projectId)).toBe(0);
  });

  it("for the document's own fault is not repeated", async () => {
    const { store, worker } = await open();
    await worker.start();
    const { id } = await world.upload('broken.pdf', '%PDF-1.7 nothing');
    await attempted(1);
    expect(world.outcomes).toEqual(['failed']);
    expect(await world.settled(id)).toMatchObject({ status: 'failed', error: { code: 'unreadable' } });
    expect(await store.jobs.nextRunAt()).toBeNull();
  });

  it('that ends with its process for the third time fails its source and is counted, at a start and in between', async () => {
    const { store, worker, projectId } = await open();
    const abandonedAt = async (createdAt: number) => {
      const source = aSource(projectId, { createdAt });
      await store.sources.create(source);
      for (let attempt = 1; attempt <= 3; attempt += 1) await store.jobs.claim('killed', createdAt, 0);
      return source.id;
    };
    const before = await abandonedAt(Date.now());
    await worker.start();
    // Until then it is somebody else's.
    const later = Date.now() + 3_600_000;
    const meanwhile = await abandonedAt(later);
    vi.setSystemTime(later);
    worker.notify();
    await attempted(2);
    expect(world.outcomes).toEqual(['exhausted', 'exhausted']);
    for (const id of [before, meanwhile]) {
      expect(await store.sources.byId(id)).toMatchObject({ status: 'failed', error: { code: 'interrupted' } });
    }
    const metrics = createMetrics({
      version: '1',
      jobs: store.jobs.counts,
      answers: () => ({ running: 0, waiting: 0, limit: 0 }),
      onQuestion: () => undefined,
      reEmbedding: async () => null,
    });
    for (const outcome of world.outcomes) metrics.ingestion(outcome);
    expect(await metrics.render()).toContain('footnote_ingestion_jobs_total{outcome="exhausted"} 2');
  });
});

describe('a source that is deleted while it is parsed', () => {
  it.skipIf(process.platform !== 'linux')('frees its slot for the next: its process is killed', async () => {
    const { sources, worker, store } = await open();
    await worker.start();
    // As long as a document may be.
    const endless = await world.upload('long.txt', 'A sentence of its own, and another word. '.repeat(120_000));
    await until(async () => Boolean((await store.sources.byId(endless.id))?.progress), 'it is parsed');
    // The one that waits beside it is started after it.
    const [child = ''] = parseChildren();
    const next = await world.upload('next.md', '# Next\n\nThe lantern is painted green.');
    await sources.delete(endless);
    await until(() => !parseChildren().includes(child), 'its process is gone');
    expect(await world.settled(next.id)).toMatchObject({ status: 'completed' });
    expect(await store.sources.byId(endless.id)).toBeNull();
    await until(() => world.outcomes.length > 0, 'the next is counted');
    expect(world.outcomes).toEqual(['completed']);
  });
});
