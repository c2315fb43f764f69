import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../server/store/types.ts';
import { aSource, temporaryPlaces, withProject } from '../../../helpers/stores/rows.ts';
import { rowStores } from '../../../helpers/stores/tested-stores.ts';

const request = { credential: 'user usr_1', key: 'k', fingerprint: 'f', runner: 'r' };

for (const { name, alone, open } of rowStores()) {
  describe(`idempotency keys (${name})`, () => {
    const places = temporaryPlaces();
    let directory: string;
    let store: Store;
    beforeEach(async () => {
      directory = places.directory();
      store = places.track(await open(directory));
    });
    afterEach(() => places.clear());

    it('let one of several requests start, and give the others its result', async () => {
      const { id } = await withProject(store);
      const begun = await Promise.all(Array.from({ length: 20 }, () => store.idempotency.begin(request, 10, 0)));
      expect(begun.filter((earlier) => earlier === null)).toHaveLength(1);
      expect(begun.filter((earlier) => earlier?.state === 'running')).toHaveLength(19);
      await store.idempotency.finish(request, { status: 201, body: { id }, resourceId: id });
      expect(await store.idempotency.begin(request, 11, 0)).toEqual({ state: 'done', status: 201, answer: { id } });
      expect(await store.idempotency.begin({ ...request, fingerprint: 'g' }, 11, 0)).toEqual({ state: 'mismatch' });
      expect(await store.idempotency.begin({ ...request, credential: 'key key_1' }, 11, 0)).toBeNull();
    });

    it('can be used again when forgotten or expired', async () => {
      await store.idempotency.begin(request, 10, 0);
      await store.idempotency.forget(request);
      expect(await store.idempotency.begin(request, 20, 0)).toBeNull();
      expect(await store.idempotency.begin(request, 30, 19)).toEqual({ state: 'running' });
      expect(await store.idempotency.begin(request, 30, 20)).toBeNull();
      expect(await store.idempotency.sweep(29)).toBe(0);
      expect(await store.idempotency.sweep(30)).toBe(1);
    });

    it('survive a restart with their answers; unfinished requests start again', async () => {
      const { id } = await withProject(store);
      const other = { ...request, key: 'other' };
      await store.idempotency.begin(request, 10, 0);
      await store.idempotency.finish(request, { status: 201, body: { id }, resourceId: id });
      await store.idempotency.begin(other, 10, 0);
      await places.close(store);
      store = places.track(await open(directory));
      expect(await store.idempotency.begin(request, 11, 0)).toMatchObject({ state: 'done', answer: { id } });
      // In a shared database, another process may be running it.
      expect(await store.idempotency.begin(other, 11, 0)).toEqual(alone ? null : { state: 'running' });
    });

    it('stay with the created resource, whenever the process ends', async () => {
      const project = await withProject(store);
      const source = aSource(project.id);
      const keyed = (key: string) => ({ ...request, key });
      const makings: [string, string, () => Promise<unknown>][] = [
        ['project', 'proj_new', () => store.projects.create({ ...project, id: 'proj_new' }, keyed('project'))],
        ['source', source.id, () => store.sources.create(source, keyed('source'))],
        [
          'sync',
          source.id,
          async () => {
            const job = await store.jobs.claim('test', Date.now() + 1_000, 60_000);
            if (job) await store.sources.fail(job, source.id, { code: 'x', message: 'x' });
            expect(await store.sources.requeue(project.id, source.id, 10, keyed('sync'))).toMatchObject({
              status: 'pending',
            });
          },
        ],
      ];
      for (const [key, resourceId, make] of makings) {
        await store.idempotency.begin(keyed(key), 10, 0);
        await make();
        // A failure after the creation does not free the key.
        await store.idempotency.forget(keyed(key));
        expect(await store.idempotency.begin(keyed(key), 11, 0)).toEqual({ state: 'made', resourceId });
      }
      await places.close(store);
      store = places.track(await open(directory));
      for (const [key, resourceId] of makings) {
        expect(await store.idempotency.begin(keyed(key), 11, 0)).toEqual({ state: 'made', resourceId });
        expect(await store.idempotency.begin({ ...keyed(key), fingerprint: 'g' }, 11, 0)).toEqual({
          state: 'mismatch',
        });
        await store.idempotency.finish(keyed(key), { status: 201, body: { id: resourceId }, resourceId });
        expect(await store.idempotency.begin(keyed(key), 12, 0)).toMatchObject({ state: 'done' });
      }
    });

    it('are not recorded if nothing is created', async () => {
      await store.idempotency.begin(request, 10, 0);
      await expect(store.sources.create(aSource('proj_gone'), request)).rejects.toThrow();
      expect(await store.sources.requeue('proj_gone', 'src_gone', 10, request)).toBeNull();
      await store.idempotency.forget(request);
      expect(await store.idempotency.begin(request, 11, 0)).toBeNull();
    });

    it('do not keep the text of deleted resources, whether deleted before or after the answer', async () => {
      const project = await withProject(store);
      const source = aSource(project.id);
      await store.sources.create(source);
      const answer = { status: 202, body: { id: source.id }, resourceId: source.id };
      await store.idempotency.begin(request, 10, 0);
      await store.idempotency.finish(request, answer);
      const late = { ...request, key: 'late' };
      await store.idempotency.begin(late, 10, 0);
      await store.sources.delete(project.id, source.id);
      await store.idempotency.finish(late, answer);
      for (const one of [request, late]) {
        expect(await store.idempotency.begin(one, 11, 0)).toEqual({ state: 'done', status: 202, answer: null });
      }
    });

    it('can be used again five minutes after a crash, and a first request that is still alive creates nothing more', async () => {
      const project = await withProject(store);
      const slow = { ...request, runner: 'slow' };
      const next = { ...request, runner: 'next' };
      expect(await store.idempotency.begin(slow, 1_000, 0)).toBeNull();
      expect(await store.idempotency.begin(next, 300_999, 0)).toEqual({ state: 'running' });
      expect(await store.idempotency.begin(next, 301_000, 0)).toBeNull();
      const late = store.projects.create({ ...project, id: 'proj_late' }, slow);
      await expect(late).rejects.toMatchObject({ code: 'in_progress' });
      expect(await store.projects.byId('proj_late')).toBeNull();
      await store.idempotency.forget(slow);
      await store.projects.create({ ...project, id: 'proj_next' }, next);
      const answer = { status: 201, body: { id: 'proj_late' }, resourceId: 'proj_late' };
      await store.idempotency.finish(slow, answer);
      expect(await store.idempotency.begin(request, 301_001, 0)).toEqual({ state: 'made', resourceId: 'proj_next' });
    });
  });
}
