import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../../server/platform/ids.ts';
import type { NewRepository, Store } from '../../../../server/store/types.ts';
import { aSource, temporaryPlaces, withProject } from '../../../helpers/stores/rows.ts';
import { rowStores } from '../../../helpers/stores/tested-stores.ts';

const aRepository = (projectId: string, changes: Partial<NewRepository> = {}): NewRepository => ({
  ...{ id: newId('repo'), projectId, url: 'https://git.example.com/docs', branch: null, folder: '', include: [] },
  ...{ exclude: [], baseUrl: null, site: null, forge: null, prefix: 'docs/', token: null, secret: 'sealed' },
  ...{ gate: false, refreshHours: 1, dueAt: 1_000, createdAt: 1_000, updatedAt: 1_000, ...changes },
});

for (const { name, open } of rowStores()) {
  describe(`repositories (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    let projectId: string;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
      projectId = (await withProject(store)).id;
    });
    afterEach(() => places.clear());
    const added = (changes: Partial<NewRepository> = {}) =>
      store.repositories.create(aRepository(projectId, changes), 20);

    it('are taken one at a time when they are due, and again when their server is not heard of', async () => {
      const { id } = await added();
      const { repositories } = store;
      expect(await repositories.nextDueAt()).toBe(1_000);
      expect(await repositories.claim(999, 5_000, [])).toBeNull();
      const first = await repositories.claim(1_000, 5_000, []);
      expect(first?.repository).toMatchObject({ id, state: 'reading', attempt: 1 });
      expect(await repositories.claim(2_000, 5_000, [])).toBeNull();
      const second = await repositories.claim(5_000, 9_000, []);
      expect(second?.repository.attempt).toBe(2);
      if (!first || !second) throw new Error('It was not taken.');
      expect(await repositories.renew(first.repository, 99_000)).toBe(false);
      expect(await repositories.settle(first.repository, {}, { checkedAt: 1, dueAt: null })).toBe(false);
      expect(await repositories.settle(second.repository, {}, { checkedAt: 6_000, dueAt: 9_500 })).toBe(true);
      expect(await repositories.byId(projectId, id)).toMatchObject({ state: 'idle', checkedAt: 6_000, dueAt: 9_500 });
    });

    it('are not taken for an account that has its place', async () => {
      await added();
      const taken = await store.repositories.claim(1_000, 5_000, []);
      await added({ prefix: 'more/' });
      expect(await store.repositories.claim(1_000, 5_000, [taken?.accountId ?? ''])).toBeNull();
      expect(await store.repositories.claim(1_000, 5_000, ['usr_other'])).not.toBeNull();
    });

    it('are read once more if that was asked for while they were read', async () => {
      const { id } = await added();
      const taken = await store.repositories.claim(1_000, 5_000, []);
      await store.repositories.queue(projectId, id, 2_000);
      if (!taken) throw new Error('It was not taken.');
      await store.repositories.settle(taken.repository, {}, { checkedAt: 3_000, dueAt: 9_000 });
      const row = await store.repositories.byId(projectId, id);
      expect(row).toMatchObject({ state: 'queued', dueAt: 2_000, checkedAt: null });
    });

    it('keep what golden questions said before a commit, for the one that reads it', async () => {
      const { id } = await added();
      const taken = await store.repositories.claim(1_000, 5_000, []);
      if (!taken) throw new Error('It was not taken.');
      const { repository } = taken;
      expect(await store.repositories.keepGate({ ...repository, attempt: 7 }, ['gold_2'])).toBe(false);
      expect(await store.repositories.keepGate(repository, ['gold_1'])).toBe(true);
      expect(await store.repositories.byId(projectId, id)).toMatchObject({ gateBefore: ['gold_1'] });
      await store.repositories.settle(repository, { gateBefore: null }, { checkedAt: 3_000, dueAt: null });
      expect(await store.repositories.byId(projectId, id)).toMatchObject({ gateBefore: null });
    });

    it('take a message of their forge once', async () => {
      const { id } = await added({ dueAt: null });
      const { push } = store.repositories;
      expect(await push(projectId, id, 'one', 5)).toBe('queued');
      expect(await push(projectId, id, 'one', 6)).toBe('seen');
      expect(await push(projectId, id, 'two', 7)).toBe('queued');
      expect(await push(projectId, 'repo_unknown', 'one', 8)).toBeNull();
      expect(await push('proj_other', id, 'three', 9)).toBeNull();
    });

    it('are of their project, and go with it', async () => {
      const { id } = await added();
      const other = await withProject(store);
      expect(await store.repositories.byId(other.id, id)).toBeNull();
      expect(await store.repositories.update(other.id, id, { branch: 'x' }, 2)).toBeNull();
      expect(await store.repositories.delete(other.id, id)).toBe(false);
      await expect(store.repositories.create(aRepository(projectId), 1)).rejects.toMatchObject({
        code: 'quota_reached',
      });
      await store.projects.delete(projectId);
      expect(await store.repositories.byId(projectId, id)).toBeNull();
    });

    it('know their sources, which are deleted by their id', async () => {
      const { id } = await added();
      const of = { externalId: 'docs/a.md', repositoryId: id };
      await store.sources.create(aSource(projectId, of));
      await store.sources.create(aSource(projectId, { externalId: 'b.md' }));
      expect((await store.repositories.sources(projectId, id)).map(({ externalId }) => externalId)).toEqual([
        'docs/a.md',
      ]);
      expect(await store.repositories.sourcesUnderWay(projectId, id)).toBe(1);
      await store.sources.delete(projectId, id);
      expect((await store.sources.listByProject(projectId, { limit: 9, offset: 0 })).total).toBe(1);
    });
  });
}
