import type { Readiness, ServerRestart, ServerState } from '@footnote/sdk/contract';
import { EMPTY_ANSWER, reduceAnswer } from '../answering/output/reduce-answer.ts';
import { createTracer } from '../answering/output/trace.ts';
import { createPassageFinder } from '../answering/retrieval/passage-finder.ts';
import type { QuestionReader } from '../answering/retrieval/question-reader.ts';
import type { AnswerEvent, AnswerSlot, CuratedFinder } from '../answering/types.ts';
import { createUnansweredFinder } from '../answering/unanswered/unanswered-questions.ts';
import type { Env } from '../config/env.ts';
import type { Embedder, Reranker } from '../engines/types.ts';
import { createKoa } from '../http/koa.ts';
import { endpointsOf, type Route } from '../http/routes.ts';
import type { GitClient } from '../ingestion/git/git-client.ts';
import type { Mailer } from '../mail/mailer.ts';
import { handoverMail, invitationMail, passwordResetMail, refusalsMail } from '../mail/messages.ts';
import { type DiskSpace, unmeasured } from '../platform/files/disk-space.ts';
import type { Log } from '../platform/log.ts';
import { isLocalHost } from '../platform/network/local-host.ts';
import { createOidcProvider } from '../platform/network/oidc-provider.ts';
import { forgeOf } from '../repositories/forge.ts';
import { lookAtRepository } from '../repositories/look.ts';
import { createRepositoryWorker } from '../repositories/repository-worker.ts';
import { sealRepository, tokenOpener } from '../repositories/secrets.ts';
import { createApiRoutes } from '../routes/index.ts';
import { createAccess } from '../services/access/access.ts';
import { createApiKeyService } from '../services/access/api-keys.ts';
import { createCredentialVerifiers } from '../services/access/credentials.ts';
import { originAllowed } from '../services/access/origins.ts';
import { createTokens } from '../services/access/tokens.ts';
import { createWidgetOrigins } from '../services/access/widget-origins.ts';
import { createWidgetTokenService } from '../services/access/widget-tokens.ts';
import { createAccounts } from '../services/accounts/accounts.ts';
import { createAddressHash } from '../services/accounts/address-hash.ts';
import { createAuditLogService } from '../services/accounts/audit-log.ts';
import { createInvitationService } from '../services/accounts/invitations.ts';
import { createLoginThrottle } from '../services/accounts/login-throttle.ts';
import { createMailLimits } from '../services/accounts/mail-limits.ts';
import { createMemberService } from '../services/accounts/members.ts';
import { createPasswordReset } from '../services/accounts/password-reset.ts';
import type { Passwords } from '../services/accounts/passwords.ts';
import { createProviderSignIn } from '../services/accounts/provider-sign-in.ts';
import { createSecondFactorService } from '../services/accounts/second-factor.ts';
import { createSessionService } from '../services/accounts/sessions.ts';
import { isSetupToken } from '../services/accounts/setup-link.ts';
import { createUserService } from '../services/accounts/users.ts';
import { createChatService } from '../services/answers/chat.ts';
import { createConversationService } from '../services/answers/conversations.ts';
import { createCuratedAnswerService } from '../services/answers/curated-answers.ts';
import { createGoldenQuestionService } from '../services/answers/golden-questions.ts';
import { createHandoverService } from '../services/answers/handovers.ts';
import { createPassageService } from '../services/answers/passages.ts';
import { createProposalService } from '../services/answers/proposals/proposals.ts';
import { createRefusalAlerts } from '../services/answers/refusal-alerts.ts';
import { createRunningChats } from '../services/answers/running-chats.ts';
import { createSearchService } from '../services/answers/search.ts';
import { createUnansweredService } from '../services/answers/unanswered.ts';
import { createUsage } from '../services/answers/usage.ts';
import { createOverviewService } from '../services/overview.ts';
import { createProjectService } from '../services/projects.ts';
import type { BackupUploads } from '../services/server/backup-uploads.ts';
import type { BackupService } from '../services/server/backups.ts';
import type { ModelService } from '../services/server/models.ts';
import { createRestartService } from '../services/server/restart.ts';
import { createProjectStorage } from '../services/sources/project-storage.ts';
import { createRepositoryService } from '../services/sources/repositories.ts';
import type { IdentifyFile } from '../services/sources/source-files.ts';
import { createSourceSync } from '../services/sources/source-sync.ts';
import { type CheckUrl, createSourceService } from '../services/sources/sources.ts';
import { createWidgetImageService } from '../services/sources/widget-images.ts';
import { createWebhookService } from '../services/webhooks.ts';
import type { JobKind, Store } from '../store/types.ts';
import { newWebhookSecret, secretSeal } from '../webhooks/signature.ts';
import type { Builds } from './builds.ts';
import type { Metrics } from './metrics.ts';
import { unpackUpload } from './unpack-upload.ts';

/** What the API depends on. app.ts chooses the parts. */
export interface ApiParts extends Builds {
  env: Env;
  log: Log;
  store: Store;
  /** The disk of the data directory. */
  disk: DiskSpace;
  signingSecret: string;
  version: string;
  /** How the operator's command line begins in this installation. */
  command: string;
  /** A slot for one answer. Throws 429 `busy` if there is none. */
  reserve: (accountId: string) => AnswerSlot;
  /** The answers that owners have written. */
  curated: CuratedFinder;
  /** The embedder whose vectors are searched; null if there is none. */
  embedder: () => Embedder | null;
  /** The model that reorders what was found; null if there is none. */
  reranker: () => Reranker | null;
  questionReader: QuestionReader | null;
  models: ModelService;
  backups: BackupService;
  backupUploads: BackupUploads;
  /** How the server is restarted. */
  restart: ServerRestart;
  /** Begins to stop the server, so that its supervisor starts it again. */
  stopToRestart: () => void;
  /** Called when somebody opens the console of a server without an account. */
  openedWithoutAccount: () => void;
  identifyFile: IdentifyFile;
  /** Whether there is text recognition (OCR) now. */
  readsPictures: () => boolean;
  checkUrl: CheckUrl;
  /** Reads git repositories. */
  git: Pick<GitClient, 'server'>;
  /** The address of a repository in its normal form, or null if it may not be read. */
  checkRepositoryUrl: (text: string) => string | null;
  passwords: Passwords;
  /** Called when there is a new ingestion job. */
  notifyIngestion: (kind: JobKind) => void;
  /** Null if the server sends no mail. */
  mailer: Pick<Mailer, 'send' | 'sendNow'> | null;
  /** Called when a message to a webhook has been queued. */
  notifyDeliveries: () => void;
  readiness: () => Promise<Readiness['parts']>;
  serverState: () => Promise<ServerState>;
  metrics: Metrics;
  /** Called for each link, because without a configured address it is known only once the server listens. */
  publicUrl: () => string;
  now: () => number;
  /** Called when a route answers with a status that it did not declare. */
  onUndeclared: (route: string, status: number) => void;
}

/** Short enough that an answer ends at most a second after another server has revoked its credential. */
const REVOCATION_CHECK_MS = 500;

/** Wires services, routes and middleware on top of the given parts. */
export function createApi(parts: ApiParts) {
  const shared = createSharedServices(parts);
  const routes = createApiRoutes({
    ...createServices(parts, shared),
    ...operatorParts(parts),
    openApi: () => describeRoutes(routes, parts),
  });
  const { verifiers, access, auditLog } = shared;
  const koa = createKoa({ routes, ...middlewareParts(parts), verifiers, access, auditLog });
  return {
    listener: koa.callback(),
    routes,
    /** Reads repositories once it is started. */
    repositories: shared.repositoryWorker,
    /** Called when documents of a project have changed. */
    documentsChanged: shared.proposals.look,
    /** Ends the answers that are being written and tells their readers. */
    endAnswers: shared.chats.stop,
    /** Waits until ended answers are stored, and writes the pending usage counts. */
    async close(): Promise<void> {
      await shared.chats.settled();
      await shared.goldenQuestions.close();
      await shared.proposals.close();
      await shared.usage.close();
    },
  };
}

type SharedServices = ReturnType<typeof createSharedServices>;

/** The services that other services depend on. */
function createSharedServices(parts: ApiParts) {
  const { store, signingSecret, reserve, mailer, log, now } = parts;
  const mailLimits = createMailLimits({
    limits: store.limits,
    log,
    now,
    hash: createAddressHash(signingSecret, 'footnote mail address'),
  });
  const { users, members, sessions, revocations, projects, apiKeys } = store;
  const tokens = createTokens({ secret: signingSecret, now });
  const usage = createUsage({
    store,
    log,
    now,
    onRefused: createRefusalAlerts({
      store,
      log,
      now,
      notifyDeliveries: parts.notifyDeliveries,
      sendMail:
        mailer &&
        ((to, { id, name }, alert) =>
          mailLimits.sendWithin({ kind: 'alert', to, project: id }, () =>
            mailer.send(refusalsMail({ ...alert, to, project: name, projectId: id, consoleUrl: parts.publicUrl() })),
          )),
    }),
  });
  const goldenQuestions = createGoldenQuestionService({ store, reserve, log, now });
  const chats = createRunningChats(store.shared ? REVOCATION_CHECK_MS : null);
  const proposals = createProposalService({ store, reserve, busy: () => chats.count() > 0, log, now });
  const sourceSync = createSourceSync({
    ...parts,
    quotas: parts.env.quotas,
    unpackArchive: unpackUpload(parts.env.maxUploadMegabytes),
  });
  return {
    mailLimits,
    tokens,
    usage,
    goldenQuestions,
    proposals,
    sourceSync,
    repositoryWorker: createRepositoryWorker({
      store,
      sourceSync,
      goldenQuestions,
      git: parts.git,
      temporaryDirectory: store.files.temporaryDirectory,
      tokenOf: tokenOpener(signingSecret),
      log,
    }),
    access: createAccess(store),
    auditLog: createAuditLogService({
      store,
      log,
      now,
      hashAddress: createAddressHash(signingSecret, 'footnote session address'),
    }),
    chats,
    verifiers: createCredentialVerifiers({
      tokens,
      users,
      members,
      sessions,
      revocations,
      apiKeys,
      projects,
      now,
      onKeyUsed: usage.keyUsed,
      onSessionUsed: usage.sessionUsed,
    }),
  };
}

function createServices(parts: ApiParts, shared: SharedServices) {
  const { mailLimits, tokens, usage, access, chats, verifiers, auditLog, goldenQuestions, sourceSync } = shared;
  const { repositoryWorker, proposals } = shared;
  const { env, store, mailer, now } = parts;
  const { users, revocations, projects, apiKeys } = store;
  const throttle = createLoginThrottle({
    limits: store.limits,
    addresses: store.loginAddresses,
    secret: parts.signingSecret,
    log: parts.log,
    now,
  });
  const sessions = createSessionService({
    users,
    sessions: store.sessions,
    chats,
    now,
    hashAddress: createAddressHash(parts.signingSecret, 'footnote session address'),
  });
  const secondFactor = createSecondFactorService({
    factors: store.secondFactors,
    secret: parts.signingSecret,
    log: parts.log,
    now,
    host: () => new URL(parts.publicUrl()).hostname,
  });
  const { publicUrl } = parts;
  const invitations = createInvitationService({
    invitations: store.invitations,
    users: store.users,
    auditLog,
    mailLimits,
    publicUrl,
    now,
    sendMail: mailer && ((invitation) => mailer.sendNow(invitationMail(invitation))),
  });
  const widgetOrigins = createWidgetOrigins({ projects, now });
  const unanswered = createUnansweredFinder({ store, embedder: parts.embedder });
  const projectStorage = createProjectStorage({ projects, reports: store.reports, quotas: env.quotas, now });
  return {
    access,
    usage,
    sessions,
    secondFactor,
    defaultRetentionDays: env.conversationRetentionDays || null,
    auditLog,
    accounts: createAccounts({
      users,
      sessions,
      secondFactor,
      revocations,
      chats,
      tokens,
      throttle,
      auditLog,
      invitations,
      now,
      passwords: parts.passwords,
      registration: env.registration === 'open' ? 'open' : 'closed',
      passwordSignIn: env.passwordSignIn,
      providerName: env.oidc?.name ?? null,
      isSetupToken: (text) => isSetupToken(text, parts.signingSecret),
    }),
    providerSignIn: createProviderSignIn({
      identities: store.identities,
      users,
      sessions,
      tokens,
      throttle,
      invitations,
      auditLog,
      publicUrl,
      now,
      provider: env.oidc && createOidcProvider(env.oidc),
      mayRegister: env.registration !== 'closed',
      domains: env.oidc?.domains ?? [],
      trustEmail: env.oidc?.trustEmail ?? false,
      passwordSignIn: env.passwordSignIn,
      secret: parts.signingSecret,
      log: parts.log,
    }),
    invitations,
    members: createMemberService({ members: store.members, chats, maxProjects: env.quotas.projects, now }),
    users: createUserService({ users, chats, now }),
    passwordReset: createPasswordReset({
      store,
      chats,
      auditLog,
      passwords: parts.passwords,
      secret: parts.signingSecret,
      log: parts.log,
      now,
      hashAddress: createAddressHash(parts.signingSecret, 'footnote password reset'),
      sendToken:
        mailer &&
        (({ id, email }, token) =>
          mailLimits.sendWithin({ kind: 'reset', to: email, account: id }, () =>
            mailer.send(passwordResetMail({ to: email, token, consoleUrl: parts.publicUrl() })),
          )),
    }),
    projects: createProjectService({ projects, chats, usage, maxProjects: env.quotas.projects, now }),
    apiKeys: createApiKeyService({ apiKeys, chats, now }),
    sources: createSourceService({ ...parts, quotas: env.quotas, maxCrawlPages: env.maxCrawlPages }),
    sourceSync,
    publicUrl,
    repositories: createRepositoryService({
      store,
      checkUrl: parts.checkRepositoryUrl,
      forgeOf,
      look: (wanted, signal) => {
        const { temporaryDirectory } = store.files;
        const deps = { git: parts.git, temporaryDirectory, openToken: tokenOpener(parts.signingSecret) };
        return lookAtRepository(deps, wanted, signal);
      },
      newSecret: newWebhookSecret,
      seal: (repositoryId, what) => sealRepository(parts.signingSecret, repositoryId, what),
      notify: repositoryWorker.notify,
      now,
    }),
    chat: createChatService({
      store,
      disk: store.shared ? unmeasured(parts.disk) : parts.disk,
      access,
      chats,
      usage,
      createTracer,
      log: parts.log,
      now,
      maxDailyQuestions: env.quotas.dailyQuestions,
      hashAddress: createAddressHash(parts.signingSecret, 'footnote question address'),
      verifyAgain: verifiers.verifyAgain,
      reserve: countOutcomes(parts.reserve, parts.metrics),
    }),
    search: createSearchService({ store, access, finder: createPassageFinder(parts) }),
    conversations: createConversationService({ store, usage }),
    unanswered: createUnansweredService({ store, finder: unanswered, curated: parts.curated }),
    goldenQuestions,
    proposals,
    overview: createOverviewService({
      store,
      finder: unanswered,
      usage,
      now,
      nearQuotas: projectStorage.nearQuotas,
    }),
    projectStorage,
    curatedAnswers: createCuratedAnswerService({ store, finder: parts.curated, now }),
    passages: createPassageService({ store, tokens, publicUrl: parts.publicUrl, now }),
    handovers: createHandoverService({
      store,
      access,
      now,
      hashAddress: createAddressHash(parts.signingSecret, 'footnote handover address'),
      notify: (row, { name, handover, userId }) => {
        const to = handover?.notify;
        if (!to || !mailer) return;
        mailLimits.sendWithin({ kind: 'handover', to, account: userId, project: row.projectId }, () =>
          mailer.send(handoverMail({ ...row, to, project: name, consoleUrl: parts.publicUrl() })),
        );
      },
    }),
    webhooks: createWebhookService({
      store,
      checkUrl: parts.checkUrl,
      newSecret: newWebhookSecret,
      now,
      seal: (webhookId) => secretSeal(parts.signingSecret, webhookId),
      notifyDeliveries: parts.notifyDeliveries,
    }),
    widgetOrigins,
    widgetImages: createWidgetImageService({ widgetImages: store.widgetImages, usage, now }),
    widgetSettings: async (projectId: string) => (await projects.byId(projectId))?.widget ?? null,
    widgetTokens: createWidgetTokenService({
      projects,
      access,
      tokens,
      widgetOrigins,
      now,
      hashAddress: createAddressHash(parts.signingSecret, 'footnote guest address'),
    }),
  };
}

/** What the routes about the server itself need. */
function operatorParts(parts: ApiParts) {
  const { env, models, backups, backupUploads, restart, version, command, now, readiness, serverState, metrics } =
    parts;
  const { widgetBuild, consoleBuild, referenceBuild, packagesBuild } = parts;
  return {
    models,
    backups,
    backupUploads,
    restart,
    version,
    command,
    now,
    readiness,
    serverState,
    widgetBuild,
    consoleBuild,
    referenceBuild,
    packagesBuild,
    restarts: createRestartService({ ...restart, stop: parts.stopToRestart, log: parts.log, now }),
    reportError: (error: unknown) => parts.log.error('mcp_tool_failed', { error }),
    metricsToken: env.metricsToken,
    sendsMail: parts.mailer !== null,
    readsPictures: parts.readsPictures,
    openedWithoutAccount: parts.openedWithoutAccount,
    behindProxy: env.trustedProxies > 0 || (env.publicUrl !== null && !isLocalHost(new URL(env.publicUrl).host)),
    metrics: metrics.render,
  };
}

async function describeRoutes(routes: readonly Route[], { env, version }: ApiParts) {
  // Loaded on demand: answering questions needs none of it.
  const { createApiDocument } = await import('../http/openapi/api-document.ts');
  return JSON.stringify(createApiDocument(endpointsOf(routes), { version, perMinute: env.rateLimits }));
}

function middlewareParts({ env, log, store, disk, now, metrics, onUndeclared }: ApiParts) {
  return {
    log,
    hostCheck: { listensOn: env.host, publicUrl: env.publicUrl },
    cors: { allows: (origin: string, projectId: string | null) => isOriginAllowed(store, origin, projectId) },
    rateLimit: {
      perMinute: env.rateLimits,
      hit: store.limits.hit.bind(store.limits),
      projectOf: (userId: string, named: NamedResource) => findOwnProject(store, userId, named),
      accountOf: async (projectId: string) => (await store.projects.byId(projectId))?.userId ?? null,
      now,
    },
    disk,
    bodies: { temporaryDirectory: store.files.temporaryDirectory, maxUploadMegabytes: env.maxUploadMegabytes },
    idempotency: { store: store.idempotency, now },
    trustedProxies: env.trustedProxies,
    https: env.publicUrl?.startsWith('https:') ?? false,
    onRequest: metrics.request,
    onUndeclared,
  };
}

/** Reports whether the project allows the origin, or any project if no project is named. */
async function isOriginAllowed({ projects }: Store, origin: string, projectId: string | null): Promise<boolean> {
  if (projectId === null) return projects.anyAllowsOrigin((listed) => originAllowed(listed, origin));
  const project = await projects.byId(projectId);
  return project !== null && originAllowed(project.allowedOrigins, origin);
}

type NamedResource = { projectId: string } | { sourceId: string };

/** The id of the project that a request names, directly or by its source; null if the user is not a member of it. */
async function findOwnProject(
  { sources, members }: Store,
  userId: string,
  named: NamedResource,
): Promise<string | null> {
  const projectId = 'projectId' in named ? named.projectId : (await sources.byId(named.sourceId))?.projectId;
  return projectId !== undefined && (await members.roleOf(projectId, userId)) !== null ? projectId : null;
}

/** Counts each answer by its outcome. */
function countOutcomes(reserve: ApiParts['reserve'], metrics: Metrics): ApiParts['reserve'] {
  async function* counted(events: AsyncGenerator<AnswerEvent>, signal: AbortSignal) {
    let answer = EMPTY_ANSWER;
    let failed = false;
    try {
      for await (const event of events) {
        answer = reduceAnswer(answer, event);
        yield event;
      }
    } catch (error) {
      failed = !signal.aborted;
      throw error;
    } finally {
      // An answer without a finish event was aborted by its reader.
      metrics.question(failed ? 'error' : (answer.finishReason ?? 'aborted'));
    }
  }
  return (accountId) => {
    const slot = reserve(accountId);
    return { ...slot, answer: (question) => counted(slot.answer(question), question.signal) };
  };
}
