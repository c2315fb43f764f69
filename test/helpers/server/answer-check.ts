import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument, Operation } from '../../../server/http/openapi/openapi-types.ts';
import { parseStream } from './read-stream.ts';

/** To compile schemas with copies of what they refer to, and to optimize that, takes longer than the checks of a file save. */
export const AJV_OPTIONS = { strict: false, inlineRefs: false, code: { optimize: false } } as const;

/** A response of the API to check. */
export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
  text: string;
}

/** Checks real responses against the API document. The check returns a description of the error, or null. */
export function createAnswerCheck(
  document: OpenApiDocument,
): (method: string, path: string, answer: Answered) => string | null {
  const ajv = new Ajv2020({ ...AJV_OPTIONS, allErrors: true });
  addFormats.default(ajv);
  // Clients must ignore new fields, but every field of our responses must be documented.
  ajv.addSchema({ $id: 'api', components: closed(document.components) });
  const validators = new Map<string, ValidateFunction>();
  const routes = Object.entries(document.paths)
    .map(([path, methods]) => ({
      path,
      methods,
      // Prefer the path with the fewest placeholders. A router uses the order of its routes instead.
      pattern: new RegExp(
        `^${path
          .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
          .replace(/\{path\}/, '.+')
          .replace(/\{\w+\}/g, '[^/]+')}/?$`,
      ),
      placeholders: path.split('{').length,
    }))
    .sort((one, other) => one.placeholders - other.placeholders);

  return (method, path, { status, headers, body, text }) => {
    const { pathname } = new URL(path, 'http://x');
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const route = routes.find(({ pattern, methods }) => pattern.test(pathname) && verb in methods);
    const operation: Operation | undefined = route?.methods[verb];
    if (!route || !operation) return null;
    const at = `${method} ${route.path} → ${status}`;

    const found = operation.responses[status];
    if (!found) return `${at}: the status is not in the document`;
    const pointer = '$ref' in found ? found.$ref.slice(1) : null;
    const response = '$ref' in found ? document.components.responses[found.$ref.split('/').at(-1) ?? ''] : found;
    for (const name of Object.keys(response?.headers ?? {})) {
      // Limits may be off, and a throttled login counts towards none.
      if (!headers.has(name) && !name.startsWith('ratelimit')) return `${at}: the header ${name} is missing`;
    }
    if (method === 'HEAD' || status === 304) return null;

    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const [kind] = type.split('/');
    const media = response?.content?.[type] ?? response?.content?.[`${kind}/*`] ?? response?.content?.['*/*'];
    if (!media) return text === '' ? null : `${at}: the type ${type} is not in the document`;
    // Described in words only.
    if (media.schema?.type === 'string') return null;
    const lines = linesOf(type, text);
    if (type !== 'application/json' && !lines) return null;
    const key = `${pointer ?? at} ${type}`;
    const validate = validators.get(key) ?? ajv.compile(pointing(closed(media.schema)));
    validators.set(key, validate);
    if (lines) {
      const odd = lines.find((line) => !validate(line));
      return odd ? `${at}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(odd).slice(0, 300)}` : null;
    }
    if (!validate(body)) return `${at}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`;
    const { code } = body as { code?: string };
    if (status >= 400 && media.examples && !(String(code) in media.examples))
      return `${at}: the code ${code} is not in the document`;
    return null;
  };
}

/** The values of a body with one JSON value per line; null for other media types. */
function linesOf(type: string, text: string): unknown[] | null {
  if (type === 'text/event-stream') return parseStream(text).parts;
  if (type !== 'application/jsonl') return null;
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The same schemas without additional properties. */
function closed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, part) =>
    part?.properties && part.type === 'object' ? { additionalProperties: false, ...part } : part,
  );
}

function pointing<Value>(value: Value): object {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/components/', '"api#/components/'));
}
