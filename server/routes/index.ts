import type { Readiness, ServerRestart, ServerState, WidgetSettings } from '@footnote/sdk/contract';
import type { Route } from '../http/routes.ts';
import type { Access } from '../services/access.ts';
import type { Accounts } from '../services/accounts.ts';
import type { ApiKeyService } from '../services/api-keys.ts';
import type { AuditLogService } from '../services/audit-log.ts';
import type { BackupUploads } from '../services/backup-uploads.ts';
import type { BackupService } from '../services/backups.ts';
import type { ChatService } from '../services/chat.ts';
import type { ConversationService } from '../services/conversations.ts';
import type { CuratedAnswerService } from '../services/curated-answers.ts';
import type { GoldenQuestionService } from '../services/golden-questions.ts';
import type { HandoverService } from '../services/handovers.ts';
import type { InvitationService } from '../services/invitations.ts';
import type { MemberService } from '../services/members.ts';
import type { ModelService } from '../services/models.ts';
import type { OverviewService } from '../services/overview.ts';
import type { PassageService } from '../services/passages.ts';
import type { PasswordReset } from '../services/password-reset.ts';
import type { ProjectStorageService } from '../services/project-storage.ts';
import type { ProjectService } from '../services/projects.ts';
import type { ProviderSignIn } from '../services/provider-sign-in.ts';
import type { RestartService } from '../services/restart.ts';
import type { SearchService } from '../services/search.ts';
import type { SecondFactorService } from '../services/second-factor.ts';
import type { SessionService } from '../services/sessions.ts';
import type { SourceSync } from '../services/source-sync.ts';
import type { SourceService } from '../services/sources.ts';
import type { UnansweredService } from '../services/unanswered.ts';
import type { Usage } from '../services/usage.ts';
import type { UserService } from '../services/users.ts';
import type { WebhookService } from '../services/webhooks.ts';
import type { WidgetImageService } from '../services/widget-images.ts';
import type { WidgetOrigins } from '../services/widget-origins.ts';
import type { WidgetTokenService } from '../services/widget-tokens.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { auditLogRoutes } from './audit-log.ts';
import { authRoutes } from './auth.ts';
import { backupUploadRoutes } from './backup-uploads.ts';
import { backupRoutes } from './backups.ts';
import { chatRoutes } from './chat.ts';
import { chatCompletionRoutes } from './chat-completions.ts';
import { consoleRoutes } from './console.ts';
import { conversationExportRoutes } from './conversation-export.ts';
import { conversationRoutes } from './conversations.ts';
import { curatedAnswerRoutes } from './curated-answers.ts';
import { documentationRoutes } from './documentation.ts';
import { feedbackRoutes } from './feedback.ts';
import { goldenQuestionRoutes } from './golden-questions.ts';
import { handoverRoutes } from './handovers.ts';
import { healthRoutes } from './health.ts';
import { iconRoutes } from './icon.ts';
import { invitationRoutes } from './invitations.ts';
import { mcpRoutes } from './mcp.ts';
import { memberRoutes } from './members.ts';
import { metricsRoutes } from './metrics.ts';
import { modelServerRoutes } from './model-server.ts';
import { packageFileRoutes } from './package-files.ts';
import { passageRoutes } from './passages.ts';
import { passwordResetRoutes } from './password-reset.ts';
import { projectRoutes } from './projects.ts';
import { providerRoutes } from './provider.ts';
import { searchRoutes } from './search.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { serverRoutes } from './server.ts';
import { serverEngineRoutes } from './server-engines.ts';
import { serverModelRoutes } from './server-models.ts';
import { serverProjectRoutes } from './server-projects.ts';
import { sessionRoutes } from './sessions.ts';
import { setupRoutes } from './setup.ts';
import { sourceSyncRoutes } from './source-sync.ts';
import { sourceRoutes } from './sources.ts';
import { unansweredRoutes } from './unanswered.ts';
import { usageRoutes } from './usage.ts';
import { userRoutes } from './users.ts';
import { webhookRoutes } from './webhooks.ts';
import { widgetAssetRoutes } from './widget-assets.ts';
import { widgetTokenRoutes } from './widget-tokens.ts';

export interface RouteDeps {
  access: Access;
  accounts: Accounts;
  sessions: SessionService;
  passwordReset: PasswordReset;
  /** Whether the server sends mail. */
  sendsMail: boolean;
  readsPictures: () => boolean;
  openedWithoutAccount: () => void;
  secondFactor: SecondFactorService;
  providerSignIn: ProviderSignIn;
  auditLog: AuditLogService;
  projects: ProjectService;
  members: MemberService;
  invitations: InvitationService;
  users: UserService;
  apiKeys: ApiKeyService;
  sources: SourceService;
  sourceSync: SourceSync;
  chat: ChatService;
  search: SearchService;
  conversations: ConversationService;
  passages: PassageService;
  widgetOrigins: WidgetOrigins;
  widgetImages: WidgetImageService;
  widgetTokens: WidgetTokenService;
  webhooks: WebhookService;
  handovers: HandoverService;
  unanswered: UnansweredService;
  curatedAnswers: CuratedAnswerService;
  goldenQuestions: GoldenQuestionService;
  usage: Usage;
  overview: OverviewService;
  projectStorage: ProjectStorageService;
  models: ModelService;
  backups: BackupService;
  backupUploads: BackupUploads;
  /** How the server is restarted. */
  restart: ServerRestart;
  restarts: RestartService;
  /** Days after which conversations are deleted; null for never. */
  defaultRetentionDays: number | null;
  version: string;
  /** Called with an error that nobody is told about. */
  reportError: (error: unknown) => void;
  /** The command line of Footnote in its own folder. */
  command: string;
  now: () => number;
  readiness: () => Promise<Readiness['parts']>;
  serverState: () => Promise<ServerState>;
  widgetBuild: { directory: string; version: string };
  /** The settings of a project; null if there is none with this id. */
  widgetSettings: (projectId: string) => Promise<WidgetSettings | null>;
  consoleBuild: { directory: string };
  packagesBuild: { directory: string };
  metricsToken: string | null;
  /** Whether the settings name a proxy or a public address. */
  behindProxy: boolean;
  metrics: () => Promise<string>;
  /** Creates the OpenAPI document of the whole API. */
  openApi: () => Promise<string>;
  referenceBuild: { directory: string };
}

/** All routes; the first that matches a request answers it. Everything is below /v1 except the second address of the health checks, the widget, the packages, the console, the icon, /docs and /metrics. */
export function createApiRoutes(deps: RouteDeps): Route[] {
  const resources = [
    healthRoutes(deps), //               /health, /v1/health
    serverRoutes(deps), //               /v1/server, …/restart
    setupRoutes(deps), //                /v1/setup
    authRoutes(deps), //                 /v1/auth/register | login | confirm | logout | me
    passwordResetRoutes(deps), //        /v1/auth/password-reset, …/complete
    sessionRoutes(deps), //              /v1/auth/sessions, …/{id}
    providerRoutes(deps), //             /v1/auth/provider, …/begin | sign-in | link
    secondFactorRoutes(deps), //         /v1/auth/second-factor, …/enable | recovery-codes
    auditLogRoutes(deps), //             /v1/auth/audit-log, /v1/server/audit-log, …/export
    projectRoutes(deps), //              /v1/projects, /v1/projects/{id}, …/widget/config | revoke | images/{kind}
    memberRoutes(deps), //               /v1/projects/{id}/members, …/{user_id}, /v1/projects/{id}/transfer
    invitationRoutes(deps), //           /v1/projects/{id}/invitations, /v1/invitations/look | accept
    userRoutes(deps), //                 /v1/server/users, …/{id}/deactivate | reactivate
    apiKeyRoutes(deps), //               /v1/projects/{id}/api-keys
    sourceSyncRoutes(deps), //           /v1/projects/{id}/sources/by-external-id/{id} | batch
    sourceRoutes(deps), //               /v1/sources, …/upload | url, /v1/sources/{id}, …/sync, /v1/projects/{id}/sources | ingestion/url
    chatRoutes(deps), //                 /v1/projects/{id}/chat, /v1/chat
    chatCompletionRoutes(deps), //       /v1/projects/{id}/chat/completions, /v1/projects/{id}/models[/{name}]
    searchRoutes(deps), //               /v1/projects/{id}/search
    mcpRoutes(deps), //                  /v1/projects/{id}/mcp
    conversationExportRoutes(deps), //   /v1/projects/{id}/conversations/export: before the one with a placeholder there
    conversationRoutes(deps), //         /v1/projects/{id}/conversations, …/{cid}/messages, /v1/projects/{id}/messages/{mid}/feedback
    feedbackRoutes(deps), //             /v1/projects/{id}/feedback, …/{mid}
    unansweredRoutes(deps), //           /v1/projects/{id}/unanswered, …/weakest, …/dismiss
    curatedAnswerRoutes(deps), //        /v1/projects/{id}/curated-answers, …/import | match, …/{id}
    goldenQuestionRoutes(deps), //       /v1/projects/{id}/golden-questions, …/checks, …/checks/{id}, …/{id}
    usageRoutes(deps), //                /v1/projects/{id}/usage | overview
    handoverRoutes(deps), //             /v1/projects/{id}/handovers, …/{hid}
    webhookRoutes(deps), //              /v1/projects/{id}/webhooks, …/{wid}, …/rotate | test | deliveries | deliveries/{did}/redeliver
    widgetTokenRoutes(deps), //          /v1/tokens/widget
    serverEngineRoutes(deps), //         /v1/server/engines/{name}, …/add
    serverModelRoutes(deps), //          /v1/server/models, …/{name}/pull | use
    modelServerRoutes(deps), //          /v1/server/model-server, …/found | models | try | check
    serverProjectRoutes(deps), //        /v1/server/projects, …/{id}/quotas
    backupRoutes(deps), //               /v1/server/backups, …/running | schedule, …/{place}/{name}, …/link | examine, /v1/server/restore, /v1/backups/{ticket}
    backupUploadRoutes(deps), //         /v1/server/backup-uploads, …/{upload}, …/finish
    passageRoutes(deps), //              /v1/passages/{signed}, …/original
    widgetAssetRoutes(deps), //          /widget.js, /widget/look/{project_id}, /widget/images/{project_id}/{image}, /widget/{version}/…
    packageFileRoutes(deps.packagesBuild), // /packages/{file}
    documentationRoutes({ openApi: deps.openApi, ...deps.referenceBuild }), // /v1/openapi.json, /docs
    metricsRoutes(deps), //              /metrics
    iconRoutes(), //                      /icon.svg, /favicon.ico
    consoleRoutes(deps.consoleBuild), // /, /login, /projects/…, /settings/…, /console/…
  ];
  return resources.flatMap(({ list }) => list);
}
