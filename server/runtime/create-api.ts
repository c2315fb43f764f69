import type { RequestListener } from 'node:http';
import type { ServerState } from '@footnote/sdk/contract';
import { createTracer } from '../answering/output/trace.ts';
import { createUnansweredFinder } from '../answering/retrieval/unanswered-questions.ts';
import type { AnswerEvent, AnswerRoom, FinishReason } from '../answering/types.ts';
import type { Env } from '../config/env.ts';
import { createBuiltinEmbedder } from '../engines/builtin/builtin-embedder.ts';
import type { Embedder } from '../engines/types.ts';
import { createKoa } from '../http/koa.ts';
import { type Endpoint, endpointsOf } from '../http/routes.ts';
import type { Log } from '../platform/log.ts';
import type { Part, PartState } from '../routes/health.ts';
import { createApiRoutes } from '../routes/index.ts';
import { createAccess } from '../services/access.ts';
import { createAccounts } from '../services/accounts.ts';
import { createApiKeyService } from '../services/api-keys.ts';
import { createChatService } from '../services/chat.ts';
import { createConversationService } from '../services/conversations.ts';
import { createCredentialVerifiers } from '../services/credentials.ts';
import { createLoginThrottle } from '../services/login-throttle.ts';
import type { ModelService } from '../services/models.ts';
import { originAllowed } from '../services/origins.ts';
import { createPassageService } from '../services/passages.ts';
import { createPasswords } from '../services/passwords.ts';
import { createProjectService } from '../services/projects.ts';
import { createRunningChats } from '../services/running-chats.ts';
import type { IdentifyFile } from '../services/source-files.ts';
import { type CheckUrl, createSourceService } from '../services/sources.ts';
import { createTokens } from '../services/tokens.ts';
import { createUnansweredService } from '../services/unanswered.ts';
import { createUsage } from '../services/usage.ts';
import { createWidgetTokenService } from '../services/widget-tokens.ts';
import type { Store } from '../store/types.ts';
import type { Metrics } from './metrics.ts';

/** What the API stands on; app.ts chooses the parts. */
export interface ApiParts {
  env: Env;
  log: Log;
  store: Store;
  signingSecret: string;
  version: string;
  /** How its command begins in its own folder. */
  command: string;
  /** Room for one answer; throws 429 `busy` where there is none. */
  reserve: () => AnswerRoom;
  /** The one whose vectors are searched by now; null where there is none. */
  embedder: () => Embedder | null;
  models: ModelService;
  identifyFile: IdentifyFile;
  checkUrl: CheckUrl;
  /** There is a new ingestion job. */
  notifyIngestion: () => void;
  readiness: () => Promise<Record<Part, PartState>>;
  /** How the whole server is. */
  serverState: () => Promise<ServerState>;
  metrics: Metrics;
  widgetBuild: { directory: string; version: string };
  consoleBuild: { directory: string };
  referenceBuild: { directory: string };
  /** Asked per link, as without a configured address it is known only once the server listens. */
  publicUrl: () => string;
  now: () => number;
  /** Hears of a status that a route answered without declaring it. */
  onUndeclared: (route: string, status: number) => void;
}

export interface Api {
  listener: RequestListener;
  endpoints: Endpoint[];
  /** Ends the answers that are being written; their readers are told. */
  endAnswers(): void;
  /** Waits until the answers that have ended are stored, and writes what is still only counted. */
  close(): Promise<void>;
}

/** An answer ends at most a second after its credential was revoked, also by another server. */
const LOOK_FOR_REVOKED_EVERY_MS = 500;

/** Wires services, routes and middleware on top of the given parts. */
export function createApi(parts: ApiParts): Api {
  const { env, log, store, metrics, now } = parts;
  const { users, revocations, projects } = store;
  const tokens = createTokens({ secret: parts.signingSecret, now });
  const usage = createUsage({ store, log, now });
  const access = createAccess(store);
  const chats = createRunningChats(store.shared ? LOOK_FOR_REVOKED_EVERY_MS : null);
  const verifiers = createCredentialVerifiers({
    tokens,
    users,
    revocations,
    apiKeys: store.apiKeys,
    projects,
    onKeyUsed: usage.keyUsed,
    now,
  });

  const routes = createApiRoutes({
    access,
    usage,
    defaultRetentionDays: env.conversationRetentionDays || null,
    accounts: createAccounts({
      users,
      revocations,
      chats,
      passwords: createPasswords(),
      tokens,
      throttle: createLoginThrottle({
        limits: store.limits,
        addresses: store.loginAddresses,
        secret: parts.signingSecret,
        log,
        now,
      }),
      registration: env.registration,
      now,
    }),
    projects: createProjectService({ projects, chats, usage, now }),
    apiKeys: createApiKeyService({ apiKeys: store.apiKeys, chats, now }),
    sources: createSourceService({ ...parts, now }),
    chat: createChatService({
      store,
      access,
      chats,
      verifyAgain: verifiers.verifyAgain,
      usage,
      reserve: counted(parts.reserve, metrics),
      createTracer,
      now,
    }),
    conversations: createConversationService({ store, usage }),
    unanswered: createUnansweredService({
      store,
      finder: createUnansweredFinder({ store, spelling: createBuiltinEmbedder(), embedder: parts.embedder }),
    }),
    passages: createPassageService({ store, tokens, publicUrl: parts.publicUrl }),
    widgetTokens: createWidgetTokenService({ projects, access, tokens, now }),
    models: parts.models,
    version: parts.version,
    command: parts.command,
    now,
    readiness: parts.readiness,
    serverState: parts.serverState,
    widgetBuild: parts.widgetBuild,
    consoleBuild: parts.consoleBuild,
    metricsToken: env.metricsToken,
    metrics: metrics.render,
    referenceBuild: parts.referenceBuild,
    async openApi() {
      // Loaded for the few who ask: a server that answers questions needs none of it.
      const { createApiDocument } = await import('../documentation/api-document.ts');
      const server = { version: parts.version, perMinute: env.rateLimits };
      return JSON.stringify(createApiDocument(endpointsOf(routes), server));
    },
  });

  const koa = createKoa({
    routes,
    log,
    verifiers,
    cors: {
      async allows(origin, projectId) {
        if (projectId === null) return projects.anyAllowsOrigin((listed) => originAllowed(listed, origin));
        const project = await projects.byId(projectId);
        return project !== null && originAllowed(project.allowedOrigins, origin);
      },
    },
    rateLimit: {
      perMinute: env.rateLimits,
      hit: store.limits.hit.bind(store.limits),
      async projectOf(userId, named) {
        const projectId =
          'projectId' in named ? named.projectId : (await store.sources.byId(named.sourceId))?.projectId;
        const project = projectId === undefined ? null : await projects.byId(projectId);
        return project?.userId === userId ? project.id : null;
      },
      now,
    },
    bodies: { temporaryDirectory: store.files.temporaryDirectory, maxUploadMegabytes: env.maxUploadMegabytes },
    idempotency: { store: store.idempotency, now },
    trustedProxies: env.trustedProxies,
    https: env.publicUrl?.startsWith('https:') ?? false,
    onRequest: metrics.request,
    onUndeclared: parts.onUndeclared,
  });

  return {
    listener: koa.callback(),
    endpoints: endpointsOf(routes),
    endAnswers: chats.stop,
    async close() {
      await chats.settled();
      await usage.close();
    },
  };
}

/** The same answers, each counted by how it ended. */
function counted(reserve: ApiParts['reserve'], metrics: Metrics): ApiParts['reserve'] {
  async function* watched(events: AsyncGenerator<AnswerEvent>, signal: AbortSignal) {
    // What ends before its last event was not waited for.
    let outcome: FinishReason = 'aborted';
    try {
      for await (const event of events) {
        if (event.type === 'finish') outcome = event.reason;
        yield event;
      }
    } catch (error) {
      if (!signal.aborted) outcome = 'error';
      throw error;
    } finally {
      metrics.question(outcome);
    }
  }
  return () => {
    const room = reserve();
    return { ...room, answer: (question) => watched(room.answer(question), question.signal) };
  };
}
