import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Embedder } from '../../../server/engines/types.ts';
import { createParseHost } from '../../../server/ingestion/parse-host.ts';
import { createIngestionWorker, type IngestionWorker } from '../../../server/ingestion/worker.ts';
import { createLog } from '../../../server/log.ts';
import type { SourceRow } from '../../../server/store/types.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';

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
    id: 'scripted-1',
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
  const parser = createParseHost();
  let folder: string;
  let files: Map<string, string>;
  let memory: MemoryStore;
  let workers: IngestionWorker[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'worker-'));
    files = new Map();
    memory = createMemoryStore(files);
    workers = [];
  });
  afterAll(() => parser.close());
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await rm(folder, { recursive: true });
  });

  const work = async (embedder: Embedder = createScriptedEmbedder()) => {
    const worker = createIngestionWorker({
      store: memory.store,
      embedder,
      log: createLog(() => undefined),
      parser,
    });
    workers.push(worker);
    await worker.start();
    return worker;
  };

  const upload = async (filename: string, content: string) => {
    const id = `src_${files.size}`;
    const path = join(folder, id);
    await writeFile(path, content);
    files.set(id, path);
    const row: SourceRow = {
      id,
      projectId: 'proj_1',
      type: 'file',
      status: 'pending',
      metadata: { filename, size: content.length },
      fileId: id,
      chunksCount: 0,
      progress: null,
      error: null,
      createdAt: 0,
      updatedAt: 0,
      completedAt: null,
    };
    await memory.store.sources.create(row);
    return id;
  };

  const until = (id: string, status: string) =>
    vi.waitFor(async () => expect((await memory.store.sources.byId(id))?.status).toBe(status), {
      timeout: 20_000,
      interval: 20,
    });

  it('makes an uploaded file searchable: text, chunks, vectors, metadata', async () => {
    const embedder = createScriptedEmbedder();
    const id = await upload('guide.md', `# The guide\n\n${LONG}`);
    await work(embedder);
    await until(id, 'completed');

    const source = await memory.store.sources.byId(id);
    const document = memory.document(id);
    const chunks = memory.live(id);
    expect(document).toMatchObject({ title: 'The guide', language: 'en' });
    expect(source).toMatchObject({
      chunksCount: chunks.length,
      metadata: { filename: 'guide.md', title: 'The guide' },
      error: null,
    });
    expect(chunks.map(({ start, end }) => document?.text.slice(start, end))).toEqual(chunks.map(({ text }) => text));
    expect(chunks.map(({ seq }) => seq)).toEqual(chunks.map((_, index) => index));
    expect(chunks.every(({ embedding }) => embedding.length === 2)).toBe(true);
    expect(Math.max(...embedder.batches)).toBeLessThanOrEqual(16);
    expect(Math.max(...memory.writes)).toBeLessThanOrEqual(50);
    expect([...new Set(memory.progress.map((line) => line.split(' ')[1]))]).toEqual([
      'parse',
      'chunk',
      'embed',
      'index',
    ]);
  });

  it('takes up new jobs as soon as it is told of them', async () => {
    const worker = await work();
    const ids = [await upload('a.txt', 'The first one.'), await upload('b.html', '<p>The second one.</p>')];
    worker.notify();
    for (const id of ids) await until(id, 'completed');
  });

  it("fails a source at once for the file's own fault, in words for its owner", async () => {
    const id = await upload('broken.pdf', '%PDF-1.7 nothing');
    await work();
    await until(id, 'failed');
    expect((await memory.store.sources.byId(id))?.error).toMatchObject({ code: 'unreadable' });
    expect(await memory.store.jobs.nextRunAt()).toBeNull();
  });

  it('tries a transient cause again later, and fails after the third time', async () => {
    const embedder = createScriptedEmbedder(async () => {
      throw new Error('the engine is away');
    });
    const id = await upload('a.txt', 'Something to read.');
    const before = Date.now();
    await work(embedder);
    await until(id, 'pending');
    const next = await memory.store.jobs.nextRunAt();
    expect(next).toBeGreaterThan(before + 4_000);

    for (const _attempt of [2, 3]) {
      const job = await memory.store.jobs.claim('another', Date.now() + 60_000, 0);
      if (job && job.attempt < 3) await memory.store.jobs.retry(job, 0);
      else if (job) await memory.store.jobs.recover(Date.now(), { code: 'interrupted', message: 'again and again' });
    }
    await until(id, 'failed');
    expect(memory.live(id)).toEqual([]);
  });

  it('stops the work on a source that is deleted, and keeps nothing of it', async () => {
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
    await vi.waitFor(() => expect(embedder.batches.length).toBeGreaterThan(0), { timeout: 20_000 });
    await memory.store.sources.delete('proj_1', id);
    await vi.waitFor(() => expect(stopped).toBe(true), { timeout: 3_000 });
    expect(memory.live(id)).toEqual([]);
    expect(memory.writes).toEqual([]);

    const other = await upload('b.txt', 'Not held up by it.');
    worker.notify();
    await vi.waitFor(() => expect(embedder.batches.length).toBeGreaterThan(1), { timeout: 20_000 });
    await memory.store.sources.delete('proj_1', other);
  });

  it('puts its job back when it is stopped, within seconds, and another takes it up', async () => {
    const held = createScriptedEmbedder(
      (_texts, signal) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const id = await upload('guide.md', LONG);
    const worker = await work(held);
    await vi.waitFor(() => expect(held.batches.length).toBeGreaterThan(0), { timeout: 20_000 });
    const began = Date.now();
    await worker.stop();
    expect(Date.now() - began).toBeLessThan(3_000);
    expect((await memory.store.sources.byId(id))?.status).toBe('pending');
    await work();
    await until(id, 'completed');
    expect(new Set(memory.live(id).map(({ seq }) => seq)).size).toBe(memory.live(id).length);
  });

  it('fails a source whose original is gone as a fault of ours', async () => {
    const id = await upload('a.txt', 'Here today.');
    files.delete(id);
    await work();
    await until(id, 'pending');
  });
});
