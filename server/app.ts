import { setTimeout as pause } from 'node:timers/promises';
import type { Readiness } from '@footnote/sdk/contract';
import type { Env } from './config/env.ts';
import type { Model } from './engines/catalogue/model-types.ts';
import { allModels } from './engines/own-models/own-models.ts';
import { createHttpServer, drain, listen } from './http/listen.ts';
import { createUploadIdentifier } from './ingestion/file-type/identify-upload.ts';
import { checkRepositoryUrl, createGitClient } from './ingestion/git/git-client.ts';
import { createFetcher } from './ingestion/web/fetcher.ts';
import { createPoster } from './ingestion/web/poster.ts';
import { type AddressRange, checkUrl, parseAddressRange } from './ingestion/web/url-policy.ts';
import { createMailer } from './mail/mailer.ts';
import { createDiskSpace } from './platform/files/disk-space.ts';
import type { Log } from './platform/log.ts';
import { localAddress } from './platform/network/local-host.ts';
import { refusalOf } from './platform/network/refused-address.ts';
import { commandInItsFolder } from './platform/program/command-line.ts';
import { packageVersion } from './platform/program/package-version.ts';
import type { ApiParts } from './runtime/api/api-parts.ts';
import { createApi } from './runtime/api/create-api.ts';
import { createBackupStorage } from './runtime/backup-storage.ts';
import { findBuilds } from './runtime/builds.ts';
import { createEngineInstaller } from './runtime/engine-installer.ts';
import { chooseEngines, createEngineManager } from './runtime/engine-manager.ts';
import { createLoadMeter } from './runtime/load-meter.ts';
import { serverRestart } from './runtime/maintenance-here.ts';
import { createMetrics } from './runtime/metrics.ts';
import { createModelExaminer } from './runtime/model-examiner.ts';
import { createModelFiles } from './runtime/model-files.ts';
import { createModelManager } from './runtime/model-manager.ts';
import { createModelServers } from './runtime/model-servers.ts';
import { recordRestore, restorePlanned } from './runtime/planned-restore.ts';
import { createServerState } from './runtime/server-state.ts';
import { createUploadStorage } from './runtime/upload-storage.ts';
import { createPasswords } from './services/accounts/passwords.ts';
import { setupLink } from './services/accounts/setup-link.ts';
import { createSetupReminder } from './services/accounts/setup-reminder.ts';
import { createBackupUploads } from './services/server/backup-uploads.ts';
import { createBackupService } from './services/server/backups.ts';
import { createEngineService } from './services/server/engines.ts';
import { createModelFileService } from './services/server/model-files.ts';
import { createModelService } from './services/server/models.ts';
import { startRetention } from './services/server/retention.ts';
import { loadSecret, openStore, readSecret } from './store/open-store.ts';
import { createDeliveryWorker } from './webhooks/delivery-worker.ts';

export interface App {
  /** Resolves when the operator wants the server restarted. */
  restartRequested: Promise<void>;
  /**
   * Opens the port, then begins to work on sources. `setupLink`: where the first account is created; null if there is one. Until
   * there is one, `remindOfSetup` is called with it when somebody opens the console, once a minute at most.
   */
  listen(options?: { remindOfSetup: (link: string) => void }): Promise<{ url: string; setupLink: string | null }>;
  /**
   * Gives its jobs back and reports that it is not ready; answers on for `drainSeconds`; then takes no more requests, finishes
   * those under way (10 s at most), writes everything, closes.
   */
  close(): Promise<void>;
}

/** A database that does not answer within this time counts as failing. */
const PING_TIMEOUT_MS = 2_000;

/** The composition root: chooses the parts and wires them. Throws an error with a sentence where a part cannot start. */
export async function createApp(env: Env, log: Log, models?: Model[]): Promise<App> {
  const catalogue = models ?? (await allModels(env.dataDir));
  const parts = await createParts(env, log, catalogue, (projectId) => api.documentsChanged(projectId));
  const { store, engineManager, retention, deliveries, backups, backupUploads } = parts;
  const restart = Promise.withResolvers<void>();
  const state: AppState = {
    stopping: false,
    url: env.publicUrl ?? '',
    stopToRestart: restart.resolve,
    openedWithoutAccount: () => undefined,
  };
  const api = createApi(await apiParts(env, log, catalogue, parts, state));
  const behindProxy = env.trustedProxies > 0;
  const server = createHttpServer(
    (request, response) => {
      // The client's next request finds another server, or this one when it has started again.
      if (state.stopping) response.setHeader('connection', 'close');
      return api.listener(request, response);
    },
    { behindProxy },
  );

  return {
    restartRequested: restart.promise,

    async listen(options) {
      const port = await listen(server, env.host, env.port);
      state.url = env.publicUrl ?? localAddress(env.host, port);
      await engineManager.start();
      deliveries.start();
      api.repositories.start();
      backups.startSchedule();
      backupUploads.start();
      await retention.sweep();
      const link = setupLink(state.url, parts.signingSecret);
      state.openedWithoutAccount = createSetupReminder(
        () => options?.remindOfSetup(link),
        () => performance.now(),
      );
      return { url: state.url, setupLink: (await store.users.count()) === 0 ? link : null };
    },

    async close() {
      state.stopping = true;
      retention.stop();
      parts.load.close();
      // At once: another server may take over what this one was reading.
      const released = parts.models.close().then(() => engineManager.stop());
      // Its failure is thrown where it is awaited.
      released.catch(() => undefined);
      const delivered = deliveries.stop();
      const repositoriesRead = api.repositories.stop();
      backupUploads.close();
      await backups.close();
      if (server.listening) await pause(env.drainSeconds * 1_000);
      await drain(server, api.endAnswers);
      await released;
      await delivered;
      await parts.fetcher.close();
      await repositoriesRead;
      await parts.poster.close();
      await parts.git.close();
      parts.mailer?.close();
      await api.close();
      await engineManager.close();
      await store.close();
    },
  };
}

/** What changes while the server runs. */
interface AppState {
  stopping: boolean;
  /** Empty until it listens, where no address is configured. */
  url: string;
  stopToRestart: () => void;
  /** Called when somebody opens the console of a server without an account. */
  openedWithoutAccount: () => void;
}

type Parts = Awaited<ReturnType<typeof createParts>>;

async function createParts(
  env: Env,
  log: Log,
  catalogue: Model[],
  /** Called once the server works, with a project whose documents have changed. */
  documentsChanged: (projectId: string) => void,
) {
  const restored = await restorePlanned(env, log);
  const engines = await chooseEngines(env, catalogue, log, () => readSecret(env));
  const disk = createDiskSpace({ folder: env.dataDir, minimum: env.minimumFree });
  // A disk that is full may leave no room for the start.
  await disk.beforeWrite();
  const store = await openStore(env, engines.embedder, log);
  if (restored) await recordRestore(store, restored);
  const version = await packageVersion('@footnote/server');
  const allowedRanges = env.scrapeAllowCidrs.map(parseAddressRange).filter((range) => range !== null);
  const fetcher = createFetcher({ temporaryDirectory: store.files.temporaryDirectory, allowedRanges });
  const reEmbedding = async () => (await store.vectorIndexes.state()).building;
  const answers = () => engineManager.counts();
  const load = createLoadMeter();
  const metrics = createMetrics({ version, jobs: store.jobs.counts, answers, onQuestion: load.question, reEmbedding });
  const engineManager = await createEngineManager({
    env,
    catalogue,
    store,
    fetcher,
    disk,
    engines,
    log,
    onOutcome(outcome, projectId) {
      metrics.ingestion(outcome);
      if (projectId !== undefined) documentsChanged(projectId);
    },
    onVerification: metrics.verification,
  });
  const signingSecret = await loadSecret(env);
  const examiner = createModelExaminer(env);
  const manager = createModelManager({ env, catalogue, engineManager, examiner, shared: store.shared, log });
  const models = createModelService({
    ...manager,
    servers: createModelServers({ env, engineManager, examiner, secret: signingSecret, log }),
    engines: createEngineService({
      installer: createEngineInstaller({ env, catalogue, engineManager }),
      log,
      now: store.now,
    }),
    files: createModelFileService({
      files: createModelFiles({ env, catalogue, running: manager.running, reEmbedding }),
      log,
      now: store.now,
    }),
    reEmbedding,
    offline: env.offline,
    shared: store.shared,
    log,
  });
  const backups = createBackupService({
    storage: createBackupStorage({ env, shared: store.shared, now: store.now }),
    log,
    now: store.now,
  });
  const backupUploads = createBackupUploads({
    storage: createUploadStorage({ env, now: store.now }),
    backups,
    log,
    now: store.now,
  });
  const retention = startRetention({ store, conversationDays: env.conversationRetentionDays, log, now: store.now });
  const poster = createPoster({ allowedRanges });
  const git = createGitClient({ allowedRanges });
  const mailer = env.mail && createMailer({ ...env.mail, log });
  const deliveries = createDeliveryWorker({ store, poster, secret: signingSecret, log });
  return {
    store,
    disk,
    signingSecret,
    version,
    allowedRanges,
    fetcher,
    load,
    metrics,
    engineManager,
    models,
    backups,
    backupUploads,
    retention,
    poster,
    git,
    deliveries,
    mailer,
  };
}

async function apiParts(env: Env, log: Log, catalogue: Model[], parts: Parts, state: AppState): Promise<ApiParts> {
  const { store, disk, signingSecret, version, metrics, engineManager, models, backups, backupUploads } = parts;
  const { engines, ready, counts: answers } = engineManager;
  const identifyFile = createUploadIdentifier(engineManager.readsPictures);
  return {
    env,
    log,
    store,
    disk,
    signingSecret,
    version,
    metrics,
    models,
    backups,
    backupUploads,
    identifyFile,
    command: commandInItsFolder(),
    restart: serverRestart(env),
    stopToRestart: () => state.stopToRestart(),
    openedWithoutAccount: () => state.openedWithoutAccount(),
    readsPictures: engineManager.readsPictures,
    reserve: engineManager.reserve,
    curated: engineManager.curated,
    embedder: engineManager.activeEmbedder,
    reranker: () => engines().reranker,
    questionReader: engineManager.questionReader,
    checkUrl: (text) => checkUrlAndLog(text, parts.allowedRanges, log),
    git: parts.git,
    checkRepositoryUrl: (text) => checkRepositoryUrl(text, parts.allowedRanges),
    passwords: createPasswords(),
    notifyIngestion: engineManager.notify,
    notifyDeliveries: parts.deliveries.notify,
    mailer: parts.mailer,
    readiness: () => checkReadiness(parts, state),
    serverState: createServerState({
      env,
      version,
      store,
      disk,
      catalogue,
      engines,
      ready,
      answers,
      load: parts.load.read,
    }),
    ...(await findBuilds()),
    publicUrl: () => state.url,
    now: store.now,
    onUndeclared: (route, status) => log.warn('undeclared_status', { route, status }),
  };
}

/** The owner who gave the address may ask the operator to open it, who finds here what for. */
function checkUrlAndLog(text: string, allowedRanges: AddressRange[], log: Log): string | null {
  const url = checkUrl(text, allowedRanges);
  if (url !== null) return url;
  const { reason, host, port } = refusalOf(text);
  const canBeOpened = ['private_address', 'internal_name', 'port'].includes(reason);
  log.warn('address_refused', { reason, host, port, ...(canBeOpened && { setting: 'SCRAPE_ALLOW_CIDRS' }) });
  return null;
}

async function checkReadiness({ store, disk, engineManager }: Parts, state: AppState): Promise<Readiness['parts']> {
  const stateOf = (works: boolean) => (state.stopping ? 'stopping' : works ? 'ok' : 'failing');
  const ping = store.ping().then(() => true);
  const [alive, engine, room] = await Promise.all([
    Promise.race([ping, pause(PING_TIMEOUT_MS, false)]).catch(() => false),
    engineManager.ready(),
    disk.state(),
  ]);
  return {
    database: alive ? 'ok' : 'failing',
    embedder: stateOf(engine.embedder),
    answerer: stateOf(engine.answerer),
    queue: stateOf(true),
    disk: room,
  };
}
