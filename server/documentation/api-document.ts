import { type OpenApiParts, openApiDocument } from '../http/openapi/openapi.ts';
import type { OpenApiDocument } from '../http/openapi/openapi-types.ts';
import { errorBody, openAiErrorBody } from '../presenters/shapes/common.ts';
import { accountWords } from './accounts.ts';
import { chatWords } from './chat.ts';
import { withCodeSamples } from './code-samples.ts';
import { conversationWords } from './conversations.ts';
import { credentials, introduction, placeholders, tags } from './introduction.ts';
import { serverWords } from './operations.ts';
import { projectWords } from './projects.ts';
import { sourceWords } from './sources.ts';

/** Describes the routes in an OpenAPI 3.1 document with code samples. Throws if a route has no words. */
export function createApiDocument(
  routes: OpenApiParts['routes'],
  server: { version: string; perMinute: Parameters<typeof introduction>[0] },
): OpenApiDocument {
  const document = openApiDocument({
    version: server.version,
    description: introduction(server.perMinute),
    routes,
    words: { ...accountWords, ...projectWords, ...sourceWords, ...chatWords, ...conversationWords, ...serverWords },
    tags,
    placeholders,
    credentials,
    errorBodies: [errorBody, openAiErrorBody],
  });
  return withCodeSamples(document);
}
