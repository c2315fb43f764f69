import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identifyEngine } from '../../../server/engines/engine-id.ts';
import type { Embedder, EmbeddingKind } from '../../../server/engines/types.ts';
import { createReEmbedder, type ReEmbedder } from '../../../server/ingestion/index/re-embedder.ts';
import { createParserPool, type ParserPool } from '../../../server/ingestion/parse/parser-pool.ts';
import { createFetcher } from '../../../server/ingestion/web/fetcher.ts';
import { createIngestionWorker, type IngestionWorker } from '../../../server/ingestion/worker.ts';
import { createLog } from '../../../server/platform/log.ts';
import { openStoreOn } from '../../../server/store/postgres/open.ts';
import type { Store } from '../../../server/store/types.ts';
import { ANY_POSTGRES } from '../../helpers/stores/any-postgres.ts';
import { aSource, ingested, SILENT, temporaryPlaces, withProject } from '../../helpers/stores/rows.ts';
import { settle, until } from '../../helpers/timing/until.ts';

/** One that makes vectors of that many numbers, slowly enough to be interrupted, and says how many texts it has read. */
function anEmbedder(model: string, dimensions: number, milliseconds = 0): Embedder & { texts: number } {
  const embedder = {
    ...identifyEngine('openai', model),
    ...{ semantic: true, dimensions, texts: 0 },
    ready: async () => true,
    close: async () => undefined,
    async embed(texts: string[], _: EmbeddingKind, signal?: AbortSignal) {
      embedder.texts += texts.length;
      await setTimeout(milliseconds, undefined, { signal });
      return texts.map(() => new Float32Array(dimensions).map((_, at) => (at === 0 ? 1 : 0)));
    },
  };
  return embedder;
}

describe(`several servers on one database (${ANY_POSTGRES.name})`, () => {
  const places = temporaryPlaces();
  const workers: IngestionWorker[] = [];
  const others: ReEmbedder[] = [];
  let schemas = 0;
  let parser: ParserPool;
  beforeEach(() => {
    schemas += 1;
    parser = createParserPool();
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop();
    for (const other of others.splice(0)) await other.stop();
    parser.close();
    await places.clear();
  });

  const open = async (embedder: Embedder) => {
    const parts = { embedder, temporaryDirectory: places.directory(), log: SILENT };
    return places.track(await openStoreOn(await ANY_POSTGRES.sessions(`servers_${process.pid}_${schemas}`), parts));
  };
  const work = async (store: Store, embedder: Embedder, lines: string[] = []) => {
    const fetcher = createFetcher({ temporaryDirectory: store.files.temporaryDirectory });
    const log = createLog((line) => lines.push(line));
    const worker = createIngestionWorker({ store, embedder, fetcher, log, parser, backOff: 10 });
    workers.push(worker);
    await worker.start();
    return worker;
  };
  const queueText = async (store: Store, projectId: string) => {
    const path = `${store.files.temporaryDirectory}/text`;
    await writeFile(path, 'The lamp is trimmed at nine, and the log is written at ten.');
    const fileId = await store.files.adopt(path);
    const source = aSource(projectId, { type: 'text', metadata: { title: 'Lamp' }, fileId, createdAt: store.now() });
    await store.sources.create(source);
    return source.id;
  };

  it('find jobs that another has queued, without a notice', async () => {
    const embedder = anEmbedder('words', 8);
    const [a, b] = [await open(embedder), await open(embedder)];
    const { id } = await withProject(a);
    await work(b, embedder);
    const source = await queueText(a, id);
    await until(async () => (await a.sources.byId(source))?.status === 'completed', 'it is read');
    expect(await a.jobs.counts()).toEqual({ queued: 0, running: 0 });
  });

  it('return a job when they stop, so that another takes it at once, as a first attempt', async () => {
    const slow = anEmbedder('words', 8, 60_000);
    const [a, b] = [await open(slow), await open(slow)];
    const { id } = await withProject(a);
    const first = await work(a, slow);
    const source = await queueText(a, id);
    first.notify();
    await until(async () => slow.texts > 0, 'it is being embedded');
    await first.stop();
    const job = await b.jobs.claim('other', b.now(), 30_000);
    expect(job).toMatchObject({ sourceId: source, attempt: 1 });
  });

  it('leave the work to those with the new embedder, and never mix its vectors with those of the former one', async () => {
    const [former, chosen] = [anEmbedder('former', 8), anEmbedder('chosen', 8)];
    const a = await open(former);
    const { id } = await withProject(a);
    await ingested(a, id, ['a passage of before']);
    const job = await (async () => {
      await queueText(a, id);
      return a.jobs.claim('late', a.now(), 60_000);
    })();
    if (!job) throw new Error('There was no job.');
    const generation = (await a.chunks.begin(job, job)) ?? 0;
    const b = await open(chosen);
    const chunk = {
      ...{ seq: 0, start: 0, end: 1, text: 'a', headings: [], page: null },
      blocks: '[]',
      section: 0,
      headingTerms: '',
      terms: 'a',
    };
    const late = { ...chunk, embedding: (await former.embed(['a'], 'passage'))[0] ?? new Float32Array(8) };
    await expect(a.chunks.append(job, generation, [late], former.id)).rejects.toThrow(
      `The embedder is now ${chosen.id}`,
    );
    expect(await a.chunks.append(job, generation, [late], chosen.id)).toBe(true);

    const lines: string[] = [];
    await queueText(a, id);
    await work(a, former, lines);
    await until(async () => lines.some((line) => line.includes('embedder_outdated')), 'it has noticed');
    await settle(1_500);
    expect((await a.jobs.counts()).queued).toBe(1);
    await work(b, chosen);
    await until(async () => (await b.jobs.counts()).queued === 0, 'the other has taken it');
  });

  it('re-embed once, one server at a time, and then all search the new index', async () => {
    const before = await open(anEmbedder('former', 8));
    const { id } = await withProject(before);
    await ingested(
      before,
      id,
      Array.from({ length: 40 }, (_, at) => `passage ${at}`),
    );
    const embedders = [anEmbedder('chosen', 8, 100), anEmbedder('chosen', 8, 100)];
    const switched: number[] = [];
    const reEmbedders = await Promise.all(
      embedders.map(async (embedder, at) => {
        const store = await open(embedder);
        const one = createReEmbedder({ store, embedder, log: SILENT, onSwitched: () => switched.push(at) });
        others.push(one);
        one.start();
        return one;
      }),
    );
    await until(async () => embedders.some(({ texts }) => texts >= 8), 'one has begun');
    const first = embedders.findIndex(({ texts }) => texts > 0);
    await settle(300);
    expect(embedders[1 - first]?.texts).toBe(0);
    // The other goes on where that one stops.
    await reEmbedders[first]?.stop();
    await until(async () => (await before.vectorIndexes.state()).building === null, 'all are embedded');
    expect((await before.vectorIndexes.state()).active.embedder).toBe(embedders[0]?.id);
    await until(async () => switched.includes(1 - first), 'it searches them');
    const read = embedders.reduce((sum, { texts }) => sum + texts, 0);
    // What the first was just reading when it was stopped is read again.
    expect([read >= 40, read <= 48]).toEqual([true, true]);
    expect(await before.search.vector(id, new Float32Array(8).fill(0.3), 50, embedders[0]?.id ?? '')).toHaveLength(40);
  });
});
