import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../../server/store/types.ts';
import {
  aChunk,
  aSource,
  claimed,
  published,
  staged,
  temporaryPlaces,
  withProject,
} from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

const UNLIMITED = { size: 1, quotas: { sources: null, bytes: null, projectBytes: null } };

for (const { name, open } of rowStores()) {
  describe(`a source with an external id (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    let projectId: string;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
      projectId = (await withProject(store)).id;
    });
    afterEach(() => places.clear());

    const stored = async (content: string) => {
      const path = join(store.files.temporaryDirectory, 'upload');
      await writeFile(path, content);
      return store.files.adopt(path);
    };
    const isThere = async (fileId: string) => (await store.files.find(fileId)) !== null;
    const described = {
      externalId: 'guide/install.md',
      url: 'https://docs.example.com/install',
      labels: { version: '2' },
      contentHash: 'abc',
    };

    it('is found by it in its project, with all that is said of it', async () => {
      const source = aSource(projectId, described);
      await store.sources.create(source);
      await store.sources.create(aSource(projectId));
      await store.sources.create(aSource(projectId));
      expect(await store.sources.byExternalIds(projectId, ['guide/install.md', 'other'])).toMatchObject([
        { id: source.id, ...described },
      ]);
      const other = await withProject(store, { userId: 'usr_other' });
      expect(await store.sources.byExternalIds(other.id, ['guide/install.md'])).toEqual([]);
      expect(await store.sources.byExternalIds(projectId, [])).toEqual([]);
      await store.sources.create(aSource(other.id, described));
      await store.projects.delete(other.id);
      expect(await store.sources.byExternalIds(other.id, ['guide/install.md'])).toEqual([]);
    });

    it('is the only one', async () => {
      await store.sources.create(aSource(projectId, described));
      const again = store.sources.create(aSource(projectId, described));
      await expect(again).rejects.toMatchObject({ status: 429, code: 'in_progress' });
      expect((await store.sources.listByProject(projectId, { limit: 9, offset: 0 })).total).toBe(1);
      expect((await store.jobs.counts()).queued).toBe(1);
    });

    it('is made with others in one step, from which each is refused by itself', async () => {
      await store.sources.create(aSource(projectId, described));
      const named = (externalId: string) => ({ source: aSource(projectId, { externalId }), size: 10 });
      const quotas = { sources: 3, bytes: null, projectBytes: null };
      const given = [named('a.md'), named('guide/install.md'), named('b.md'), named('c.md')];
      expect(await store.sources.createAll(given, quotas)).toEqual([
        expect.objectContaining({ id: given[0]?.source.id, externalId: 'a.md', status: 'pending' }),
        { refused: { code: 'in_progress', message: expect.any(String) } },
        expect.objectContaining({ id: given[2]?.source.id, externalId: 'b.md' }),
        { refused: { code: 'quota_reached', message: expect.stringContaining('3') } },
      ]);
      const { rows } = await store.sources.listByProject(projectId, { limit: 9, offset: 0 });
      expect(rows.map(({ externalId }) => externalId)).toEqual(['b.md', 'a.md', 'guide/install.md']);
      expect((await store.jobs.counts()).queued).toBe(3);
    });

    it('is described anew without being read again, and what is not named stays', async () => {
      const source = aSource(projectId, described);
      await store.sources.create(source);
      await store.sources.update(projectId, source.id, { url: null }, 5);
      expect(await store.sources.byId(source.id)).toMatchObject({ url: null, labels: { version: '2' }, updatedAt: 5 });
      await store.sources.update(projectId, source.id, { url: 'https://b.example/', labels: {} }, 6);
      expect(await store.sources.byId(source.id)).toMatchObject({ url: 'https://b.example/', labels: {} });
      expect((await store.jobs.counts()).queued).toBe(1);
    });

    it('takes the latest of several replacements, also of one that is being read', async () => {
      const [old, first, second, third] = [await stored('0'), await stored('1'), await stored('2'), await stored('3')];
      const source = aSource(projectId, { ...described, fileId: old });
      await store.sources.create(source);
      const chunks = [aChunk(0, 'old words')];
      const reading = await claimed(store);
      await published(store, reading, await staged(store, reading, chunks), chunks);
      const replace = (fileId: string) =>
        store.sources.supersede(projectId, source.id, 2, { fileId, metadata: {}, contentHash: fileId }, UNLIMITED);

      expect(await replace(first)).toMatchObject({ status: 'pending', contentHash: first });
      await replace(second);
      expect([await isThere(first), await isThere(second)]).toEqual([false, true]);
      const lost = await claimed(store);
      expect(lost.replacement).toMatchObject({ fileId: second });
      await replace(third);
      expect(await store.jobs.held(lost)).toBe(false);
      expect(await store.chunks.begin(lost, { projectId, sourceId: source.id })).toBeNull();
      expect((await claimed(store)).replacement).toMatchObject({ fileId: third });
      expect(await Promise.all([old, first, second, third].map(isThere))).toEqual([true, false, false, true]);
      expect(await store.search.text(projectId, ['words'], 9)).toHaveLength(1);
      expect(
        await store.sources.supersede(projectId, 'src_gone', 2, { fileId: 'x', metadata: {} }, UNLIMITED),
      ).toBeNull();
    });

    it('gives its passages its own address, before that of a page', async () => {
      const source = aSource(projectId, { ...described, type: 'url', metadata: { url: 'https://staging.example/' } });
      await store.sources.create(source);
      const chunks = [aChunk(0, 'old words')];
      const job = await claimed(store);
      await published(store, job, await staged(store, job, chunks), chunks);
      const addressOf = async () => {
        const [hit] = await store.search.text(projectId, ['words'], 1);
        return (await store.chunks.byIds(projectId, [hit?.chunkId ?? '']))[0]?.address;
      };
      expect(await addressOf()).toBe('https://docs.example.com/install');
      await store.sources.update(projectId, source.id, { url: null }, 5);
      expect(await addressOf()).not.toBe('https://docs.example.com/install');
    });
  });
}
