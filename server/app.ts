import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createAnswerer } from './answering/pipeline.ts';
import { createApi } from './api.ts';
import { chooseEmbedder, chooseGenerator, chooseReranker, restoreEmbedder } from './choose-engines.ts';
import { createEmbedders } from './embedders.ts';
import { CATALOGUE } from './engines/model-catalogue.ts';
import type { Env } from './env.ts';
import { errors } from './errors.ts';
import { createHttpServer, drain, listen } from './http/listen.ts';
import { checkUrl, parseRange } from './ingestion/address.ts';
import { createFetcher } from './ingestion/fetch.ts';
import { createReEmbedder } from './ingestion/re-embed.ts';
import { safeFileName, sniffFile } from './ingestion/sniff.ts';
import { createIngestionWorker } from './ingestion/worker.ts';
import type { Log } from './log.ts';
import { createMetrics } from './metrics.ts';
import type { PartState } from './routes/health.ts';
import { createServerState } from './server-state.ts';
import { startRetention } from './services/retention.ts';
import { keptSigningSecret } from './signing-secret.ts';
import { openSqliteStore } from './store/sqlite/open.ts';
import { versionOf } from './version.ts';

export interface App {
  /** Opens the port, then begins to work on sources. */
  listen(): Promise<{ url: string }>;
  /** Takes no more requests, finishes those under way (10 s at most), stops the worker, writes everything, closes. */
  close(): Promise<void>;
}

/** Each is read in a process of its own, which a processor should be free for; more would only share their memory limit. */
const DOCUMENTS_AT_ONCE = Math.min(4, availableParallelism());

/** The composition root: chooses the parts and wires them. Throws an error with a sentence where a part cannot start. */
export async function createApp(env: Env, log: Log, catalogue = CATALOGUE): Promise<App> {
  const embedder = await chooseEmbedder(env, catalogue, log);
  const generator = await chooseGenerator(env, catalogue, log);
  const reranker = await chooseReranker(env, catalogue, log);
  const signingSecret = env.jwtSecret ?? (await keptSigningSecret(env.dataDir));
  const store = await openSqliteStore({ dataDir: env.dataDir, embedder, log });
  const indexes = await store.vectorIndexes.state();
  const embedders = await createEmbedders(embedder, indexes, (id) => restoreEmbedder(id, env, catalogue, log), log);
  const answerer = createAnswerer(
    { store, embedder: embedders.answering, reranker },
    generator && { generator, log, now: Date.now },
  );
  const version = await versionOf('@footnote/server');
  const metrics = createMetrics({
    version,
    jobs: store.jobs.counts,
    answers: answerer.counts,
    reEmbedding: async () => (await store.vectorIndexes.state()).building,
  });
  const openedRanges = env.scrapeAllowCidrs.map(parseRange).filter((range) => range !== null);
  const fetcher = createFetcher({ temporaryDirectory: store.files.temporaryDirectory, openedRanges });
  const worker = createIngestionWorker({
    store,
    embedder,
    former: embedders.former,
    fetcher,
    log,
    concurrency: DOCUMENTS_AT_ONCE,
    onOutcome: metrics.ingestion,
  });
  const reEmbedder = createReEmbedder({ store, embedder, log, onSwitched: embedders.switched });
  const retention = startRetention({ store, conversationDays: env.conversationRetentionDays, log, now: Date.now });
  let stopping = false;
  let url = env.publicUrl ?? '';

  const api = createApi({
    env,
    log,
    store,
    signingSecret,
    version,
    metrics,
    reserve: answerer.reserve,
    embedder: embedders.answering,
    identifyFile,
    checkUrl: (text) => checkUrl(text, openedRanges),
    notifyIngestion: worker.notify,
    async readiness() {
      const state = (works: boolean): PartState => (stopping ? 'stopping' : works ? 'ok' : 'failing');
      const [alive, embeds, writes] = await Promise.all([
        store.ping().then(
          () => true,
          () => false,
        ),
        embedders.ready(),
        generator?.ready() ?? true,
      ]);
      return {
        database: alive ? 'ok' : 'failing',
        embedder: state(embeds),
        answerer: state(writes),
        queue: state(true),
      };
    },
    serverState: createServerState({
      env,
      version,
      store,
      catalogue,
      embedder: { id: embedder.id, ready: embedders.ready },
      generator,
      reranker,
      answers: answerer.counts,
    }),
    widgetBuild: {
      directory: fileURLToPath(new URL('./dist', import.meta.resolve('@footnote/widget/package.json'))),
      version: await versionOf('@footnote/widget'),
    },
    consoleBuild: {
      directory: fileURLToPath(new URL('./dist/console', import.meta.resolve('@footnote/server/package.json'))),
    },
    publicUrl: () => url,
    now: Date.now,
    onUndeclared: (route, status) => log.warn('undeclared-answer', { route, status }),
  });
  const server = createHttpServer(api.listener);

  return {
    async listen() {
      const port = await listen(server, env.host, env.port);
      const local = `http://${env.host.includes(':') ? `[${env.host}]` : env.host}:${port}`;
      url = env.publicUrl ?? local.replace('//0.0.0.0:', '//localhost:').replace('//[::]:', '//localhost:');
      await worker.start();
      reEmbedder.start();
      await retention.sweep();
      return { url };
    },

    async close() {
      stopping = true;
      retention.stop();
      await drain(server, api.endAnswers);
      await worker.stop();
      await reEmbedder.stop();
      await fetcher.close();
      await api.close();
      await generator?.close();
      await reranker?.close();
      await embedders.close();
      await store.close();
    },
  };
}

/** Name and content of an upload must agree on a format that we read. */
async function identifyFile(path: string, sentName: string): Promise<{ filename: string; contentType: string }> {
  const filename = safeFileName(sentName);
  const found = await sniffFile(path, filename);
  if ('contentType' in found) return { filename, contentType: found.contentType };
  throw found.reason === 'mismatch' ? errors.fileTypeMismatch(found.extension) : errors.unsupportedFileType();
}
