import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { chunkDocument } from '../../../server/ingestion/chunk/chunk.ts';
import { encodeChunks } from '../../../server/ingestion/chunk/encode-chunks.ts';
import { parse } from '../../../server/ingestion/parse/parse.ts';
import type { ParserPool } from '../../../server/ingestion/parse/parser-pool.ts';
import { createFetcher } from '../../../server/ingestion/web/fetcher.ts';
import { checkUrl, parseAddressRange } from '../../../server/ingestion/web/url-policy.ts';
import { createIngestionWorker, type IngestionWorker } from '../../../server/ingestion/worker.ts';
import { createLog } from '../../../server/platform/log.ts';
import { createSourceService, type SourceService } from '../../../server/services/sources/sources.ts';
import type { SourceRow, Store } from '../../../server/store/types.ts';
import { openPreparedStore } from '../stores/empty-database.ts';
import { querySqlite, withProject } from '../stores/rows.ts';
import { until } from '../timing/until.ts';
import { asPrepared } from './prepared-document.ts';
import { type Site, startSite } from './site.ts';

/** The real ingestion of web sources, from the service to the database. The web is a site on this machine. */
export interface WebSources {
  site: Site;
  store: Store;
  sources: SourceService;
  projectId: string;
  /** All log lines so far. */
  log: string[];
  /** The address of a path on the site. */
  at(path: string, host?: string): string;
  /** Sets the addresses of host names. All others resolve to the site's address. */
  names: Map<string, string>;
  settled(id: string): Promise<SourceRow>;
  /** The texts of the live chunks that contain the words. */
  found(words: string): string[];
  /** Reads the database file. */
  rows(sql: string, ...parameters: unknown[]): unknown[];
  /** Stops the worker and starts another. */
  restart(): Promise<void>;
  /** Stops the worker until the next `restart`. */
  pause(): Promise<void>;
  temporaryFiles(): Promise<string[]>;
  close(): Promise<void>;
}

/** Parses in this process: for many small pages, starting a process for each would take most of the time. */
export const IN_PROCESS: ParserPool = {
  async prepareDocument({ path, format, fileName, isXhtml, address, repeated }) {
    const document = await parse(format, await readFile(path), () => undefined, undefined, {
      fileName,
      isXhtml,
      address,
      repeated,
    });
    return asPrepared({ document, chunks: [...encodeChunks(chunkDocument(document, fileName))] });
  },
  close: () => undefined,
};

export async function openWebSources({
  parser,
  maxSources = null,
  deadline = 2_000,
  concurrency = 1,
}: {
  parser?: ParserPool;
  maxSources?: number | null;
  /** Milliseconds for a page with its redirects. */
  deadline?: number;
  /** How many documents of one account are read at the same time. */
  concurrency?: number;
} = {}): Promise<WebSources> {
  const site = await startSite();
  const embedder = createBuiltinEmbedder();
  const dataDir = await mkdtemp(join(tmpdir(), 'footnote-web-'));
  const log: string[] = [];
  const logger = createLog((line) => log.push(line));
  const store = await openPreparedStore({ dataDir, embedder, log: logger });
  const allowedRanges = [parseAddressRange('127.0.0.1/32')].filter((range) => range !== null);
  const names = new Map<string, string>();
  const fetcher = createFetcher({
    temporaryDirectory: store.files.temporaryDirectory,
    allowedRanges,
    deadline,
    resolve: async (name) => [{ address: names.get(name) ?? '127.0.0.1', family: 4 }],
  });
  let worker: IngestionWorker;
  const start = async () => {
    worker = createIngestionWorker({
      concurrency,
      store,
      embedder,
      fetcher,
      log: logger,
      backOff: 30,
      crawlDelay: 0,
      quotas: { sources: maxSources, bytes: null, projectBytes: null },
      ...(parser && { parser }),
    });
    await worker.start();
  };
  await start();

  return {
    site,
    store,
    log,
    names,
    projectId: (await withProject(store)).id,
    sources: createSourceService({
      store,
      identifyFile: async () => ({ filename: 'notes.md', contentType: 'text/markdown' }),
      checkUrl: (text) => checkUrl(text, allowedRanges),
      notifyIngestion: () => worker.notify(),
      now: Date.now,
    }),
    at: (path, host = 'docs.example.com') => `http://${host}:${site.port}${path}`,
    async settled(id) {
      const status = async () => (await store.sources.byId(id))?.status ?? '';
      await until(async () => ['completed', 'failed'].includes(await status()), `the end of the work on ${id}`);
      return (await store.sources.byId(id)) as SourceRow;
    },
    found: (words) =>
      querySqlite<{ text: string }>(
        dataDir,
        `select text from chunks join generations on generations.id = chunks.generation
         where state = 'live' and instr(text, ?) > 0`,
        words,
      ).map(({ text }) => text),
    rows: (sql, ...parameters) => querySqlite(dataDir, sql, ...parameters),
    pause: () => worker.stop(),
    async restart() {
      await worker.stop();
      await start();
    },
    temporaryFiles: () => readdir(store.files.temporaryDirectory),
    async close() {
      await worker.stop();
      await fetcher.close();
      await store.close();
      await site.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
