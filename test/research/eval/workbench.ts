import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answerer, createAnswerer } from '../../../server/answering/pipeline.ts';
import type { SearchDependencies, TrainedForSearch } from '../../../server/answering/retrieval/search.ts';
import type { Embedder } from '../../../server/engines/types.ts';
import { createFetcher } from '../../../server/ingestion/web/fetcher.ts';
import { createIngestionWorker } from '../../../server/ingestion/worker.ts';
import { newId } from '../../../server/platform/ids.ts';
import { createLog } from '../../../server/platform/log.ts';
import type { Store } from '../../../server/store/types.ts';
import { aProject } from '../../helpers/stores/rows.ts';
import { STORE_ENGINES } from '../../helpers/stores/store-engines.ts';
import type { Engines } from './engines.ts';
import { createParserHere } from './parse-here.ts';
import { patientReader, readAll } from './read-all.ts';
import type { Group, SetDocument } from './sets.ts';

/** The server without HTTP: the real store in a temporary directory, the real worker, and the engines. */
export interface Workbench {
  store: Store;
  embedder: Embedder;
  engines: Engines;
  /** What every search of it is made with. */
  searching: SearchDependencies;
  answerer: Answerer;
  /** Ingests the documents into a new project, and has the reader read them. Calls `onDone` after each document. */
  ingest(group: Documents, onDone: (done: number) => void): Promise<Ingested>;
  close(): Promise<void>;
}

/** The documents for one project. */
export type Documents = Pick<Group, 'name' | 'folder' | 'documents'>;

export interface Ingested {
  projectId: string;
  /** The documents by source. */
  documents: Map<string, SetDocument>;
  failed: { title: string; code: string }[];
  chunks: number;
  seconds: number;
}

/** The number of sources passed to the worker at a time, enough to keep two child processes busy. */
const BATCH = 16;

/**
 * Opens a workbench in a new temporary directory, which `close` removes. The engines stay open. `storeEngine`: of
 * `STORE_ENGINES`. `weights`: others than the server ships with.
 */
export async function openWorkbench(
  engines: Engines,
  storeEngine = 'sqlite',
  weights?: TrainedForSearch,
): Promise<Workbench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'footnote-eval-'));
  const log = createLog(() => {}, 'error');
  const { embedder, reranker, reader, generator } = engines;
  const open = STORE_ENGINES[storeEngine];
  if (!open)
    throw new Error(`There is no store ${storeEngine}. Available are ${Object.keys(STORE_ENGINES).join(', ')}.`);
  const store = await open({ dataDir, embedder, log });
  const fetcher = createFetcher({ temporaryDirectory: store.files.temporaryDirectory });
  const parser = createParserHere();
  const worker = createIngestionWorker({ store, embedder, log, fetcher, parser, concurrency: 2 });
  await worker.start();
  const userId = newId('usr');
  const account = { email: 'eval@example.org', name: 'Evaluation', passwordHash: '', createdAt: Date.now() };
  await store.users.create({ id: userId, ...account, tokenEpoch: 1, keptToken: null });

  const createProject = async (name: string) => {
    const project = aProject({ userId, name });
    await store.projects.create(project);
    return project.id;
  };

  const createSource = async (group: Documents, document: SetDocument, projectId: string) => {
    const extension = document.path?.split('.').at(-1) ?? document.format;
    // A title may contain slashes, a file name may not. The index contains the name beside the title.
    const named = `${document.title.replace(/\.(?:pdf|md|txt)$/, '').replace(/[/\\]/g, ' ')}.${extension}`;
    const temporary = join(store.files.temporaryDirectory, newId('src'));
    if (document.path) await copyFile(join(group.folder, document.path), temporary);
    else await writeFile(temporary, document.text ?? '');
    const id = newId('src');
    const now = Date.now();
    await store.sources.create({
      id,
      projectId,
      type: 'file',
      status: 'processing',
      metadata: { filename: document.filename ?? named },
      fileId: await store.files.adopt(temporary),
      chunksCount: 0,
      progress: null,
      reading: null,
      error: null,
      createdAt: now,
      updatedAt: now,
      completedAt: null,
      externalId: null,
      url: null,
      labels: {},
      contentHash: null,
    });
    worker.notify();
    return id;
  };

  const questionReader = reader && patientReader(reader, store);
  const searching = { store, embedder, reranker, questionReader, ...(weights && { weights }) };
  return {
    store,
    embedder,
    engines,
    searching,
    answerer: createAnswerer(
      { ...searching, embedder: () => embedder },
      generator && { generator, log, now: Date.now },
    ),
    async ingest(group, onDone) {
      const started = performance.now();
      const projectId = await createProject(group.name);
      const documents = new Map<string, SetDocument>();
      const failed: Ingested['failed'] = [];
      for (let from = 0; from < group.documents.length; from += BATCH) {
        const open = new Map<string, SetDocument>();
        for (const document of group.documents.slice(from, from + BATCH)) {
          open.set(await createSource(group, document, projectId), document);
        }
        while (open.size > 0) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          for (const [id, document] of open) {
            const source = await store.sources.byId(id);
            if (source?.status !== 'completed' && source?.status !== 'failed') continue;
            open.delete(id);
            documents.set(id, document);
            if (source.error) failed.push({ title: document.title, code: source.error.code });
            onDone(documents.size);
          }
        }
      }
      if (reader) await readAll(reader, store);
      const chunks = await store.chunks.count(projectId);
      return { projectId, documents, failed, chunks, seconds: (performance.now() - started) / 1000 };
    },
    async close() {
      await worker.stop();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
