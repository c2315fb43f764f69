import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import type { Endpoint } from '../routes.ts';
import { type Accepted, type Content, type DescribedRule, JSON_LIMITS, type LimitScope, statusesOf } from '../rule.ts';
import { errorReference, errorResponses, headerReference, RESPONSE_HEADERS } from './openapi-errors.ts';
import { alternativesOf, createSchemas, exampleOf, resolveReference } from './openapi-schemas.ts';
import type {
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  Response,
  Schema,
  SecurityScheme,
} from './openapi-types.ts';

/** The document is built from the router's table and its rules, which validate requests and describe them. */
export interface OpenApiParts {
  version: string;
  description: string;
  routes: readonly Endpoint[];
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
    const isAlias = named.has(rule.name);
    named.add(rule.name);
    const operation = describeOperation(context, rule, path);
    if (isAlias) Object.assign(operation, { operationId: `${rule.name}.alias`, 'x-footnote-apart': 'alias' });
    const address = path.replace(/[:*](\w+)/g, '{$1}');
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation };
  }
  return paths;
}

const ROLE_DESCRIPTIONS: Record<NonNullable<DescribedRule['role']>, string> = {
  viewer: 'Every member of the project may do this.',
  editor: 'Of the members of the project, editors and the owner may do this.',
  owner: 'Of the members of the project, only the owner may do this.',
};

function describeOperation(context: Context, rule: DescribedRule, path: string): Operation {
  const { parts } = context;
  const parameters = [
    ...pathParameters(parts, path),
    ...queryParameters(context, rule),
    ...(rule.keyed ? [IDEMPOTENCY_KEY_HEADER] : []),
  ];
  const scope = rule.scope && `An API key needs the scope \`${rule.scope}\`.`;
  const role = rule.role && ROLE_DESCRIPTIONS[rule.role];
  const limit = rule.limit && LIMIT_DESCRIPTIONS[rule.limit];
  const description = [rule.description, scope, role, limit].filter(Boolean).join('\n\n');
  const body = requestBody(context, rule);
  return {
    operationId: rule.name,
    tags: [rule.tag],
    summary: rule.summary,
    ...(description && { description }),
    security: rule.accepts.map((kind) =>
      kind === 'none' ? {} : { [parts.credentials[kind].name]: kind === 'key' && rule.scope ? [rule.scope] : [] },
    ),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: describeResponses(context, rule),
    ...(typeof rule.sdk === 'string' && { 'x-footnote-apart': rule.sdk }),
  };
}

function pathParameters({ placeholders }: OpenApiParts, path: string): Parameter[] {
  return [...path.matchAll(/[:*](\w+)/g)].map(([, name = '']) => {
    const [description, example] = placeholders[name] ?? [];
    if (!description) throw new Error(`The placeholder ${name} is not described.`);
    return { name, in: 'path', required: true, description, schema: { type: 'string' }, example };
  });
}

function queryParameters({ schemas }: Context, rule: DescribedRule): Parameter[] {
  const schema = rule.query ? schemas.input(rule.query) : {};
  return Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const { description, examples: [example] = [], ...own } = describedField(rule, name, field as Schema);
    const required = schema.required?.includes(name) ?? false;
    return { name, in: 'query', required, description, schema: own, example };
  });
}

function requestBody(context: Context, rule: DescribedRule): Operation['requestBody'] {
  const content = { ...jsonBody(context, rule), ...formBody(context, rule) };
  if (Object.keys(content).length === 0) return undefined;
  const limit = rule.body && `JSON of at most ${JSON_LIMITS[rule.bodySize ?? 'usual'].name}.`;
  return {
    ...(limit && { description: limit }),
    required: rule.file !== undefined || !rule.body?.safeParse(undefined).success,
    content,
  };
}

/** The files of a form. */
const FILES = {
  file: file('The file, with its name.', 'manual.pdf'),
  picture: file('The picture.', 'logo.png'),
  part: file('The bytes of the part.', '(binary)'),
  files: {
    type: 'array',
    items: { type: 'string', format: 'binary' },
    description: 'The files, each with its name, which may have folders.',
    examples: ['guide/install.md'],
  },
  archive: file('A zip, tar or tar.gz file of them.', 'docs.zip'),
} as const;

function file(description: string, example: string) {
  return { type: 'string', format: 'binary', description, examples: [example] };
}

function formBody({ schemas }: Context, rule: DescribedRule): Record<string, MediaType> {
  if (!rule.file) return {};
  const { files, archive } = FILES;
  const sent = rule.file === 'one' ? { file: FILES[rule.fileSize ?? 'file'] } : { files, archive };
  const fields = rule.fields ? schemas.input(rule.fields) : {};
  for (const [name, field] of Object.entries(fields.properties ?? {})) describedField(rule, name, field as Schema);
  const required = [...(rule.file === 'one' ? ['file'] : []), ...(fields.required ?? [])];
  const schema = {
    type: 'object',
    properties: { ...sent, ...fields.properties },
    additionalProperties: false,
    ...(required.length > 0 && { required }),
  } as const;
  return { 'multipart/form-data': { schema: schema as MediaType['schema'] & object } };
}

function jsonBody({ schemas }: Context, rule: DescribedRule): Record<string, MediaType> {
  if (!rule.body) return {};
  const schema = schemas.input(rule.body);
  const named = resolveReference(schema, schemas.components);
  // A union has the fields of each alternative.
  for (const one of (named.oneOf ?? [named]) as Schema[]) {
    for (const [name, field] of Object.entries(one.properties ?? {})) describedField(rule, name, field as Schema);
  }
  return { 'application/json': { schema, example: exampleOf(schema, schemas.components) } };
}

function describeResponses(context: Context, rule: DescribedRule): Operation['responses'] {
  const described = Object.entries(rule.answers).map(([status, content]) => [
    status,
    successResponse(context, rule, Number(status), Array.isArray(content) ? content : [content as Content]),
  ]);
  const failures = statusesOf(rule)
    .filter((status) => status >= 400 && !(status in rule.answers))
    .map((status) => [status, errorReference(status, rule.openAiShaped)]);
  return Object.fromEntries([...described, ...failures]);
}

function successResponse(
  context: Context,
  rule: DescribedRule,
  status: number,
  contents: readonly Content[],
): Response {
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

const isVersioned = ({ path }: Endpoint) => path.startsWith('/v1/');

/** The paths in the order of the routes. */
function inRouteOrder(routes: readonly Endpoint[], paths: OpenApiDocument['paths']): OpenApiDocument['paths'] {
  const addresses = new Set(routes.map(({ path }) => path.replace(/[:*](\w+)/g, '{$1}')));
  return Object.fromEntries([...addresses].map((address) => [address, paths[address] ?? {}]));
}

/** The field, which must have words of its own. */
function describedField(rule: DescribedRule, name: string, field: Schema): Schema & { description: string } {
  const { description } = field;
  if (!description) throw new Error(`The field ${name} of ${rule.name} has no description.`);
  return { ...field, description };
}

/** The descriptions of all contents of an answer. */
const descriptionOf = (contents: readonly NonNullable<Content>[]) =>
  contents
    .map((content) => (content instanceof z.ZodType ? z.globalRegistry.get(content)?.description : content.description))
    .join(' ');
