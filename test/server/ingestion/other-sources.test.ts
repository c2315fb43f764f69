import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { createFetcher, type Fetcher } from '../../../server/ingestion/web/fetcher.ts';
import { checkUrl } from '../../../server/ingestion/web/url-policy.ts';
import { createIngestionWorker, type IngestionWorker } from '../../../server/ingestion/worker.ts';
import { createSourceService, type SourceService } from '../../../server/services/sources/sources.ts';
import type { Store } from '../../../server/store/types.ts';
import { openPreparedStore } from '../../helpers/stores/empty-database.ts';
import { SILENT, withProject } from '../../helpers/stores/rows.ts';
import { settle, until } from '../../helpers/timing/until.ts';

/** The real way, from the service through the worker and its child process into a real database. */
describe('a source that is no upload', () => {
  const embedder = createBuiltinEmbedder();
  let dataDir: string;
  let store: Store;
  let fetcher: Fetcher;
  let worker: IngestionWorker;
  let sources: SourceService;
  let projectId: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'footnote-sources-'));
    store = await openPreparedStore({ dataDir, embedder, log: SILENT });
    fetcher = createFetcher({ temporaryDirectory: store.files.temporaryDirectory });
    worker = createIngestionWorker({ store, embedder, fetcher, log: SILENT });
    sources = createSourceService({
      store,
      identifyFile: async () => ({ filename: 'notes.md', contentType: 'text/markdown' }),
      checkUrl: (text) => checkUrl(text),
      notifyIngestion: worker.notify,
      now: Date.now,
    });
    projectId = (await withProject(store)).id;
    await worker.start();
  });
  afterAll(async () => {
    await worker.stop();
    await fetcher.close();
    await store.close();
    await rm(dataDir, { recursive: true });
  });

  const completed = async (id: string) => {
    await until(async () => (await store.sources.byId(id))?.status === 'completed', 'it is completed');
    return store.sources.byId(id);
  };
  const found = (term: string) => store.search.text(projectId, [term], 5);

  it('a text becomes searchable unchanged, under its own title', async () => {
    const text = '# Not a heading\n\nThe quokka lives on \u0007Rottnest \ud800Island.';
    const { id, status } = await sources.addText(projectId, { title: 'Quokkas', text });
    expect(status).toBe('processing');
    expect(await completed(id)).toMatchObject({
      type: 'text',
      metadata: { title: 'Quokkas' },
      chunksCount: 1,
    });
    const [hit] = await found('quokka');
    const [chunk] = await store.chunks.byIds(projectId, [hit?.chunkId ?? '']);
    expect(chunk).toMatchObject({ sourceId: id, title: 'Quokkas' });
    expect(chunk?.text).toContain('# Not a heading');
    expect(await readdir(store.files.temporaryDirectory)).toEqual([]);
  });

  it('is synced on request, while the old text still answers', async () => {
    const { id } = await sources.addText(projectId, { title: 'Numbats', text: 'The numbat eats termites.' });
    const before = await completed(id);
    if (!before) throw new Error('The source is gone.');
    const empty: number[] = [];
    const queued = await sources.sync(before);
    expect(queued).toMatchObject({ id, status: 'pending', chunksCount: 1, completedAt: before.completedAt });
    await expect(sources.sync(queued)).rejects.toMatchObject({ status: 429, code: 'in_progress', retryAfter: 5 });
    for (let searches = 0; ; searches += 1) {
      if ((await found('numbat')).length !== 1) empty.push(searches);
      const now = await store.sources.byId(id);
      if (now?.status === 'completed' && (now.completedAt ?? 0) > (before.completedAt ?? 0)) break;
      await settle(1);
    }
    expect(empty).toEqual([]);
    await sources.delete(queued);
    await expect(sources.sync(queued)).rejects.toMatchObject({ status: 404 });
    expect(await found('numbat')).toEqual([]);
  });
});
