import { errorBody, openAiErrorBody } from '../../presenters/common.ts';
import { withCodeSamples } from './code-samples.ts';
import { credentials, introduction, placeholders, tags } from './introduction.ts';
import { createOpenApiDocument, type OpenApiParts } from './openapi.ts';
import type { OpenApiDocument } from './openapi-types.ts';

/** Describes the routes in an OpenAPI 3.1 document with code samples. Throws if a route is not documented. */
export function createApiDocument(
  routes: OpenApiParts['routes'],
  server: { version: string; perMinute: Parameters<typeof introduction>[0] },
): OpenApiDocument {
  const document = createOpenApiDocument({
    version: server.version,
    description: introduction(server.perMinute),
    routes,
    tags,
    placeholders,
    credentials,
    errorBodies: [errorBody, openAiErrorBody],
  });
  return withCodeSamples(document, routes);
}
