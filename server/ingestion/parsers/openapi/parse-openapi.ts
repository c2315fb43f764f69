import { CORE_SCHEMA, load } from 'js-yaml';
import type { ParsedDocument } from '../../types.ts';
import { addMarkdown } from '../markdown/parse-markdown.ts';
import { addTable } from '../table/add-table.ts';
import { decodeText } from '../text/decode-text.ts';
import { createTextBuilder, normalizeTitle, type TextBuilder } from '../text/text-builder.ts';
import { codeRun, type TextRun } from '../text/text-runs.ts';
import {
  createResolver,
  describe,
  entriesOf,
  type FieldRow,
  fieldsOf,
  isObject,
  type Json,
  objectsIn,
  type Resolve,
  referencesIn,
  textOf,
  typeOf,
} from './schema-fields.ts';

interface Reading {
  builder: TextBuilder;
  resolve: Resolve;
  /** The references to schemas whose fields stand with an operation. */
  listed: Set<Json>;
}

type Object = Record<string, Json>;

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'query'];
const FIELDS = ['Field', 'Type', 'Required', 'Description'];
/** A longer example is data. */
const MAX_EXAMPLE = 2_000;

/**
 * Parses a description of an HTTP API (OpenAPI 3, Swagger 2; JSON or YAML). Each operation is a section under its summary, with
 * its method and path, its parameters, body and responses as tables; so is each schema that has a name and is not the body of
 * operations alone.
 */
export function parseOpenApi(bytes: Uint8Array): ParsedDocument {
  const root = readJsonOrYaml(decodeText(bytes));
  if (!isObject(root) || !(typeof root.openapi === 'string' || root.swagger !== undefined))
    throw new Error('This is no OpenAPI description.');
  const builder = createTextBuilder();
  const reading: Reading = { builder, resolve: createResolver(root), listed: new Set() };
  const info = isObject(root.info) ? root.info : {};
  builder.add('heading', textOf(info.title) || 'API', { level: 1 });
  builder.add(
    'paragraph',
    [textOf(info.summary), info.version === undefined ? '' : `Version ${textOf(info.version)}`]
      .filter(Boolean)
      .join('. '),
  );
  addMarkdown(builder, textOf(info.description), 1);
  addServers(reading, root);
  addSecurity(reading, root);
  for (const [path, item] of entriesOf(root.paths)) addPath(reading, path, item);
  for (const [name, item] of entriesOf(root.webhooks)) addPath(reading, `webhook ${name}`, item);
  addSchemas(reading, root);
  return { ...builder.finish({}), title: normalizeTitle(textOf(info.title)) };
}

/** Of YAML only what JSON has too: no dates, no types of JavaScript. Aliases are read once, however often they are used. */
function readJsonOrYaml(text: string): Json {
  const trimmed = text.trimStart();
  if (!trimmed.startsWith('{')) return load(text, { schema: CORE_SCHEMA });
  try {
    return JSON.parse(trimmed);
  } catch {
    return load(text, { schema: CORE_SCHEMA });
  }
}

function addServers({ builder }: Reading, root: Object): void {
  const servers = objectsIn(root.servers).map((server) => [textOf(server.url), textOf(server.description)]);
  if (typeof root.host === 'string')
    servers.push([`${[root.schemes].flat().map(textOf)[0] || 'https'}://${root.host}${textOf(root.basePath)}`, '']);
  if (servers.length === 0) return;
  builder.add('heading', 'Servers', { level: 2 });
  builder.add('paragraph', servers.length > 1 ? 'The base URLs of the API:' : 'The base URL of the API:');
  for (const [url = '', description] of servers)
    builder.add('list-item', ['- ', codeRun(url), description ? `: ${description}` : ''], { depth: 1 });
}

function addSecurity({ builder, resolve }: Reading, root: Object): void {
  const components = isObject(root.components) ? root.components : {};
  const rows = entriesOf(components.securitySchemes ?? root.securityDefinitions).map(([name, value]) => {
    const { type, scheme, in: place, name: key, description } = resolve(value);
    const kind = [textOf(type), textOf(scheme)].filter(Boolean).join(' ');
    const header = textOf(type) === 'http' ? `header Authorization: ${textOf(scheme)}` : '';
    return [name, kind, place ? `${textOf(place)} ${textOf(key)}` : header, textOf(description)];
  });
  if (rows.length === 0) return;
  builder.add('heading', 'Authentication', { level: 2 });
  addTable(builder, ['Name', 'Type', 'Sent in', 'Description'], rows);
  const needed = requirementsOf(root.security);
  if (needed) builder.add('paragraph', `Requests are authenticated by ${needed}, unless an operation says otherwise.`);
}

function addPath(reading: Reading, path: string, given: Json): void {
  const item = reading.resolve(given);
  for (const method of METHODS) {
    const operation = item[method];
    if (isObject(operation))
      addOperation(reading, `${method.toUpperCase()} ${path}`, { ...operation, shared: item.parameters });
  }
}

/**
 * `endpoint`: the method and path. An answer shows a part of the text below a heading, so they are in the text, and where tables
 * begin that say what is sent.
 */
function addOperation(reading: Reading, endpoint: string, operation: Object): void {
  const { builder, resolve } = reading;
  builder.add('heading', textOf(operation.summary) || endpoint, { level: 2 });
  builder.add('paragraph', [codeRun(endpoint)]);
  if (operation.deprecated === true) builder.add('paragraph', 'This operation is deprecated.', { callout: 'warning' });
  addMarkdown(builder, textOf(operation.description), 2);
  const id = textOf(operation.operationId);
  if (id) builder.add('paragraph', ['Operation: ', codeRun(id)]);
  const all = parametersOf(operation, resolve);
  const form = all.filter(({ in: place }) => place === 'formData');
  const parameters = all.filter(({ in: place }) => place !== 'formData' && place !== 'body');
  addSection(
    reading,
    ['Parameters of ', codeRun(endpoint)],
    ['Parameter', 'In', 'Type', 'Required', 'Description'],
    parameters.map((one) => parameterRow(one, resolve)),
  );
  addBody(reading, endpoint, operation, all);
  addSection(
    reading,
    ['Form fields of ', codeRun(endpoint)],
    FIELDS,
    form.map((one) => [textOf(one.name), typeOf(one, resolve), one.required === true ? 'yes' : 'no', describe(one)]),
  );
  addResponses(reading, operation);
  addRequirements(reading, operation.security);
}

/** An operation's own parameters take the place of those that its path has for all. */
function parametersOf({ parameters, shared }: Object, resolve: Resolve): Object[] {
  const found = new Map<string, Object>();
  for (const one of [...objectsIn(shared), ...objectsIn(parameters)].map(resolve))
    found.set(`${textOf(one.in)} ${textOf(one.name)}`, one);
  return [...found.values()];
}

function parameterRow(one: Object, resolve: Resolve): string[] {
  const schema = one.schema ?? one;
  const description = describe(resolve(schema), one);
  return [textOf(one.name), textOf(one.in), typeOf(schema, resolve), one.required === true ? 'yes' : 'no', description];
}

function addSection({ builder }: Reading, title: readonly TextRun[], header: string[], rows: string[][]): void {
  if (rows.length === 0) return;
  builder.add('paragraph', [...title, ':']);
  addTable(builder, header, rows);
}

function addBody(reading: Reading, endpoint: string, operation: Object, parameters: Object[]): void {
  const { builder, resolve } = reading;
  const old = parameters.find((one) => one.in === 'body');
  const body = old
    ? { content: { 'application/json': old }, description: old.description }
    : resolve(operation.requestBody);
  const [first] = entriesOf(body.content);
  if (!first) return;
  const [mediaType, media] = first;
  const { schema, example, examples } = resolve(media);
  const type = typeOf(schema, resolve);
  builder.add('paragraph', [
    'Request body of ',
    codeRun(endpoint),
    ' (',
    codeRun(mediaType),
    type ? `): ${type}` : ')',
  ]);
  addMarkdown(builder, textOf(body.description), 2);
  addSection(reading, ['Fields of the request body'], FIELDS, fieldsOf(schema, resolve));
  reading.listed.add(schema);
  addExample(builder, example ?? firstExample(examples, resolve));
}

const firstExample = (examples: Json, resolve: Resolve): Json => {
  const [first] = entriesOf(examples);
  return first && resolve(first[1]).value;
};

function addExample(builder: TextBuilder, example: Json): void {
  if (example === undefined || example === null) return;
  const text = typeof example === 'string' ? example : (JSON.stringify(example, null, 2) ?? '');
  if (text.length > MAX_EXAMPLE) return;
  builder.add('paragraph', 'Example:');
  builder.add('code', text, { language: 'json' });
}

function addResponses(reading: Reading, operation: Object): void {
  const { builder, resolve } = reading;
  const responses = entriesOf(operation.responses).map(([status, given]) => {
    const response = resolve(given);
    const [media] = entriesOf(response.content).map(([, value]) => resolve(value));
    return {
      status,
      description: textOf(response.description),
      schema: media?.schema ?? response.schema,
      example: media?.example,
    };
  });
  addSection(
    reading,
    ['Responses'],
    ['Status', 'Description', 'Content'],
    responses.map(({ status, description, schema }) => [status, description, typeOf(schema, resolve)]),
  );
  const success = responses.find(({ status }) => /^2/.test(status));
  // What has a name has a section of its own.
  if (success && !isNamed(success.schema))
    addSection(reading, ['Fields of the response'], FIELDS, fieldsOf(success.schema, resolve));
  if (success) addExample(builder, success.example);
}

const isNamed = (schema: Json) =>
  isObject(schema) && ('$ref' in schema || (isObject(schema.items) && '$ref' in schema.items));

/** What an operation needs other than all do. */
function addRequirements({ builder }: Reading, security: Json): void {
  if (!Array.isArray(security)) return;
  const needed = requirementsOf(security);
  builder.add('paragraph', needed ? `Authentication: ${needed}.` : 'No authentication is needed.');
}

const requirementsOf = (security: Json) =>
  objectsIn(security)
    .map((one) =>
      entriesOf(one)
        .map(([name, scopes]) =>
          Array.isArray(scopes) && scopes.length > 0 ? `${name} (${scopes.map(textOf).join(', ')})` : name,
        )
        .join(' and '),
    )
    .filter(Boolean)
    .join(', or ');

/** The schemas that others refer to by name. What stands with the operations that it is the body of is not listed again. */
function addSchemas(reading: Reading, root: Object): void {
  const { builder, resolve, listed } = reading;
  const components = isObject(root.components) ? root.components : {};
  const references = referencesIn(root);
  for (const [name, schema] of entriesOf(components.schemas ?? root.definitions)) {
    if (references.get(name)?.every((reference) => listed.has(reference))) continue;
    const { description } = resolve(schema);
    const rows: FieldRow[] = fieldsOf(schema, resolve);
    builder.add('heading', name, { level: 2 });
    addMarkdown(builder, textOf(description), 2);
    const type = typeOf(schema, resolve);
    if (rows.length === 0) builder.add('paragraph', type ? `${name}: ${type}` : '');
    else addTable(builder, FIELDS, rows);
  }
}
