import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Env } from './config/env.ts';
import { CATALOGUE } from './engines/catalogue/model-catalogue.ts';
import { createHttpServer, drain, listen } from './http/listen.ts';
import { safeFileName, sniffFile } from './ingestion/parse/sniff.ts';
import { createFetcher } from './ingestion/web/fetch.ts';
import { checkUrl, parseRange } from './ingestion/web/url-policy.ts';
import { commandInItsFolder } from './platform/command-line.ts';
import { errors } from './platform/errors.ts';
import type { Log } from './platform/log.ts';
import { versionOf } from './platform/package-version.ts';
import type { PartState } from './routes/health.ts';
import { createApi } from './runtime/create-api.ts';
import { chooseEngines, createEngineRoom } from './runtime/engine-manager.ts';
import { createMetrics } from './runtime/metrics.ts';
import { createModelShelf } from './runtime/model-manager.ts';
import { createServerState } from './runtime/server-status.ts';
import { createModelService } from './services/models.ts';
import { startRetention } from './services/retention.ts';
import { openStore } from './store/open-store.ts';

export interface App {
  /** Opens the port, then begins to work on sources. */
  listen(): Promise<{ url: string }>;
  /**
   * Gives its jobs back and says that it is not ready, for as long as the settings want while it goes on answering; then takes
   * no more requests, finishes those under way (10 s at most), writes everything, closes.
   */
  close(): Promise<void>;
}

/** A database that has not said anything by then is as good as none. */
const LONGEST_PING_MS = 2_000;

/** The composition root: chooses the parts and wires them. Throws an error with a sentence where a part cannot start. */
export async function createApp(env: Env, log: Log, catalogue = CATALOGUE): Promise<App> {
  const engines = await chooseEngines(env, catalogue, log);
  const store = await openStore(env, engines.embedder, log);
  const version = await versionOf('@footnote/server');
  const openedRanges = env.scrapeAllowCidrs.map(parseRange).filter((range) => range !== null);
  const fetcher = createFetcher({ temporaryDirectory: store.files.temporaryDirectory, openedRanges });
  const reEmbedding = async () => (await store.vectorIndexes.state()).building;
  const metrics = createMetrics({
    version,
    jobs: store.jobs.counts,
    answers: () => room.counts(),
    reEmbedding,
  });
  const room = await createEngineRoom({ env, catalogue, store, fetcher, engines, log, onOutcome: metrics.ingestion });
  const models = createModelService({
    ...createModelShelf({ env, catalogue, room, shared: store.shared, log }),
    reEmbedding,
    offline: env.offline,
    shared: store.shared,
    log,
  });
  const retention = startRetention({ store, conversationDays: env.conversationRetentionDays, log, now: store.now });
  let stopping = false;
  let url = env.publicUrl ?? '';

  const api = createApi({
    env,
    log,
    store,
    signingSecret: env.jwtSecret ?? (await store.signingSecret()),
    version,
    command: commandInItsFolder(),
    metrics,
    reserve: room.reserve,
    embedder: room.answering,
    models,
    identifyFile,
    checkUrl: (text) => checkUrl(text, openedRanges),
    notifyIngestion: room.notify,
    async readiness() {
      const state = (works: boolean): PartState => (stopping ? 'stopping' : works ? 'ok' : 'failing');
      const [alive, engine] = await Promise.all([
        Promise.race([store.ping().then(() => true), pause(LONGEST_PING_MS, false)]).catch(() => false),
        room.ready(),
      ]);
      return {
        database: alive ? 'ok' : 'failing',
        embedder: state(engine.embedder),
        answerer: state(engine.answerer),
        queue: state(true),
      };
    },
    serverState: createServerState({
      env,
      version,
      store,
      catalogue,
      engines: room.engines,
      ready: room.ready,
      answers: room.counts,
    }),
    widgetBuild: {
      directory: fileURLToPath(new URL('./dist', import.meta.resolve('@footnote/widget/package.json'))),
      version: await versionOf('@footnote/widget'),
    },
    consoleBuild: {
      directory: fileURLToPath(new URL('./dist/console', import.meta.resolve('@footnote/server/package.json'))),
    },
    referenceBuild: {
      directory: fileURLToPath(new URL('./dist/docs', import.meta.resolve('@footnote/server/package.json'))),
    },
    publicUrl: () => url,
    now: store.now,
    onUndeclared: (route, status) => log.warn('undeclared-answer', { route, status }),
  });
  const server = createHttpServer((request, response) => {
    // Its next request finds another server, or this one when it has started again.
    if (stopping) response.setHeader('connection', 'close');
    return api.listener(request, response);
  });

  return {
    async listen() {
      const port = await listen(server, env.host, env.port);
      const local = `http://${env.host.includes(':') ? `[${env.host}]` : env.host}:${port}`;
      url = env.publicUrl ?? local.replace('//0.0.0.0:', '//localhost:').replace('//[::]:', '//localhost:');
      await room.start();
      await retention.sweep();
      return { url };
    },

    async close() {
      stopping = true;
      retention.stop();
      // At once: another server may go on with what this one was reading.
      const released = models.close().then(() => room.stop());
      // Its failure is told where it is waited for.
      released.catch(() => undefined);
      if (server.listening) await pause(env.drainSeconds * 1_000);
      await drain(server, api.endAnswers);
      await released;
      await fetcher.close();
      await api.close();
      await room.close();
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
