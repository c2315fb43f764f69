import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCuratedFinder } from '../../../server/answering/curated/curated-finder.ts';
import type { AnswerEvent, Question } from '../../../server/answering/types.ts';
import { type Env, readEnv } from '../../../server/config/env.ts';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { createHttpServer, listen } from '../../../server/http/listen.ts';
import { createApiDocument } from '../../../server/http/openapi/api-document.ts';
import { type Endpoint, endpointsOf, type Route } from '../../../server/http/routes.ts';
import { createUploadIdentifier } from '../../../server/ingestion/file-type/identify-upload.ts';
import { checkRepositoryUrl, createGitClient } from '../../../server/ingestion/git/git-client.ts';
import { checkUrl, parseAddressRange } from '../../../server/ingestion/web/url-policy.ts';
import type { Mail } from '../../../server/mail/mailer.ts';
import { createDiskSpace, type DiskUsage } from '../../../server/platform/files/disk-space.ts';
import { createLog } from '../../../server/platform/log.ts';
import { commandInItsFolder } from '../../../server/platform/program/command-line.ts';
import { createApi } from '../../../server/runtime/api/create-api.ts';
import { createBackupStorage } from '../../../server/runtime/backup-storage.ts';
import { createEngineInstaller } from '../../../server/runtime/engine-installer.ts';
import { serverRestart } from '../../../server/runtime/maintenance-here.ts';
import { createMetrics } from '../../../server/runtime/metrics.ts';
import { createModelFiles } from '../../../server/runtime/model-files.ts';
import { createServerState } from '../../../server/runtime/server-state.ts';
import { createUploadStorage } from '../../../server/runtime/upload-storage.ts';
import { createPasswords } from '../../../server/services/accounts/passwords.ts';
import { createSetupToken } from '../../../server/services/accounts/setup-link.ts';
import { createBackupUploads } from '../../../server/services/server/backup-uploads.ts';
import { createBackupService } from '../../../server/services/server/backups.ts';
import { createEngineService } from '../../../server/services/server/engines.ts';
import { createModelFileService } from '../../../server/services/server/model-files.ts';
import { createModelService } from '../../../server/services/server/models.ts';
import type { Store } from '../../../server/store/types.ts';
import { createScriptedModelManager } from '../models/scripted-model-manager.ts';
import { createScriptedModelServers } from '../models/scripted-model-servers.ts';
import { openPreparedStore } from '../stores/empty-database.ts';
import { createAnswerCheck } from './answer-check.ts';

export const SECRET = 'a-secret-for-tests-0123456789-abcdefghij';
export const DIMENSIONS = 8;

/** A response. `body` is the parsed JSON, or the text if it is not JSON. */
export interface Called {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  body: any;
}

export interface CallOptions {
  token?: string | undefined;
  key?: string | undefined;
  origin?: string | undefined;
  headers?: Record<string, string>;
  /** Sent as JSON; a FormData is sent as it is. */
  body?: unknown;
}

export interface TestApp {
  url: string;
  /** With which the first account can be created. */
  setupToken: string;
  dataDir: string;
  store: Store;
  endpoints: Endpoint[];
  /** The same, with the pages for browsers. */
  routes: readonly Route[];
  /** All log lines so far. */
  log: string[];
  /** The questions that reached the answerer. */
  questions: Question[];
  /** Moves the clock of everything but the store. */
  travel(milliseconds: number): void;
  /** The time of that clock. */
  now(): number;
  call(method: string, path: string, options?: CallOptions): Promise<Called>;
  /** The files of uploads in progress. */
  temporaryFiles(): Promise<string[]>;
  /** The number of times that ingestion was notified of a new job. */
  notified(): number;
  close(): Promise<void>;
}

export type Answerer = (question: Question) => AsyncGenerator<AnswerEvent>;

/** Repeats the question, without a citation. */
export async function* echo(question: Question): AsyncGenerator<AnswerEvent> {
  yield { type: 'text', delta: `You asked: ${question.text}` };
  yield {
    type: 'finish',
    reason: 'stop',
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
    suggestions: [],
    unsupported: [],
  };
}

/**
 * Starts the real API on a SQLite file (unless `open` says otherwise) and a port, with a scripted answerer and no worker. Rate limits are off by default.
 * `close` fails if a route returned a status that it does not declare, or anything that the API document does not describe.
 */
export async function startApp(
  options: {
    env?: Partial<Env>;
    answer?: Answerer;
    widgetDirectory?: string;
    consoleDirectory?: string;
    referenceDirectory?: string;
    packagesDirectory?: string;
    /** Called when a message to a webhook is queued on request. */
    onDeliveryQueued?: () => void;
    /** Whether the server sends mail. Default: it does. */
    sendsMail?: boolean;
    /** Called with each mail. With `refuse`, the mail server does not take one that somebody waits for. */
    onMail?: (mail: Mail) => unknown;
    /** Called when the operator restarts the server. */
    onRestart?: () => void;
    /** The disk of the data directory. Default: one with much room. */
    disk?: () => DiskUsage;
    /** Opens its store. Default: a SQLite file. */
    open?: (dataDir: string, embedder: { id: string; dimensions: number }) => Promise<Store>;
  } = {},
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'footnote-app-'));
  const env: Env = {
    ...readEnv({}),
    dataDir,
    backupDir: join(dataDir, 'backups'),
    enginesDir: join(dataDir, 'engines'),
    rateLimits: { general: 0, chat: 0, search: 0, ingestion: 0 },
    ...options.env,
  };
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));
  const embedder = { id: 'test', dimensions: DIMENSIONS };
  const store = await (options.open?.(dataDir, embedder) ?? openPreparedStore({ dataDir, embedder, log }));
  const undeclared: string[] = [];
  const undescribed = new Set<string>();
  const questions: Question[] = [];
  let ahead = 0;
  let notified = 0;
  let url = '';
  const answer = options.answer ?? echo;
  const allowedRanges = env.scrapeAllowCidrs.map(parseAddressRange).filter((range) => range !== null);
  const clock = () => Date.now() + ahead;

  const backups = createBackupService({
    storage: createBackupStorage({ env, shared: store.shared, now: clock }),
    ...{ log, now: clock },
  });
  const backupUploads = createBackupUploads({
    storage: createUploadStorage({ env, now: clock }),
    ...{ backups, log, now: clock },
  });
  const disk = createDiskSpace({
    folder: join(dataDir, 'no-disk'),
    minimum: env.minimumFree,
    measure: async () => options.disk?.() ?? { free: 1e12, total: 1e12 },
    now: clock,
  });
  const api = createApi({
    env,
    log,
    store,
    disk,
    signingSecret: SECRET,
    // At its cost, a password would be most of what many tests do.
    passwords: createPasswords({ memory: 64, passes: 1, parallelism: 1 }),
    version: '1.2.3',
    command: commandInItsFolder(),
    metrics: createMetrics({
      version: '1.2.3',
      jobs: store.jobs.counts,
      answers: () => ({ running: 0, waiting: 0, limit: 0 }),
      onQuestion: () => undefined,
      reEmbedding: async () => null,
    }),
    reserve: () => ({
      answer(question) {
        questions.push(question);
        return answer(question);
      },
      release: () => undefined,
    }),
    curated: createCuratedFinder({ store, embedder: () => null, now: clock }),
    embedder: () => null,
    reranker: () => null,
    questionReader: null,
    identifyFile: createUploadIdentifier(() => false),
    readsPictures: () => false,
    models: createModelService({
      ...createScriptedModelManager(),
      servers: createScriptedModelServers(),
      engines: createEngineService({
        installer: createEngineInstaller({
          ...{ env, catalogue: [] },
          engineManager: {
            engines: () => ({
              embedder: createBuiltinEmbedder(),
              generator: null,
              reranker: null,
              reader: null,
              verifier: null,
            }),
          },
        }),
        ...{ log, now: clock },
      }),
      files: createModelFileService({
        files: createModelFiles({
          ...{ env, catalogue: [], reEmbedding: async () => null },
          running: createScriptedModelManager().running,
        }),
        ...{ log, now: clock },
      }),
      reEmbedding: async () => null,
      offline: env.offline,
      shared: store.shared,
      log,
    }),
    backups,
    backupUploads,
    restart: serverRestart(env),
    stopToRestart: () => options.onRestart?.(),
    openedWithoutAccount: () => undefined,
    checkUrl: (text) => checkUrl(text, allowedRanges),
    git: createGitClient({ allowedRanges }),
    checkRepositoryUrl: (text) => checkRepositoryUrl(text, allowedRanges),
    mailer:
      options.sendsMail === false
        ? null
        : {
            send: (mail) => void options.onMail?.(mail),
            sendNow: async (mail) => options.onMail?.(mail) !== 'refuse',
          },
    notifyDeliveries: () => options.onDeliveryQueued?.(),
    notifyIngestion: () => {
      notified += 1;
    },
    serverState: createServerState({
      env,
      version: '1.2.3',
      store,
      disk,
      catalogue: [],
      engines: () => ({ embedder: { id: 'test' }, generator: null, reranker: null, reader: null, verifier: null }),
      ready: async () => ({ embedder: true, answerer: true }),
      answers: () => ({ running: 0, waiting: 0, limit: 0 }),
      load: () => ({ lastHour: 120, lastDay: 900, busiest: { questions: 60, busy: 0.12 } }),
    }),
    readiness: async () => ({ database: 'ok', embedder: 'ok', answerer: 'ok', queue: 'ok', disk: await disk.state() }),
    widgetBuild: { directory: options.widgetDirectory ?? join(dataDir, 'no-widget'), version: '4.5.6' },
    consoleBuild: { directory: options.consoleDirectory ?? join(dataDir, 'no-console') },
    referenceBuild: { directory: options.referenceDirectory ?? join(dataDir, 'no-reference') },
    packagesBuild: { directory: options.packagesDirectory ?? join(dataDir, 'no-packages') },
    publicUrl: () => url,
    now: clock,
    onUndeclared: (route, status) => undeclared.push(`${route} answered ${status}`),
  });
  const server = createHttpServer(api.listener);
  url = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}`;
  const endpoints = endpointsOf(api.routes);
  const problemWith = answerCheckFor(endpoints);

  return {
    url,
    setupToken: createSetupToken(SECRET),
    dataDir,
    store,
    endpoints,
    routes: api.routes,
    log: lines,
    questions,
    travel: (milliseconds) => {
      ahead += milliseconds;
    },
    now: clock,
    async call(method, path, call) {
      const called = await callUrl(method, `${url}${path}`, call);
      const problem = problemWith(method, path, called);
      if (problem) undescribed.add(problem);
      return called;
    },
    temporaryFiles: () => readdir(store.files.temporaryDirectory),
    notified: () => notified,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await backups.close();
      await api.close();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
      if (undescribed.size > 0) throw new Error(`Not as described: ${[...undescribed].join('\n')}`);
      if (undeclared.length > 0) throw new Error(`Undeclared answers: ${[...new Set(undeclared)].join(', ')}`);
    },
  };
}

type AnswerCheck = ReturnType<typeof createAnswerCheck>;

const answerChecks = new Map<string, AnswerCheck>();

/**
 * The checks by what the API document is made of; the schemas of a route are constants. Creating the document and the check takes
 * longer than starting the app.
 */
function answerCheckFor(endpoints: Endpoint[]): AnswerCheck {
  const routes = endpoints.map(({ method, path, rule: { name, answers } }) => [method, path, name, answers]);
  const key = JSON.stringify(routes);
  // The limits are in its introduction only.
  const server = { version: '1.2.3', perMinute: readEnv({}).rateLimits };
  const check = answerChecks.get(key) ?? createAnswerCheck(createApiDocument(endpoints, server));
  answerChecks.set(key, check);
  return check;
}

async function callUrl(method: string, url: string, options: CallOptions = {}): Promise<Called> {
  const headers = new Headers(options.headers);
  if (options.token) headers.set('authorization', `Bearer ${options.token}`);
  if (options.key) headers.set('x-api-key', options.key);
  if (options.origin !== undefined) headers.set('origin', options.origin);
  const init: RequestInit = { method, headers };
  if (options.body instanceof FormData) init.body = options.body;
  else if (options.body !== undefined) {
    init.body = typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
  }
  const response = await fetch(url, init);
  const text = await response.text();
  const json = response.headers.get('content-type')?.match(/^application\/json(;|$)/) && text !== '';
  return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : text };
}
