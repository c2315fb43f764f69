import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../server/store/types.ts';
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

const NEW = { filename: 'new.md' };
const WHY = { code: 'unreadable', message: 'No.' };

for (const { name, alone, open } of rowStores()) {
  describe(`a file that replaces another (${name})`, () => {
    const places = temporaryPlaces();
    let directory: string;
    let store: Store;
    beforeEach(async () => {
      directory = places.directory();
      store = places.track(await open(directory));
    });
    afterEach(() => places.clear());

    const stored = async (content: string) => {
      const path = join(store.files.temporaryDirectory, 'upload');
      await writeFile(path, content);
      return store.files.adopt(path);
    };
    const isThere = async (fileId: string) => (await store.files.find(fileId)) !== null;
    const reopened = async () => {
      await places.close(store);
      store = places.track(await open(directory));
    };

    /** A published source and a file that is queued to replace its own. */
    const queued = async () => {
      const project = await withProject(store);
      const oldFile = await stored('old');
      const source = aSource(project.id, { fileId: oldFile, metadata: { filename: 'guide.md' } });
      await store.sources.create(source);
      const first = await claimed(store);
      expect(first.replacement).toBeNull();
      const chunks = [aChunk(0, 'old words')];
      await published(store, first, await staged(store, first, chunks), chunks);
      const newFile = await stored('new');
      const row = await store.sources.requeue(project.id, source.id, 1, null, { fileId: newFile, metadata: NEW });
      return { projectId: project.id, id: source.id, oldFile, newFile, row };
    };
    const answering = async (projectId: string) => {
      const hits = await store.search.text(projectId, ['words'], 9);
      const chunks = await store.chunks.byIds(
        projectId,
        hits.map(({ chunkId }) => chunkId),
      );
      return chunks.map(({ text }) => text);
    };

    it('is read in its place; text, name and original stay the old ones until it is published', async () => {
      const { projectId, id, oldFile, newFile, row } = await queued();
      expect(row).toMatchObject({
        status: 'pending',
        error: null,
        fileId: oldFile,
        metadata: { filename: 'guide.md' },
      });
      const job = await claimed(store);
      expect(job.replacement).toEqual({ fileId: newFile, metadata: NEW });
      const chunks = [aChunk(0, 'new words'), aChunk(1, 'more words')];
      const generation = await staged(store, job, chunks);
      expect(await answering(projectId)).toEqual(['old words']);
      expect([await isThere(oldFile), await isThere(newFile)]).toEqual([true, true]);

      const document = { title: 'New', language: 'en', text: 'new words' };
      await store.chunks.publish(job, generation, { document, chunksCount: 2, metadata: NEW, at: 9 });
      expect((await answering(projectId)).sort()).toEqual(['more words', 'new words']);
      expect(await store.sources.byId(id)).toMatchObject({ status: 'completed', fileId: newFile, metadata: NEW });
      expect([await isThere(oldFile), await isThere(newFile)]).toEqual([false, true]);
      await reopened();
      expect(await isThere(newFile)).toBe(true);
    });

    it('that cannot be read is removed, and the source goes on as it was and says why', async () => {
      const { projectId, id, oldFile, newFile } = await queued();
      const job = await claimed(store);
      await staged(store, job, [aChunk(0, 'new words')]);
      expect(await store.sources.fail(job, id, WHY)).toBe(true);
      expect(await store.sources.byId(id)).toMatchObject({
        status: 'completed',
        error: WHY,
        progress: null,
        chunksCount: 1,
        completedAt: 9_000,
        fileId: oldFile,
        metadata: { filename: 'guide.md' },
      });
      expect(await answering(projectId)).toEqual(['old words']);
      expect([await isThere(oldFile), await isThere(newFile)]).toEqual([true, false]);
      expect(await store.sources.requeue(projectId, id, 2)).toMatchObject({ status: 'pending', error: null });
      expect((await claimed(store)).replacement).toBeNull();
    });

    it('takes the place at once of one that nothing has been read from', async () => {
      const project = await withProject(store);
      const oldFile = await stored('broken');
      const source = aSource(project.id, { fileId: oldFile });
      await store.sources.create(source);
      await store.sources.fail(await claimed(store), source.id, WHY);
      expect((await store.sources.byId(source.id))?.status).toBe('failed');
      const newFile = await stored('new');
      const row = await store.sources.requeue(project.id, source.id, 1, null, { fileId: newFile, metadata: NEW });
      expect(row).toMatchObject({ status: 'pending', fileId: newFile, metadata: NEW, error: null });
      expect(await isThere(oldFile)).toBe(false);
      const job = await claimed(store);
      expect(job.replacement).toBeNull();
      await store.sources.fail(job, source.id, WHY);
      expect(await store.sources.byId(source.id)).toMatchObject({ status: 'failed', fileId: newFile });
      expect(await isThere(newFile)).toBe(true);
    });

    it('waits through retries, stops and restarts, and is refused while another is waiting', async () => {
      const { projectId, id, newFile } = await queued();
      const other = await stored('other');
      expect(await store.sources.requeue(projectId, id, 1, null, { fileId: other, metadata: {} })).toBe('busy');
      const first = await claimed(store);
      await store.jobs.retry(first, 0);
      await store.jobs.release(await claimed(store));
      await claimed(store);
      await reopened();
      // Where others may hold jobs too, the lease has to be over.
      await store.jobs.recover(6_000, WHY);
      expect((await claimed(store, 'worker', 6_000)).replacement).toEqual({ fileId: newFile, metadata: NEW });
      expect(await isThere(newFile)).toBe(true);
      // Nothing names it: the caller removes what it was refused for, a restart what the caller did not live to remove.
      expect(await isThere(other)).toBe(!alone);
    });

    it('is removed when its last attempt was abandoned', async () => {
      for (const end of ['recover', 'failAbandoned'] as const) {
        const { projectId, oldFile, newFile } = await queued();
        for (const now of [10_000, 20_000, 30_000]) await claimed(store, 'killed', now, 1_000);
        expect(await store.jobs[end](40_000, WHY)).toHaveLength(1);
        expect([await isThere(oldFile), await isThere(newFile)]).toEqual([true, false]);
        expect(await answering(projectId)).toEqual(['old words']);
      }
    });

    it('goes with its source, and with its project', async () => {
      const one = await queued();
      expect(await store.sources.delete(one.projectId, one.id)).toBe(true);
      const two = await queued();
      expect(await store.projects.delete(two.projectId)).toBe(true);
      for (const { oldFile, newFile } of [one, two]) {
        expect([await isThere(oldFile), await isThere(newFile)]).toEqual([false, false]);
      }
    });
  });
}
