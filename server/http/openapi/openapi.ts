import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { type Accepted, JSON_LIMITS, type LimitScope, type RouteRule, statusesOf } from '../rule.ts';
import { errorReference, errorResponses, headerReference, RESPONSE_HEADERS } from './openapi-errors.ts';
import { alternativesOf, createSchemas, exampleOf, resolveReference } from './openapi-schemas.ts';
import type {
  Content,
  MediaType,
  OpenApiDocument,
  Operation,
  OperationDocs,
  Parameter,
  Response,
  Route,
  Schema,
  SecurityScheme,
} from './openapi-types.ts';

/** The document is built from the router's table, the rules that validate requests, and their documentation. */
export interface OpenApiParts {
  version: string;
  description: string;
  routes: readonly Route[];
  /** By the name of the rule. Every route must have an entry. */
  docs: Readonly<Record<string, OperationDocs>>;
  tags: readonly { name: string; description: string }[];
  /** The description and an example of every placeholder in the paths. */
  placeholders: Readonly<Record<string, readonly [description: string, example: string]>>;
  /** The error body, and the one for OpenAI's clients. */
  errorBodies: readonly z.ZodType[];
  credentials: Readonly<Record<Exclude<Accepted, 'none'>, { name: string; scheme: SecurityScheme }>>;
}

const LIMIT_DESCRIPTIONS: Record<LimitScope, string> = {
  general: 'Counts as `general` for the rate limits.',
  chat: 'Counts as `chat` for the rate limits.',
  search: 'Counts as `search` for the rate limits.',
  ingestion: 'Counts as `ingestion` for the rate limits.',
};

/** The header of every `keyed` route (http/idempotency.ts). */
const IDEMPOTENCY_KEY_HEADER: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text of your choice: at most 255 printable ASCII characters. If you repeat the request with the same key and credential within 24 hours, nothing is created again and you get the first answer. A different request with the same key is refused.',
  schema: { type: 'string', maxLength: 255 },
  example: '6f1c2a7e-upload-manual',
};

interface Context {
  parts: OpenApiParts;
  schemas: ReturnType<typeof createSchemas>;
}

/** Describes the API in an OpenAPI 3.1 document. Throws if a route, a field or a placeholder is not documented. */
export function createOpenApiDocument(parts: OpenApiParts): OpenApiDocument {
  const schemas = createSchemas();
  for (const body of parts.errorBodies) schemas.output(body);
  const paths = describePaths({ parts, schemas });
  const { credentials } = parts;
  return {
    openapi: '3.1.1',
    info: {
      title: 'Footnote',
      version: parts.version,
      description: parts.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server.' }],
    tags: [...parts.tags],
    paths: inRouteOrder(parts.routes, paths),
    components: {
      securitySchemes: Object.fromEntries(Object.values(credentials).map(({ name, scheme }) => [name, scheme])),
      headers: RESPONSE_HEADERS,
      responses: errorResponses(),
      schemas: schemas.components,
    },
  };
}

function describePaths(context: Context): OpenApiDocument['paths'] {
  const { parts } = context;
  const paths: OpenApiDocument['paths'] = {};
  const named = new Set<string>();
  // A rule with two addresses is described at the versioned one. The other is its alias.
  const byVersion = [...parts.routes].sort((one, other) => Number(isVersioned(other)) - Number(isVersioned(one)));
  for (const { method, path, rule } of byVersion) {
    const docs = parts.docs[rule.name];
    if (!docs) throw new Error(`The route ${rule.name} is not described in server/documentation/.`);
    const isAlias = named.has(rule.name);
    named.add(rule.name);
    const operation = describeOperation(context, rule, docs, path);
    if (isAlias) Object.assign(operation, { operationId: `${rule.name}.alias`, 'x-footnote-apart': 'alias' });
    const address = path.replace(/[:*](\w+)/g, '{$1}');
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation };
  }
  return paths;
}

const ROLE_DESCRIPTIONS: Record<NonNullable<RouteRule['role']>, string> = {
  viewer: 'Every member of the project may do this.',
  editor: 'Of the members of the project, editors and the owner may do this.',
  owner: 'Of the members of the project, only the owner may do this.',
};

function describeOperation(context: Context, rule: RouteRule, docs: OperationDocs, path: string): Operation {
  const { parts } = context;
  const parameters = [
    ...pathParameters(parts, path),
    ...queryParameters(context, rule, docs),
    ...(rule.keyed ? [IDEMPOTENCY_KEY_HEADER] : []),
  ];
  const scope = rule.scope && `An API key needs the scope \`${rule.scope}\`.`;
  const role = rule.role && ROLE_DESCRIPTIONS[rule.role];
  const limit = rule.limit && LIMIT_DESCRIPTIONS[rule.limit];
  const description = [docs.description, scope, role, limit].filter(Boolean).join('\n\n');
  const body = requestBody(context, rule, docs);
  return {
    operationId: rule.name,
    tags: [docs.tag],
    summary: docs.summary,
    ...(description && { description }),
    security: rule.accepts.map((kind) =>
      kind === 'none' ? {} : { [parts.credentials[kind].name]: kind === 'key' && rule.scope ? [rule.scope] : [] },
    ),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: describeResponses(context, rule, docs),
    ...(docs.noSdkMethod && { 'x-footnote-apart': docs.noSdkMethod }),
  };
}

function pathParameters({ placeholders }: OpenApiParts, path: string): Parameter[] {
  return [...path.matchAll(/[:*](\w+)/g)].map(([, name = '']) => {
    const [description, example] = placeholders[name] ?? [];
    if (!description) throw new Error(`The placeholder ${name} is not described.`);
    return { name, in: 'path', required: true, description, schema: { type: 'string' }, example };
  });
}

function queryParameters({ schemas }: Context, rule: RouteRule, docs: OperationDocs): Parameter[] {
  const schema = rule.query ? schemas.input(rule.query) : {};
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const [description, example] = fieldDocs(rule, docs, name);
    const required = schema.required?.includes(name) ?? false;
    return {
      name,
      in: 'query',
      required,
      description,
      schema: field as Parameter['schema'],
      example,
    };
  });
}

function requestBody(context: Context, rule: RouteRule, docs: OperationDocs): Operation['requestBody'] {
  const content = { ...jsonBody(context, rule, docs), ...formBody(context, rule, docs) };
  if (Object.keys(content).length === 0) return undefined;
  const limit = rule.body && `JSON of at most ${JSON_LIMITS[rule.bodySize ?? 'usual'].name}.`;
  return {
    ...(limit && { description: limit }),
    required: rule.file !== undefined || !rule.body?.safeParse(undefined).success,
    content,
  };
}

function formBody({ schemas }: Context, rule: RouteRule, docs: OperationDocs): Record<string, MediaType> {
  if (!rule.file) return {};
  const described = (name: string, schema: object) => {
    const [description, example] = fieldDocs(rule, docs, name);
    return [name, { ...schema, description, examples: [example] }];
  };
  const bytes = { type: 'string', format: 'binary' };
  const files = rule.file === 'one' ? { file: bytes } : { files: { type: 'array', items: bytes }, archive: bytes };
  const fields = rule.fields ? schemas.input(rule.fields) : {};
  const properties = Object.fromEntries(
    Object.entries({ ...files, ...fields.properties }).map(([name, schema]) => described(name, schema as object)),
  );
  const required = [...(rule.file === 'one' ? ['file'] : []), ...(fields.required ?? [])];
  const schema = {
    type: 'object',
    properties,
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  } as const;
  return { 'multipart/form-data': { schema: schema as MediaType['schema'] & object } };
}

function jsonBody({ schemas }: Context, rule: RouteRule, docs: OperationDocs): Record<string, MediaType> {
  if (!rule.body) return {};
  const schema = schemas.input(rule.body);
  const named = resolveReference(schema, schemas.components);
  // A union has the fields of each alternative.
  for (const one of (named.oneOf ?? [named]) as Schema[]) {
    for (const [name, field] of Object.entries((one.properties ?? {}) as Record<string, Schema>)) {
      const [description, example] = fieldDocs(rule, docs, name);
      const shown = field.const === undefined && { examples: [example] };
      Object.assign(field, { description }, shown);
    }
  }
  return { 'application/json': { schema, example: exampleOf(schema, schemas.components) } };
}

function describeResponses(context: Context, rule: RouteRule, docs: OperationDocs): Operation['responses'] {
  const described = Object.entries(docs.answers).map(([status, content]) => [
    status,
    successResponse(context, rule, Number(status), Array.isArray(content) ? content : [content as Content]),
  ]);
  const failures = statusesOf(rule)
    .filter((status) => status >= 400 && !(status in docs.answers))
    .map((status) => [status, errorReference(status, rule.openAiShaped)]);
  return Object.fromEntries([...described, ...failures]);
}

function successResponse(context: Context, rule: RouteRule, status: number, contents: readonly Content[]): Response {
  const headers: Response['headers'] = { 'x-request-id': headerReference('RequestId') };
  if (rule.limit) {
    headers.ratelimit = headerReference('RateLimit');
    headers['ratelimit-policy'] = headerReference('RateLimitPolicy');
  }
  const given = contents.filter((content) => content !== null);
  const content = Object.fromEntries(given.map((one) => mediaType(context, one)));
  return {
    description: descriptionOf(given) || `${STATUS_CODES[status]}.`,
    headers,
    ...(given.length > 0 && { content }),
  };
}

function mediaType(context: Context, content: NonNullable<Content>): [string, MediaType] {
  const { schemas } = context;
  if (content instanceof z.ZodType) {
    const schema = schemas.output(content);
    return ['application/json', { schema, example: exampleOf(schema, schemas.components) }];
  }
  const { mediaType: type, example, lines } = content;
  const schema: Schema = lines ? lineSchema(context, lines) : { type: 'string' };
  return [type, { schema, ...(example !== undefined && { example }) }];
}

/** The schema of the lines of an event stream or of JSON Lines, with an example for each kind of line. */
function lineSchema({ schemas }: Context, lines: z.ZodType): Schema {
  const schema = schemas.output(lines);
  for (const part of alternativesOf(resolveReference(schema, schemas.components))) {
    const named = resolveReference(part, schemas.components);
    named.examples ??= [exampleOf(named, schemas.components)];
  }
  return schema;
}

const isVersioned = ({ path }: Route) => path.startsWith('/v1/');

/** The paths in the order of the routes. */
function inRouteOrder(routes: readonly Route[], paths: OpenApiDocument['paths']): OpenApiDocument['paths'] {
  const addresses = new Set(routes.map(({ path }) => path.replace(/[:*](\w+)/g, '{$1}')));
  return Object.fromEntries([...addresses].map((address) => [address, paths[address] ?? {}]));
}

function fieldDocs(rule: RouteRule, docs: OperationDocs, name: string): readonly [string, unknown] {
  const found = docs.input?.[name];
  if (!found) throw new Error(`The field ${name} of ${rule.name} is not described in server/documentation/.`);
  return found;
}

/** The descriptions of all contents of an answer. */
const descriptionOf = (contents: readonly NonNullable<Content>[]) =>
  contents
    .map((content) => (content instanceof z.ZodType ? z.globalRegistry.get(content)?.description : content.description))
    .join(' ');
