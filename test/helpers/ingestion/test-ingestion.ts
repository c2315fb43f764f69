import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnswerer } from '../../../server/answering/pipeline.ts';
import type { CitedPassage } from '../../../server/answering/types.ts';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import type { Embedder, TextRecognition } from '../../../server/engines/types.ts';
import { createUploadIdentifier } from '../../../server/ingestion/file-type/identify-upload.ts';
import { createParserPool, type ParserPool } from '../../../server/ingestion/parse/parser-pool.ts';
import type { IngestionOutcome } from '../../../server/ingestion/types.ts';
import { createFetcher } from '../../../server/ingestion/web/fetcher.ts';
import { checkUrl } from '../../../server/ingestion/web/url-policy.ts';
import { createIngestionWorker, type IngestionWorker } from '../../../server/ingestion/worker.ts';
import { createSourceService, type SourceService } from '../../../server/services/sources/sources.ts';
import type { SqliteStore } from '../../../server/store/sqlite/open.ts';
import type { SourceRow, Store } from '../../../server/store/types.ts';
import { openPreparedStore } from '../stores/empty-database.ts';
import { SILENT, withProject } from '../stores/rows.ts';
import { until } from '../timing/until.ts';

/** The real ingestion and answering without HTTP: service, worker, child process, database. */
export interface TestIngestion {
  dataDir: string;
  projectId: string;
  store: SqliteStore;
  worker: IngestionWorker;
  sources: SourceService;
  outcomes: IngestionOutcome[];
  upload(name: string, content: string | Uint8Array): Promise<SourceRow>;
  replace(source: SourceRow, name: string, content: string | Uint8Array): Promise<SourceRow>;
  /** Waits until no job is queued or running, and returns the source. */
  settled(id: string): Promise<SourceRow | null>;
  /** Asks a question; returns the text of the answer and its quotes. */
  ask(question: string): Promise<{ text: string; quotes: string[]; citations: CitedPassage[] }>;
  close(): Promise<void>;
}

/** The parts that a test may replace. */
export interface IngestionParts {
  embedder?: Embedder;
  parser?: ParserPool;
  assertRoom?: () => Promise<void>;
  recognition?: () => Promise<TextRecognition | null>;
  /** Wraps the store for the worker. */
  workerStore?: (store: Store) => Store;
}

/** Opens everything in a new directory, with one project. Sources are not processed before the worker is started. */
export async function openIngestion(parts: IngestionParts = {}): Promise<TestIngestion> {
  const dataDir = await mkdtemp(join(tmpdir(), 'footnote-ingestion-'));
  const builtin = createBuiltinEmbedder();
  const store = await openPreparedStore({ dataDir, embedder: builtin, log: SILENT });
  const fetcher = createFetcher({ temporaryDirectory: store.files.temporaryDirectory });
  const parser = parts.parser ?? createParserPool();
  const outcomes: IngestionOutcome[] = [];
  const worker = createIngestionWorker({
    store: parts.workerStore?.(store) ?? store,
    embedder: parts.embedder ?? builtin,
    fetcher,
    log: SILENT,
    parser,
    ...(parts.assertRoom && { assertRoom: parts.assertRoom }),
    ...(parts.recognition && { recognition: parts.recognition }),
    onOutcome: (outcome) => outcomes.push(outcome),
  });
  const sources = createSourceService({
    store,
    identifyFile: createUploadIdentifier(() => parts.recognition !== undefined),
    checkUrl: (text) => checkUrl(text),
    notifyIngestion: worker.notify,
    now: Date.now,
  });
  const { id: projectId } = await withProject(store);
  const { answer } = createAnswerer({ store, embedder: () => builtin });
  const received = async (name: string, content: string | Uint8Array) => {
    const temporaryPath = join(store.files.temporaryDirectory, crypto.randomUUID());
    await writeFile(temporaryPath, content);
    return { temporaryPath, name };
  };

  return {
    dataDir,
    projectId,
    store,
    worker,
    sources,
    outcomes,
    upload: async (name, content) => sources.upload(projectId, await received(name, content)),
    replace: (source, name, content) => sources.replaceFile(source, () => received(name, content)),
    async settled(id) {
      const isIdle = async () => (await store.jobs.nextRunAt()) === null;
      await until(isIdle, 'no job is left');
      return store.sources.byId(id);
    },
    async ask(question) {
      let text = '';
      let citations: CitedPassage[] = [];
      const { signal } = new AbortController();
      for await (const event of answer({ projectId, text: question, history: [], contact: '', signal })) {
        if (event.type === 'text') text += event.delta;
        else if (event.type === 'citations') citations = event.citations;
      }
      return { text, quotes: citations.map(({ quote }) => quote), citations };
    },
    async close() {
      await worker.stop();
      parser.close();
      await fetcher.close();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
