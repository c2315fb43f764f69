import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { identifyEngine } from '../../../server/engines/engine-id.ts';
import type { Embedder } from '../../../server/engines/types.ts';
import { createParserPool } from '../../../server/ingestion/parse/parser-pool.ts';
import { createFetcher } from '../../../server/ingestion/web/fetcher.ts';
import { createIngestionWorker, type IngestionWorker } from '../../../server/ingestion/worker.ts';
import type { Store } from '../../../server/store/types.ts';
import { openPreparedStore } from '../../helpers/stores/empty-database.ts';
import { aSource, indexCounts, querySqlite, SILENT, temporaryPlaces, withProject } from '../../helpers/stores/rows.ts';
import { until } from '../../helpers/timing/until.ts';

const LONG = Array.from(
  { length: 80 },
  (_, index) => `## Part ${index}\n\n${`Part ${index} tells of its own matter at length. `.repeat(12)}`,
).join('\n\n');

/** Unit vectors that only tell texts apart; `gate` may hold it up or make it fail. */
function createScriptedEmbedder(
  gate: (texts: string[], signal?: AbortSignal) => Promise<void> = async () => undefined,
): Embedder & { batches: number[] } {
  const batches: number[] = [];
  return {
    ...identifyEngine('openai', 'scripted'),
    semantic: true,
    dimensions: 2,
    batches,
    embed: async (texts, _kind, signal) => {
      batches.push(texts.length);
      await gate(texts, signal);
      return texts.map((text) => Float32Array.of(Math.cos(text.length), Math.sin(text.length)));
    },
    ready: async () => true,
    close: async () => undefined,
  };
}

describe('the ingestion worker', () => {
  const parser = createParserPool();
  const fetcher = createFetcher({ temporaryDirectory: tmpdir() });
  const places = temporaryPlaces();
  let folder: string;
  let store: Store;
  let projectId: string;
  let workers: IngestionWorker[];

  const openStore = async (embedder: { id: string; dimensions: number }) => {
    folder = places.directory();
    store = places.track(await openPreparedStore({ dataDir: folder, embedder, log: SILENT }));
    projectId = (await withProject(store)).id;
  };

  beforeEach(async () => {
    await openStore(createScriptedEmbedder());
    workers = [];
  });
  afterAll(async () => {
    parser.close();
    await fetcher.close();
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await places.clear();
  });

  const work = async (embedder: Embedder = createScriptedEmbedder()) => {
    const worker = createIngestionWorker({ store, embedder, log: SILENT, parser, fetcher });
    workers.push(worker);
    await worker.start();
    return worker;
  };

  const upload = async (filename: string, content: string) => {
    const path = join(store.files.temporaryDirectory, crypto.randomUUID());
    await writeFile(path, content);
    const metadata = { filename, size: content.length };
    const source = aSource(projectId, { fileId: await store.files.adopt(path), metadata });
    await store.sources.create(source);
    return source.id;
  };

  /** Everything that there is of a source in the index. */
  const live = (id: string) =>
    querySqlite<{ id: number; seq: number; start_offset: number; end_offset: number; text: string }>(
      folder,
      `select chunks.* from chunks join generations on generations.id = generation
       where source_id = ? and state = 'live' order by seq`,
      id,
    );
  const documentOf = (id: string) =>
    querySqlite<{ title: string; language: string; text: string }>(
      folder,
      'select * from documents where source_id = ?',
      id,
    )[0];

  const isNow = (id: string, status: string) =>
    until(async () => (await store.sources.byId(id))?.status === status, `the source is ${status}`);

  /** Waits until the only source is to be tried again, not before this time. */
  const untilPutOff = async (id: string, time: number) => {
    const isPutOff = async () =>
      (await store.sources.byId(id))?.status === 'pending' && ((await store.jobs.nextRunAt()) ?? 0) > time;
    await until(isPutOff, 'it is put off');
    expect((await store.sources.byId(id))?.error).toBeNull();
  };

  it('looks once a minute for what is left to erase, also where there is nothing to read', async () => {
    const opened = store;
    let ahead = 0;
    let sweeps = 0;
    const sweep = () => {
      sweeps += 1;
      return opened.chunks.sweep();
    };
    store = { ...opened, now: () => opened.now() + ahead, chunks: { ...opened.chunks, sweep } };
    const worker = await work();
    const first = 2;
    await until(async () => sweeps === first, 'it has begun');
    for (const minutes of [1, 2]) {
      ahead = minutes * 60_000;
      for (let times = 0; times < 3; times += 1) worker.notify();
      await until(async () => sweeps === first + minutes, 'it has looked once more');
    }
  });

  it('makes an uploaded file searchable: text, chunks, vectors, metadata', async () => {
    const embedder = createScriptedEmbedder();
    const id = await upload('guide.md', `# The guide\n\n${LONG}`);
    await work(embedder);
    await isNow(id, 'completed');

    const source = await store.sources.byId(id);
    const document = documentOf(id);
    const chunks = live(id);
    expect(document).toMatchObject({ title: 'The guide', language: 'en' });
    expect(source).toMatchObject({
      chunksCount: chunks.length,
      metadata: { filename: 'guide.md', title: 'The guide' },
      error: null,
    });
    expect(chunks.map((chunk) => document?.text.slice(chunk.start_offset, chunk.end_offset))).toEqual(
      chunks.map(({ text }) => text),
    );
    expect(chunks.map(({ seq }) => seq)).toEqual(chunks.map((_, index) => index));
    const rows = await store.chunks.between(projectId, id, 0, chunks.length);
    expect(rows.map((row) => [row.id, row.blocks.at(-1)?.end, row.section])).toEqual(
      chunks.map((chunk) => [String(chunk.id), chunk.text.length, chunk.seq]),
    );
    const count = chunks.length;
    expect(indexCounts(folder)).toEqual([{ state: 'live', chunks: count, rows: count, text: count, vectors: count }]);
    expect(Math.max(...embedder.batches)).toBeLessThanOrEqual(16);
  });

  it('has the parser process embed the document, where the embedder has a recipe', async () => {
    const embedder = createBuiltinEmbedder();
    await openStore(embedder);
    const id = await upload('guide.md', LONG);
    let asked = 0;
    await work({
      ...embedder,
      embed: (texts, kind) => {
        asked += 1;
        return embedder.embed(texts, kind);
      },
    });
    await isNow(id, 'completed');
    expect(asked).toBe(0);

    const [first] = live(id);
    const [embedding] = await embedder.embed([`guide — Part 0\n${first?.text}`], 'passage');
    const [nearest] = await store.search.vector(projectId, embedding ?? new Float32Array(), 1);
    expect(nearest).toMatchObject({ score: expect.closeTo(1, 5) });
  });

  it('takes up new jobs as soon as it is notified', async () => {
    const worker = await work();
    const ids = [await upload('a.txt', 'The first one.'), await upload('b.html', '<p>The second one.</p>')];
    worker.notify();
    for (const id of ids) await isNow(id, 'completed');
  });

  it("fails a source at once for the file's own fault, in words for its owner", async () => {
    const id = await upload('broken.pdf', '%PDF-1.7 nothing');
    await work();
    await isNow(id, 'failed');
    expect((await store.sources.byId(id))?.error).toMatchObject({ code: 'unreadable' });
    expect(await store.jobs.nextRunAt()).toBeNull();
  });

  it('retries a transient failure later, and fails after the third attempt', async () => {
    const embedder = createScriptedEmbedder(async () => {
      throw new Error('the engine is away');
    });
    const id = await upload('a.txt', 'Something to read.');
    const before = Date.now();
    await work(embedder);
    await untilPutOff(id, before + 4_000);

    for (const _attempt of [2, 3]) {
      const job = await store.jobs.claim('another', Date.now() + 60_000, 0);
      if (job && job.attempt < 3) await store.jobs.retry(job, 0);
      else if (job) await store.jobs.recover(Date.now(), { code: 'interrupted', message: 'again and again' });
    }
    await isNow(id, 'failed');
    expect(live(id)).toEqual([]);
  });

  it('stops work on a deleted source, and keeps nothing of it', async () => {
    let stopped = false;
    const embedder = createScriptedEmbedder(
      (_texts, signal) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => {
            stopped = true;
            reject(signal.reason);
          });
        }),
    );
    const id = await upload('guide.md', LONG);
    const worker = await work(embedder);
    await until(() => embedder.batches.length > 0, 'it is being embedded');
    await store.sources.delete(projectId, id);
    await until(() => stopped, 'the work is stopped');
    expect(live(id)).toEqual([]);

    const other = await upload('b.txt', 'Not held up by it.');
    worker.notify();
    await until(() => embedder.batches.length > 1, 'the other is being embedded');
    await store.sources.delete(projectId, other);
  });

  it('returns its job when it is stopped, and another takes it up', async () => {
    const held = createScriptedEmbedder(
      (_texts, signal) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const id = await upload('guide.md', LONG);
    const worker = await work(held);
    await until(() => held.batches.length > 0, 'it is being embedded');
    // Nothing would ever end the embedding.
    await worker.stop();
    expect((await store.sources.byId(id))?.status).toBe('pending');
    await work();
    await isNow(id, 'completed');
    expect(new Set(live(id).map(({ seq }) => seq)).size).toBe(live(id).length);
  });

  it('treats a missing original as a transient failure of the server', async () => {
    const id = await upload('a.txt', 'Here today.');
    await store.files.delete((await store.sources.byId(id))?.fileId ?? '');
    const before = Date.now();
    await work();
    await untilPutOff(id, before + 4_000);
  });
});
