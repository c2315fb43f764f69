import { createTracer } from '../../answering/output/trace.ts';
import { createPassageFinder } from '../../answering/retrieval/passage-finder.ts';
import { createUnansweredFinder } from '../../answering/unanswered/unanswered-questions.ts';
import { handoverMail, invitationMail, passwordResetMail, refusalsMail } from '../../mail/messages.ts';
import { unmeasured } from '../../platform/files/disk-space.ts';
import { createOidcProvider } from '../../platform/network/oidc-provider.ts';
import { forgeOf } from '../../repositories/forge.ts';
import { lookAtRepository } from '../../repositories/look.ts';
import { createRepositoryWorker } from '../../repositories/repository-worker.ts';
import { sealRepository, tokenOpener } from '../../repositories/secrets.ts';
import { createAccess } from '../../services/access/access.ts';
import { createApiKeyService } from '../../services/access/api-keys.ts';
import { createCredentialVerifiers } from '../../services/access/credentials.ts';
import { createRunningChats } from '../../services/access/running-chats.ts';
import { createTokens } from '../../services/access/tokens.ts';
import { createWidgetOrigins } from '../../services/access/widget-origins.ts';
import { createWidgetTokenService } from '../../services/access/widget-tokens.ts';
import { createAccounts } from '../../services/accounts/accounts.ts';
import { createAddressHash } from '../../services/accounts/address-hash.ts';
import { createAuditLogService } from '../../services/accounts/audit-log.ts';
import { createInvitationService } from '../../services/accounts/invitations.ts';
import { createLoginThrottle } from '../../services/accounts/login-throttle.ts';
import { createMailLimits } from '../../services/accounts/mail-limits.ts';
import { createMemberService } from '../../services/accounts/members.ts';
import { createPasswordReset } from '../../services/accounts/password-reset.ts';
import { createProviderSignIn } from '../../services/accounts/provider-sign-in.ts';
import { createSecondFactorService } from '../../services/accounts/second-factor.ts';
import { createSessionService } from '../../services/accounts/sessions.ts';
import { isSetupToken } from '../../services/accounts/setup-link.ts';
import { createUserService } from '../../services/accounts/users.ts';
import { createChatService } from '../../services/answers/chat.ts';
import { createConversationService } from '../../services/answers/conversations.ts';
import { createCuratedAnswerService } from '../../services/answers/curated-answers.ts';
import { createGoldenQuestionService } from '../../services/answers/golden-questions.ts';
import { createHandoverService } from '../../services/answers/handovers.ts';
import { createPassageService } from '../../services/answers/passages.ts';
import { createProposalService } from '../../services/answers/proposals/proposals.ts';
import { createRefusalAlerts } from '../../services/answers/refusal-alerts.ts';
import { createSearchService } from '../../services/answers/search.ts';
import { createUnansweredService } from '../../services/answers/unanswered.ts';
import { createUsage } from '../../services/answers/usage.ts';
import { createOverviewService } from '../../services/overview.ts';
import { createProjectService } from '../../services/projects.ts';
import { createProjectStorage } from '../../services/sources/project-storage.ts';
import { createRepositoryService } from '../../services/sources/repositories.ts';
import { createSourceSync } from '../../services/sources/source-sync.ts';
import { createSourceService } from '../../services/sources/sources.ts';
import { createWebhookService } from '../../services/webhooks.ts';
import { createWidgetImageService } from '../../services/widget-images.ts';
import { newWebhookSecret, secretSeal } from '../../webhooks/signature.ts';
import { unpackUpload } from '../unpack-upload.ts';
import type { ApiParts } from './api-parts.ts';
import { countOutcomes } from './count-outcomes.ts';

/** Short enough that an answer ends at most a second after another server has revoked its credential. */
const REVOCATION_CHECK_MS = 500;

type SharedServices = ReturnType<typeof createSharedServices>;

/** The services that other services depend on. */
export function createSharedServices(parts: ApiParts) {
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

export function createServices(parts: ApiParts, shared: SharedServices) {
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
