import type { Route, Routes } from '../http/routes.ts';
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

/** The files of routes. The first route that matches a request answers it. Everything is below /v1 except the second address of the health checks, the widget, the packages, the console, the icon, /docs and /metrics. */
const RESOURCES = [
  healthRoutes, //               /health, /v1/health
  serverRoutes, //               /v1/server, …/restart
  setupRoutes, //                /v1/setup
  authRoutes, //                 /v1/auth/register | login | confirm | logout | me
  passwordResetRoutes, //        /v1/auth/password-reset, …/complete
  sessionRoutes, //              /v1/auth/sessions, …/{id}
  providerRoutes, //             /v1/auth/provider, …/begin | sign-in | link
  secondFactorRoutes, //         /v1/auth/second-factor, …/enable | recovery-codes
  auditLogRoutes, //             /v1/auth/audit-log, /v1/server/audit-log, …/export
  projectRoutes, //              /v1/projects, /v1/projects/{id}, …/widget/config | revoke | images/{kind}
  memberRoutes, //               /v1/projects/{id}/members, …/{user_id}, /v1/projects/{id}/transfer
  invitationRoutes, //           /v1/projects/{id}/invitations, /v1/invitations/look | accept
  userRoutes, //                 /v1/server/users, …/{id}/deactivate | reactivate
  apiKeyRoutes, //               /v1/projects/{id}/api-keys
  sourceSyncRoutes, //           /v1/projects/{id}/sources/by-external-id/{id} | batch
  sourceRoutes, //               /v1/sources, …/upload | url, /v1/sources/{id}, …/sync, /v1/projects/{id}/sources | ingestion/url
  chatRoutes, //                 /v1/projects/{id}/chat, /v1/chat
  chatCompletionRoutes, //       /v1/projects/{id}/chat/completions, /v1/projects/{id}/models[/{name}]
  searchRoutes, //               /v1/projects/{id}/search
  mcpRoutes, //                  /v1/projects/{id}/mcp
  conversationExportRoutes, //   /v1/projects/{id}/conversations/export: before the one with a placeholder there
  conversationRoutes, //         /v1/projects/{id}/conversations, …/{cid}/messages, /v1/projects/{id}/messages/{mid}/feedback
  feedbackRoutes, //             /v1/projects/{id}/feedback, …/{mid}
  unansweredRoutes, //           /v1/projects/{id}/unanswered, …/weakest, …/dismiss
  curatedAnswerRoutes, //        /v1/projects/{id}/curated-answers, …/import | match, …/{id}
  goldenQuestionRoutes, //       /v1/projects/{id}/golden-questions, …/checks, …/checks/{id}, …/{id}
  usageRoutes, //                /v1/projects/{id}/usage | overview
  handoverRoutes, //             /v1/projects/{id}/handovers, …/{hid}
  webhookRoutes, //              /v1/projects/{id}/webhooks, …/{wid}, …/rotate | test | deliveries | deliveries/{did}/redeliver
  widgetTokenRoutes, //          /v1/tokens/widget
  serverEngineRoutes, //         /v1/server/engines/{name}, …/add
  serverModelRoutes, //          /v1/server/models, …/{name}/pull | use
  modelServerRoutes, //          /v1/server/model-server, …/found | models | try | check
  serverProjectRoutes, //        /v1/server/projects, …/{id}/quotas
  backupRoutes, //               /v1/server/backups, …/running | schedule, …/{place}/{name}, …/link | examine, /v1/server/restore, /v1/backups/{ticket}
  backupUploadRoutes, //         /v1/server/backup-uploads, …/{upload}, …/finish
  passageRoutes, //              /v1/passages/{signed}, …/original
  widgetAssetRoutes, //          /widget.js, /widget/look/{project_id}, /widget/images/{project_id}/{image}, /widget/{version}/…
  packageFileRoutes, //          /packages/{file}
  documentationRoutes, //        /v1/openapi.json, /docs
  metricsRoutes, //              /metrics
  iconRoutes, //                 /icon.svg, /favicon.ico
  consoleRoutes, //              /, /login, /projects/…, /settings/…, /console/…
];

/** What all of them need. */
export type RouteDeps = (typeof RESOURCES)[number] extends (deps: infer Deps) => Routes ? Deps : never;

/** All routes. */
export function createApiRoutes(deps: RouteDeps): Route[] {
  return RESOURCES.flatMap((routesOf) => routesOf(deps).list);
}
