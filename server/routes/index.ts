import type { Route, Routes } from '../http/routes.ts';
import { apiKeyRoutes } from './access/api-keys.ts';
import { widgetTokenRoutes } from './access/widget-tokens.ts';
import { auditLogRoutes } from './accounts/audit-log.ts';
import { authRoutes } from './accounts/auth.ts';
import { invitationRoutes } from './accounts/invitations.ts';
import { memberRoutes } from './accounts/members.ts';
import { passwordResetRoutes } from './accounts/password-reset.ts';
import { providerRoutes } from './accounts/provider.ts';
import { secondFactorRoutes } from './accounts/second-factor.ts';
import { sessionRoutes } from './accounts/sessions.ts';
import { setupRoutes } from './accounts/setup.ts';
import { userRoutes } from './accounts/users.ts';
import { chatRoutes } from './answers/chat.ts';
import { chatCompletionRoutes } from './answers/chat-completions.ts';
import { conversationExportRoutes } from './answers/conversation-export.ts';
import { conversationRoutes } from './answers/conversations.ts';
import { curatedAnswerRoutes } from './answers/curated-answers.ts';
import { feedbackRoutes } from './answers/feedback.ts';
import { goldenQuestionRoutes } from './answers/golden-questions.ts';
import { handoverRoutes } from './answers/handovers.ts';
import { mcpRoutes } from './answers/mcp.ts';
import { passageRoutes } from './answers/passages.ts';
import { searchRoutes } from './answers/search.ts';
import { unansweredRoutes } from './answers/unanswered.ts';
import { usageRoutes } from './answers/usage.ts';
import { consoleRoutes } from './pages/console.ts';
import { documentationRoutes } from './pages/documentation.ts';
import { iconRoutes } from './pages/icon.ts';
import { packageFileRoutes } from './pages/package-files.ts';
import { widgetAssetRoutes } from './pages/widget-assets.ts';
import { projectRoutes } from './projects.ts';
import { backupUploadRoutes } from './server/backup-uploads.ts';
import { backupRoutes } from './server/backups.ts';
import { healthRoutes } from './server/health.ts';
import { metricsRoutes } from './server/metrics.ts';
import { modelServerRoutes } from './server/model-server.ts';
import { serverRoutes } from './server/server.ts';
import { serverEngineRoutes } from './server/server-engines.ts';
import { serverModelRoutes } from './server/server-models.ts';
import { serverProjectRoutes } from './server/server-projects.ts';
import { repositoryRoutes } from './sources/repositories.ts';
import { sourceIngestionRoutes } from './sources/source-ingestion.ts';
import { sourceSyncRoutes } from './sources/source-sync.ts';
import { sourceRoutes } from './sources/sources.ts';
import { webhookRoutes } from './webhooks.ts';
import { widgetRoutes } from './widget.ts';
import { widgetSuggestionRoutes } from './widget-suggestions.ts';

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
  projectRoutes, //              /v1/projects, /v1/projects/{id}
  widgetRoutes, //               /v1/projects/{id}/widget/config | revoke | images/{kind}
  widgetSuggestionRoutes, //     /v1/projects/{id}/widget/suggestions, …/refuse
  memberRoutes, //               /v1/projects/{id}/members, …/{user_id}, /v1/projects/{id}/transfer
  invitationRoutes, //           /v1/projects/{id}/invitations, /v1/invitations/look | accept
  userRoutes, //                 /v1/server/users, …/{id}/deactivate | reactivate
  apiKeyRoutes, //               /v1/projects/{id}/api-keys
  repositoryRoutes, //           /v1/projects/{id}/repositories, …/look, …/{rid}, …/{rid}/sync | rotate | push
  sourceSyncRoutes, //           /v1/projects/{id}/sources/by-external-id/{id} | batch
  sourceIngestionRoutes, //      /v1/sources, …/upload | url, /v1/sources/{id}/sync | file | text, /v1/projects/{id}/ingestion/url
  sourceRoutes, //               /v1/sources/{id}, …/crawl | original | passages, /v1/projects/{id}/sources, …/counts
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
  widgetAssetRoutes, //          /widget.js, /site-search.js, /widget/look/{project_id}, /widget/images/{project_id}/{image}, /widget/{version}/…
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
