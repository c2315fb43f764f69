import type { Endpoint } from '../routes.ts';
import type { DescribedRule } from '../rule.ts';
import type { OpenApiDocument, Operation, Schema } from './openapi-types.ts';

/** A sample in `x-codeSamples`, an OpenAPI extension that API references support. */
type CodeSample = NonNullable<Operation['x-codeSamples']>[number];

const ORIGIN = 'https://chat.example.com';
const FILE = 'manual.pdf';

/** Optional query parameters that an operation's sample shows besides the required ones. */
const SAMPLE_QUERY: Record<string, readonly string[]> = { 'conversations.delete-all': ['visitor_id'] };

/** Adds samples to each operation: curl for all, TypeScript for those that the SDK has. */
export function withCodeSamples(document: OpenApiDocument, endpoints: readonly Endpoint[]): OpenApiDocument {
  const sdkOf = new Map(endpoints.map(({ rule }) => [rule.name, rule.sdk]));
  const paths: OpenApiDocument['paths'] = {};
  for (const [path, methods] of Object.entries(document.paths)) {
    paths[path] = Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [
        method,
        {
          ...operation,
          'x-codeSamples': [
            curlSample(method, path, operation),
            ...typeScriptSample(operation, sdkOf.get(operation.operationId)),
          ],
        },
      ]),
    );
  }
  return { ...document, paths };
}

function curlSample(method: string, path: string, operation: Operation): CodeSample {
  const lines = [`curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} '${urlOf(path, operation)}'`];
  const credential = credentialOf(operation);
  if (credential === 'apiKey') lines.push('-H "x-api-key: $FOOTNOTE_API_KEY"');
  else if (credential) lines.push('-H "authorization: Bearer $FOOTNOTE_TOKEN"');
  const body = bodyExample(operation);
  if (body !== undefined) {
    lines.push("-H 'content-type: application/json'");
    lines.push(`-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`);
  } else lines.push(...formLines(operation));
  return { lang: 'Shell', label: 'curl', source: lines.join(' \\\n  ') };
}

/** The file of a form, and the fields that it must have. */
function formLines({ requestBody }: Operation): string[] {
  const schema = requestBody?.content['multipart/form-data']?.schema;
  if (!schema || !('properties' in schema)) return [];
  const fields = (schema.required ?? []).filter((name) => name !== 'file');
  const exampleOf = (name: string) => String((schema.properties?.[name] as Schema | undefined)?.examples?.[0]);
  return [`-F 'file=@${FILE}'`, ...fields.map((name) => `-F '${name}=${exampleOf(name)}'`)];
}

function urlOf(path: string, { operationId, parameters = [] }: Operation): string {
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce((url, { name, example }) => url.replace(`{${name}}`, encodeURIComponent(String(example))), path);
  const query = parameters
    .filter((one) => one.in === 'query')
    .filter(({ name, required }) => required || SAMPLE_QUERY[operationId]?.includes(name))
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`);
  return `${ORIGIN}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

function typeScriptSample(operation: Operation, sdk: DescribedRule['sdk'] | undefined): CodeSample[] {
  if (typeof sdk !== 'object') return [];
  const ids = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ example }) => toLiteral(example));
  const body = bodyExample(operation);
  const input = sdk.input ?? (body === undefined ? undefined : toLiteral(body));
  const call = `footnote.${sdk.method}(${[...ids, ...(input ? [input] : [])].join(', ')})`;
  const imports = ["import { Footnote } from '@footnote/sdk';"];
  if (input?.includes('fileFromPath(')) imports.push("import { fileFromPath } from '@footnote/sdk/node';");
  const source = `${imports.join('\n')}

${clientOf(operation)}
const result = await ${call};
${sdk.output ?? 'console.log(result);'}`;
  // Redoc shows only labels that it knows, and TypeScript is not one of them.
  return [{ lang: 'TypeScript', label: 'Node.js', source }];
}

function clientOf(operation: Operation): string {
  const options = [`  baseURL: '${ORIGIN}/v1',`];
  const credential = credentialOf(operation);
  if (credential === 'apiKey') options.push('  apiKey: process.env.FOOTNOTE_API_KEY,');
  else if (credential) options.push('  accessToken: process.env.FOOTNOTE_TOKEN,');
  return `const footnote = new Footnote({\n${options.join('\n')}\n});`;
}

/** The credential to show: an API key if the operation accepts one. Undefined if it needs none. */
function credentialOf({ security }: Operation): string | undefined {
  const accepted = security.flatMap((one) => Object.keys(one));
  return accepted.includes('apiKey') ? 'apiKey' : accepted[0];
}

/** The example of the JSON body. Undefined for an empty body too, which need not be sent. */
function bodyExample({ requestBody }: Operation): unknown {
  const example = requestBody?.content['application/json']?.example;
  return JSON.stringify(example) === '{}' ? undefined : example;
}

/** A JSON value in TypeScript, on one line if it is short. */
export function toLiteral(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const entries = Array.isArray(value)
    ? value.map((one) => toLiteral(one, inner))
    : Object.entries(value).map(([name, one]) => `${name}: ${toLiteral(one, inner)}`);
  const space = open === '{' ? ' ' : '';
  const line = `${open}${space}${entries.join(', ')}${space}${close}`;
  if (line.length <= 60 && !line.includes('\n')) return line;
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`;
}
