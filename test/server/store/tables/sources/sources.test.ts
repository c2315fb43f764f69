import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '../../../../../server/platform/errors.ts';
import type { Store } from '../../../../../server/store/types.ts';
import {
  aChunk,
  aSource,
  aVector,
  claimed,
  ingested,
  published,
  staged,
  temporaryPlaces,
  withProject,
} from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

for (const { name, open } of rowStores()) {
  describe(`sources (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
    });
    afterEach(() => places.clear());

    it('are stored with all properties, together with their job', async () => {
      const project = await withProject(store);
      const source = aSource(project.id, {
        type: 'url',
        metadata: { url: 'https://example.com/', title: 'Ünïcode' },
        progress: { stage: 'fetch', done: 0, total: 1 },
        error: { code: 'x', message: 'y' },
        completedAt: 3,
        web: { parentId: null, crawl: null, refreshHours: 24, validators: null },
      });
      await store.sources.create(source);
      expect(await store.sources.byId(source.id)).toEqual(source);
      expect((await claimed(store)).sourceId).toBe(source.id);
      expect(await store.sources.byId('src_unknown')).toBeNull();
    });

    it('count as in progress until they are processed, in their own project', async () => {
      const [project, other] = [await withProject(store), await withProject(store)];
      const underWay = () => Promise.all([project, other].map(({ id }) => store.sources.underWay(id)));
      expect(await underWay()).toEqual([false, false]);
      await store.sources.create(aSource(project.id));
      expect(await underWay()).toEqual([true, false]);
      await claimed(store);
      expect(await underWay()).toEqual([true, false]);
      await ingested(store, other.id, ['one']);
      expect(await underWay()).toEqual([true, false]);
    });

    it('cannot be added to a deleted project', async () => {
      await expect(store.sources.create(aSource('proj_gone'))).rejects.toBeInstanceOf(ApiError);
      expect(await store.jobs.nextRunAt()).toBeNull();
    });

    it('are listed newest first, also within one millisecond, page by page', async () => {
      const project = await withProject(store);
      const other = await withProject(store);
      const ids: string[] = [];
      for (let index = 0; index < 5; index += 1) {
        const source = aSource(project.id);
        await store.sources.create(source);
        ids.unshift(source.id);
      }
      await store.sources.create(aSource(other.id));
      const page = await store.sources.listByProject(project.id, { limit: 2, offset: 1 });
      expect(page.total).toBe(5);
      expect(page.rows.map(({ id }) => id)).toEqual(ids.slice(1, 3));
      expect((await store.sources.listByProject(project.id, { limit: 9, offset: 9 })).rows).toEqual([]);
    });

    it('report their progress', async () => {
      const project = await withProject(store);
      const source = aSource(project.id);
      await store.sources.create(source);
      const job = await claimed(store);
      const progress = { stage: 'embed', done: 3, total: 9 } as const;
      expect(await store.sources.progress(job, source.id, progress)).toBe(true);
      expect(await store.sources.byId(source.id)).toMatchObject({ status: 'processing', progress });
      expect(await store.sources.progress(job, 'src_other', progress)).toBe(false);
    });

    it('that fail keep nothing that was written for them', async () => {
      const project = await withProject(store);
      const source = aSource(project.id);
      await store.sources.create(source);
      const job = await claimed(store);
      await staged(store, job, [aChunk(0, 'half'), aChunk(1, 'done')]);
      expect(await store.sources.fail(job, source.id, { code: 'unreadable', message: 'No.' })).toBe(true);
      expect(await store.chunks.sweep()).toBe(0);
      expect(await store.search.text(project.id, ['half'], 5)).toEqual([]);
    });

    it('are deleted with their chunks, document, file and job, and only by their own project', async () => {
      const project = await withProject(store);
      const other = await withProject(store);
      const kept = await ingested(store, project.id, ['kept words']);
      const upload = join(store.files.temporaryDirectory, 'upload');
      await writeFile(upload, 'original');
      const fileId = await store.files.adopt(upload);
      const source = aSource(project.id, { fileId });
      await store.sources.create(source);
      const job = await claimed(store);
      const chunks = [aChunk(0, 'deleted words')];
      await published(store, job, await staged(store, job, chunks), chunks);

      expect(await store.sources.delete(other.id, source.id)).toBe(false);
      expect(await store.files.find(fileId)).not.toBeNull();
      expect(await store.sources.delete(project.id, source.id)).toBe(true);
      expect(await store.sources.delete(project.id, source.id)).toBe(false);

      expect(await store.sources.byId(source.id)).toBeNull();
      expect(await store.documents.bySource(project.id, source.id)).toBeNull();
      expect(await store.files.find(fileId)).toBeNull();
      expect(await store.search.text(project.id, ['deleted'], 5)).toEqual([]);
      expect(await store.search.text(project.id, ['words'], 5)).toHaveLength(1);
      expect(await store.search.vector(project.id, aVector(0), 5)).toHaveLength(1);
      expect(await store.chunks.count(project.id)).toBe(1);
      expect((await store.documents.bySource(project.id, kept.id))?.text).toBe('kept words');
    });

    it('deleted in the middle of ingestion stay deleted, whatever the worker still tries', async () => {
      const project = await withProject(store);
      const source = aSource(project.id);
      await store.sources.create(source);
      const job = await claimed(store);
      const chunks = [aChunk(0, 'words')];
      const generation = await staged(store, job, chunks);
      expect(await store.sources.delete(project.id, source.id)).toBe(true);
      expect(await store.sources.progress(job, source.id, { stage: 'index', done: 1, total: 1 })).toBe(false);
      expect(await store.chunks.append(job, generation, [aChunk(1, 'late')])).toBe(false);
      expect(await published(store, job, generation, chunks)).toBe(false);
      expect(await store.sources.fail(job, source.id, { code: 'x', message: 'y' })).toBe(false);
      expect(await store.jobs.recover(9_000, { code: 'x', message: 'y' })).toEqual([]);
      expect(await store.search.text(project.id, ['words', 'late'], 5)).toEqual([]);
      expect(await store.sources.byId(source.id)).toBeNull();
    });

    it('are completely searchable again after an interrupted attempt', async () => {
      const project = await withProject(store);
      const source = aSource(project.id);
      await store.sources.create(source);
      const first = await claimed(store, 'killed', 5_000);
      await staged(store, first, [aChunk(0, 'word zero'), aChunk(1, 'word one')]);
      await store.jobs.recover(6_000, { code: 'x', message: 'y' });
      const second = await claimed(store, 'next', 6_000);
      const chunks = [aChunk(0, 'word zero'), aChunk(1, 'word one'), aChunk(2, 'word two')];
      expect(await published(store, second, await staged(store, second, chunks), chunks)).toBe(true);
      expect(await store.search.text(project.id, ['word'], 10)).toHaveLength(3);
      expect(await store.chunks.count(project.id)).toBe(3);
      expect((await store.sources.byId(source.id))?.chunksCount).toBe(3);
    });

    it('are not published with fewer chunks than they have', async () => {
      const project = await withProject(store);
      await store.sources.create(aSource(project.id));
      const job = await claimed(store);
      const chunks = [aChunk(0, 'one'), aChunk(1, 'two')];
      const generation = await staged(store, job, chunks.slice(0, 1));
      await expect(published(store, job, generation, chunks)).rejects.toThrow('2 chunks were to be published');
      await expect(store.chunks.append(job, generation, Array(51).fill(aChunk(2, 'x')))).rejects.toThrow(RangeError);
    });

    it('are written and published in one step where they are short, and not at all where the job is lost', async () => {
      const project = await withProject(store);
      const source = aSource(project.id);
      await store.sources.create(source);
      const lost = await claimed(store, 'killed', 5_000);
      await staged(store, lost, [aChunk(0, 'half')]);
      await store.jobs.recover(6_000, { code: 'x', message: 'y' });
      const job = await claimed(store, 'next', 6_000);
      const written = [aChunk(0, 'word zero'), aChunk(1, 'word one')];
      const document = { title: 'The guide', language: 'en', text: 'word zero word one' };
      const publish = (by: typeof job, chunksCount = 2) =>
        store.chunks.publishWhole(by, { projectId: project.id, sourceId: source.id }, written, {
          document,
          chunksCount,
          metadata: {},
          at: 7_000,
        });
      expect(await publish(lost)).toBe(false);
      await expect(publish(job, 3)).rejects.toThrow('3 chunks were to be published');
      expect(await store.search.text(project.id, ['word', 'half'], 10)).toEqual([]);
      expect(await publish(job)).toBe(true);
      expect(await store.search.text(project.id, ['word', 'half'], 10)).toHaveLength(2);
      expect(await store.sources.byId(source.id)).toMatchObject({ status: 'completed', chunksCount: 2 });
      expect(await publish(job)).toBe(false);
    });

    it('list the languages of a project, most frequent first', async () => {
      const project = await withProject(store);
      for (const language of ['de', 'en', 'de', 'fr', 'de', 'fr']) {
        await store.sources.create(aSource(project.id));
        const job = await claimed(store);
        const generation = await staged(store, job, []);
        const document = { title: null, language, text: '' };
        await store.chunks.publish(job, generation, { document, chunksCount: 0, metadata: {}, at: 1 });
      }
      expect(await store.documents.languages(project.id)).toEqual(['de', 'fr', 'en']);
    });

    it('know at once which languages a project has', async () => {
      const project = await withProject(store);
      const publish = async (language: string) => {
        const source = aSource(project.id);
        await store.sources.create(source);
        const job = await claimed(store);
        const document = { title: null, language, text: '' };
        const generation = await staged(store, job, []);
        await store.chunks.publish(job, generation, { document, chunksCount: 0, metadata: {}, at: 1 });
        return source;
      };
      const languages = () => store.documents.languages(project.id);
      expect(await languages()).toEqual([]);
      const english = await publish('en');
      expect(await languages()).toEqual(['en']);
      await publish('fr');
      await publish('fr');
      expect(await languages()).toEqual(['fr', 'en']);
      await store.sources.delete(project.id, english.id);
      expect(await languages()).toEqual(['fr']);
      await store.projects.delete(project.id);
      expect(await languages()).toEqual([]);
    });
  });
}
