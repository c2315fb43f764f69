import { createOpenApiDocument, type OpenApiParts } from '../http/openapi/openapi.ts';
import type { OpenApiDocument } from '../http/openapi/openapi-types.ts';
import { errorBody, openAiErrorBody } from '../presenters/shapes/common.ts';
import { accountOperations } from './accounts.ts';
import { auditLogOperations } from './audit-log.ts';
import { backupOperations } from './backups.ts';
import { chatOperations } from './chat.ts';
import { withCodeSamples } from './code-samples.ts';
import { conversationOperations } from './conversations.ts';
import { curatedAnswerOperations } from './curated-answers.ts';
import { goldenQuestionOperations } from './golden-questions.ts';
import { handoverOperations } from './handovers.ts';
import { credentials, introduction, placeholders, tags } from './introduction.ts';
import { mcpOperations } from './mcp.ts';
import { memberOperations } from './members.ts';
import { serverOperations } from './operations.ts';
import { projectOperations } from './projects.ts';
import { searchOperations } from './search.ts';
import { serverProjectOperations } from './server-projects.ts';
import { sourceOperations } from './sources.ts';
import { webhookOperations } from './webhooks.ts';

/** Describes the routes in an OpenAPI 3.1 document with code samples. Throws if a route is not documented. */
export function createApiDocument(
  routes: OpenApiParts['routes'],
  server: { version: string; perMinute: Parameters<typeof introduction>[0] },
): OpenApiDocument {
  const document = createOpenApiDocument({
    version: server.version,
    description: introduction(server.perMinute),
    routes,
    docs: {
      ...accountOperations,
      ...auditLogOperations,
      ...projectOperations,
      ...memberOperations,
      ...sourceOperations,
      ...searchOperations,
      ...mcpOperations,
      ...chatOperations,
      ...conversationOperations,
      ...curatedAnswerOperations,
      ...goldenQuestionOperations,
      ...webhookOperations,
      ...handoverOperations,
      ...serverOperations,
      ...serverProjectOperations,
      ...backupOperations,
    },
    tags,
    placeholders,
    credentials,
    errorBodies: [errorBody, openAiErrorBody],
  });
  return withCodeSamples(document);
}
