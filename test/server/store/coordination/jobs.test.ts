import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobChoice, Store } from '../../../../server/store/types.ts';
import {
  aChunk,
  aSource,
  claimed,
  published,
  staged,
  temporaryPlaces,
  withProject,
} from '../../../helpers/stores/rows.ts';
import { rowStores } from '../../../helpers/stores/tested-stores.ts';
import { timesAsLong } from '../../../helpers/timing/growth.ts';

const INTERRUPTED = { code: 'interrupted', message: 'It was interrupted.' };

for (const { name, open } of rowStores()) {
  describe(`jobs (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
    });
    afterEach(() => places.clear());

    const queued = async (projectId: string, createdAt = 1_000) => {
      const source = aSource(projectId, { createdAt });
      await store.sources.create(source);
      return source;
    };

    it('are handed out once each, and set their source to processing', async () => {
      const project = await withProject(store);
      const source = await queued(project.id);
      const claims = await Promise.all(['a', 'b', 'c'].map((owner) => store.jobs.claim(owner, 5_000, 1_000)));
      const jobs = claims.filter((job) => job !== null);
      expect(jobs).toHaveLength(1);
      expect(jobs[0]).toMatchObject({ sourceId: source.id, projectId: project.id, attempt: 1 });
      expect((await store.sources.byId(source.id))?.status).toBe('processing');
    });

    it('wait until they are due', async () => {
      const project = await withProject(store);
      await queued(project.id, 7_000);
      expect(await store.jobs.nextRunAt()).toBe(7_000);
      expect(await store.jobs.claim('worker', 6_999, 1_000)).toBeNull();
      expect(await store.jobs.claim('worker', 7_000, 1_000)).not.toBeNull();
      expect(await store.jobs.nextRunAt()).toBe(8_000);
    });

    it('are all taken by workers that look at the same moment, whatever their time', async () => {
      const project = await withProject(store);
      const sources = [];
      for (const createdAt of [3_000, 1_000, 2_000]) sources.push(await queued(project.id, createdAt));
      const claims = await Promise.all(['a', 'b', 'c'].map((owner) => store.jobs.claim(owner, 5_000, 1_000)));
      expect(claims.map((job) => job?.sourceId).sort()).toEqual(sources.map(({ id }) => id).sort());
      expect(await store.jobs.isDue(5_000)).toBe(false);
      expect(await store.jobs.nextRunAt()).toBe(6_000);
    });

    // The processor time of Postgres is that of other processes.
    it.runIf(name === 'sqlite')(
      'are looked for in as little time where the server has a hundred times as many sources',
      async () => {
        const small = places.track(await open(places.directory()));
        const create = async (where: Store, count: number) => {
          const project = await withProject(where);
          for (let index = 0; index < count; index += 1) await where.sources.create(aSource(project.id));
        };
        const look = (where: Store) => async () => {
          for (let time = 0; time < 1_000; time += 1) {
            await where.jobs.isDue(5_000, { kind: 'web' });
            await where.jobs.nextRunAt({ kind: 'web' });
          }
        };
        await create(small, 20);
        await create(store, 2_000);
        expect(await timesAsLong(look(store), look(small), 4)).toBeLessThan(4);
      },
    );

    it('of a project with very many do not delay another project', async () => {
      const busy = await withProject(store);
      const calm = await withProject(store);
      for (let index = 0; index < 100; index += 1) await queued(busy.id);
      await claimed(store);
      await queued(calm.id, 4_000);
      expect((await claimed(store)).projectId).toBe(calm.id);
      await queued(calm.id, 4_000);
      await queued(calm.id, 4_000);
      const turns = [];
      for (let index = 0; index < 4; index += 1) turns.push((await claimed(store)).projectId);
      expect(turns).toEqual([busy.id, calm.id, busy.id, calm.id]);
    });

    it('of an account with many projects do not delay another account', async () => {
      for (let projects = 0; projects < 3; projects += 1) {
        const { id } = await withProject(store, { userId: 'usr_busy' });
        for (let count = 0; count < 3; count += 1) await queued(id);
      }
      const calm = await withProject(store, { userId: 'usr_calm' });
      for (let count = 0; count < 3; count += 1) await queued(calm.id, 4_000);
      const jobs = [];
      for (let count = 0; count < 8; count += 1) jobs.push(await claimed(store));
      const turns = jobs.map(({ accountId }) => accountId).slice(1, 6);
      expect(turns.filter((account) => account === 'usr_calm')).toHaveLength(turns[0] === 'usr_calm' ? 3 : 2);
      expect(turns.every((account, at) => account !== turns[at + 1])).toBe(true);
      // The projects of the busy one take turns as well.
      const projects = jobs.filter(({ accountId }) => accountId === 'usr_busy').map(({ projectId }) => projectId);
      expect(new Set(projects.slice(0, 3)).size).toBe(3);
    });

    it('are chosen by what they begin with, and by account', async () => {
      const [one, other] = [
        await withProject(store, { userId: 'usr_one' }),
        await withProject(store, { userId: 'usr_other' }),
      ];
      const file = await queued(one.id, 3_000);
      const page = aSource(other.id, { type: 'url', createdAt: 2_000 });
      await store.sources.create(page);
      expect(await store.jobs.nextRunAt({ kind: 'file' })).toBe(3_000);
      expect(await store.jobs.nextRunAt({ kind: 'web' })).toBe(2_000);
      expect(await store.jobs.nextRunAt({ exceptAccounts: ['usr_other'] })).toBe(3_000);
      expect(await store.jobs.nextRunAt({ exceptAccounts: ['usr_one', 'usr_other'] })).toBeNull();

      const claim = (choice: JobChoice) => store.jobs.claim('worker', 5_000, 1_000, choice);
      expect(await claim({ kind: 'file', exceptAccounts: ['usr_one'] })).toBeNull();
      expect(await claim({ kind: 'web', exceptAccounts: ['usr_other'] })).toBeNull();
      expect(await claim({ kind: 'web', exceptAccounts: ['usr_one'] })).toMatchObject({
        sourceId: page.id,
        accountId: 'usr_other',
      });
      expect(await claim({ kind: 'web' })).toBeNull();
      expect(await claim({ kind: 'file' })).toMatchObject({ sourceId: file.id, accountId: 'usr_one' });
    });

    it('are taken over when the lease expires, and the first holder can write nothing more', async () => {
      const project = await withProject(store);
      const source = await queued(project.id);
      const late = await claimed(store, 'late', 5_000, 1_000);
      const chunks = [aChunk(0, 'by the late one')];
      const generation = await staged(store, late, chunks);
      expect(await store.jobs.claim('next', 5_999, 1_000)).toBeNull();
      const next = await claimed(store, 'next', 6_000, 1_000);
      expect(next).toMatchObject({ jobId: late.jobId, attempt: 2, owner: 'next' });

      expect(await store.jobs.heartbeat(late, 6_100, 1_000)).toBe(false);
      expect(await store.sources.progress(late, source.id, { stage: 'index', done: 1, total: 2 })).toBe(false);
      expect(await store.chunks.begin(late, late)).toBeNull();
      expect(await store.chunks.append(late, generation, chunks)).toBe(false);
      expect(await published(store, late, generation, chunks)).toBe(false);
      expect(await store.sources.fail(late, source.id, INTERRUPTED)).toBe(false);
      expect(await store.jobs.retry(late, 9_000)).toBe(false);

      const again = [aChunk(0, 'by the next one')];
      expect(await published(store, next, await staged(store, next, again), again)).toBe(true);
      expect(await store.search.text(project.id, ['late'], 10)).toEqual([]);
      expect(await store.search.text(project.id, ['next'], 10)).toHaveLength(1);
    });

    it('distinguish two attempts of one owner', async () => {
      const project = await withProject(store);
      await queued(project.id);
      const first = await claimed(store, 'same', 5_000, 1_000);
      const second = await claimed(store, 'same', 6_000, 1_000);
      expect(await store.chunks.begin(first, first)).toBeNull();
      expect(await store.jobs.heartbeat(first, 6_100, 1_000)).toBe(false);
      expect(await store.chunks.begin(second, second)).not.toBeNull();
    });

    it('stay with a holder that renews its lease', async () => {
      const project = await withProject(store);
      await queued(project.id);
      const job = await claimed(store, 'steady', 5_000, 1_000);
      expect(await store.jobs.heartbeat(job, 5_900, 1_000)).toBe(true);
      expect(await store.jobs.held(job)).toBe(true);
      expect(await store.jobs.held({ ...job, owner: 'other' })).toBe(false);
      expect(await store.jobs.held({ ...job, attempt: 2 })).toBe(false);
      expect(await store.jobs.claim('other', 6_500, 1_000)).toBeNull();
    });

    it('are retried later, at most three times', async () => {
      const project = await withProject(store);
      const source = await queued(project.id);
      for (const attempt of [1, 2]) {
        const job = await claimed(store, 'worker', attempt * 10_000);
        expect(job.attempt).toBe(attempt);
        expect(await store.jobs.retry(job, attempt * 10_000 + 500)).toBe(true);
        expect((await store.sources.byId(source.id))?.status).toBe('pending');
        expect(await store.jobs.claim('worker', attempt * 10_000 + 499, 1_000)).toBeNull();
      }
      const last = await claimed(store, 'worker', 30_000);
      expect(last.attempt).toBe(3);
      expect(await store.jobs.retry(last, 31_000)).toBe(false);
      expect(await store.sources.fail(last, source.id, INTERRUPTED)).toBe(true);
      expect(await store.sources.byId(source.id)).toMatchObject({
        status: 'failed',
        error: INTERRUPTED,
        progress: null,
      });
      expect(await store.jobs.nextRunAt()).toBeNull();
    });

    it('that were given back at a stop use up no attempt, however often', async () => {
      const project = await withProject(store);
      const source = await queued(project.id);
      for (let stop = 0; stop < 5; stop += 1) {
        const job = await claimed(store, 'worker', 10_000);
        expect(job.attempt).toBe(1);
        await store.jobs.release(job);
        expect((await store.sources.byId(source.id))?.status).toBe('pending');
        expect(await store.jobs.heartbeat(job, 10_100, 1_000)).toBe(false);
      }
    });

    it('that were abandoned three times fail their source instead of returning for ever', async () => {
      const project = await withProject(store);
      const source = await queued(project.id);
      for (const now of [10_000, 20_000, 30_000]) await claimed(store, 'killed', now, 1_000);
      expect(await store.jobs.claim('worker', 40_000, 1_000)).toBeNull();
      expect(await store.jobs.failAbandoned(30_999, INTERRUPTED)).toEqual([]);
      expect(await store.jobs.failAbandoned(40_000, INTERRUPTED)).toEqual([source.id]);
      expect(await store.jobs.failAbandoned(40_000, INTERRUPTED)).toEqual([]);
      const failed = await store.sources.byId(source.id);
      expect(failed?.status).toBe('failed');
      expect(failed?.error?.code).toBe('interrupted');
    });

    it('are released after a restart without other processes, and fail after the third attempt', async () => {
      if (store.shared) return;
      const project = await withProject(store);
      const twice = await queued(project.id);
      const once = await queued(project.id);
      const jobs = [await claimed(store), await claimed(store)];
      expect(await store.jobs.recover(5_100, INTERRUPTED)).toEqual([]);
      expect((await store.sources.byId(once.id))?.status).toBe('pending');
      for (const job of jobs) expect(await store.jobs.heartbeat(job, 5_100, 1_000)).toBe(false);

      const failed: string[] = [];
      for (let round = 0; round < 2; round += 1) {
        await claimed(store, 'worker', 6_000);
        await claimed(store, 'worker', 6_000);
        failed.push(...(await store.jobs.recover(6_000, INTERRUPTED)));
      }
      expect(failed.sort()).toEqual([twice.id, once.id].sort());
      expect(await store.sources.byId(twice.id)).toMatchObject({ status: 'failed', error: INTERRUPTED });
      expect(await store.jobs.claim('worker', 99_000, 1_000)).toBeNull();
      expect(await store.jobs.recover(99_000, INTERRUPTED)).toEqual([]);
    });

    it('of other processes stay with them at a start, until their lease expires', async () => {
      if (!store.shared) return;
      const project = await withProject(store);
      const held = await queued(project.id);
      const lost = await queued(project.id);
      const abandoned = await queued(project.id);
      const withoutValuePlanning = await claimed(store, 'steady', 5_000, 60_000);
      const ended = [await claimed(store, 'killed', 5_000, 1_000), await claimed(store, 'killed', 5_000, 1_000)];
      expect([withoutValuePlanning, ...ended].map(({ sourceId }) => sourceId)).toEqual([
        held.id,
        lost.id,
        abandoned.id,
      ]);
      expect(await store.jobs.recover(5_500, INTERRUPTED)).toEqual([]);
      expect(await store.jobs.claim('starting', 5_500, 1_000)).toBeNull();
      expect(await store.jobs.held(withoutValuePlanning)).toBe(true);

      // The lease of two has expired: another process continues with the next attempt.
      const taken = [await claimed(store, 'starting', 7_000, 1_000), await claimed(store, 'starting', 7_000, 60_000)];
      expect(taken.map(({ sourceId, attempt }) => [sourceId, attempt])).toEqual([
        [lost.id, 2],
        [abandoned.id, 2],
      ]);
      expect((await claimed(store, 'again', 9_000, 1_000)).attempt).toBe(3);
      expect(await store.jobs.recover(12_000, INTERRUPTED)).toEqual([lost.id]);
      expect((await store.sources.byId(lost.id))?.status).toBe('failed');
      expect(await store.jobs.held(withoutValuePlanning)).toBe(true);
    });
  });
}
