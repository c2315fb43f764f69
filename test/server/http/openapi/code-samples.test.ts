import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument, Operation } from '../../../../server/http/openapi/openapi-types.ts';
import { createRouteFinder, type Route } from '../../../../server/http/routes.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';
import { EVERY_METHOD } from '../../../sdk/every-method.ts';
import { installSdk, TSC } from '../../../sdk/packed.ts';

let app: TestApp;
let operations: { at: string; operation: Operation }[];

beforeAll(async () => {
  app = await startApp();
  const document: OpenApiDocument = (await app.call('GET', '/v1/openapi.json')).body;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at: `${method.toUpperCase()} ${path}`, operation })),
  );
});
afterAll(() => app.close());

const sampleOf = ({ 'x-codeSamples': samples = [] }: Operation, label: string) =>
  samples.find((sample) => sample.label === label)?.source;

/** Parses a curl command. */
function parseCurl(command: string): { method: string; url: URL; headers: string[]; json: unknown; form: string[] } {
  const all = (pattern: RegExp) => [...command.matchAll(pattern)].map(([, found = '']) => found);
  const [body] = all(/ -d '([\s\S]*)'$/g);
  return {
    method: all(/ -X ([A-Z]+) /g)[0] ?? 'GET',
    url: new URL(all(/^curl (?:-X [A-Z]+ )?'([^']+)'/g)[0] ?? ''),
    headers: all(/ -H ["']([^"']+)["']/g),
    json: body === undefined ? undefined : JSON.parse(body.replaceAll("'\\''", "'")),
    form: all(/ -F '([^']+)'/g),
  };
}

const CREDENTIALS: Record<string, string> = {
  'x-api-key: $FOOTNOTE_API_KEY': 'key',
  'authorization: Bearer $FOOTNOTE_TOKEN': 'user or widget',
};

describe('the curl sample of each operation', () => {
  it('sends a valid request to its route', () => {
    const find = createRouteFinder(app.endpoints.map((endpoint): Route => ({ ...endpoint, handle: () => undefined })));
    for (const { at, operation } of operations) {
      const { method, url, headers, json, form } = parseCurl(sampleOf(operation, 'curl') ?? '');
      const rule = find(method, url.pathname)?.rule;
      expect(rule?.name, at).toBe(operation.operationId.replace(/\.alias$/, ''));
      const query = rule?.query?.safeParse(Object.fromEntries(url.searchParams));
      expect(query?.error?.message, at).toBeUndefined();
      // For a route that takes both, the sample sends a form instead of JSON.
      if (rule?.body && form.length === 0) expect(rule.body.safeParse(json).error?.message, at).toBeUndefined();
      else expect(json, at).toBeUndefined();
      expect(headers.includes('content-type: application/json'), at).toBe(json !== undefined);
      if (form.length > 0) expect(rule?.file, at).toBeDefined();
    }
  });

  it('has a credential that the route accepts, and none if it needs none', () => {
    for (const { at, operation } of operations) {
      const { headers } = parseCurl(sampleOf(operation, 'curl') ?? '');
      const kinds = headers.flatMap((header) => CREDENTIALS[header] ?? []);
      const accepted = operation.security.flatMap((one) => Object.keys(one));
      if (accepted.length === 0) expect(kinds, at).toEqual([]);
      else expect(kinds, at).toEqual([accepted.includes('apiKey') ? 'key' : 'user or widget']);
    }
  });
});

describe('the TypeScript sample', () => {
  it('exists for every operation with an SDK method, and calls that method', () => {
    for (const { at, operation } of operations) {
      const source = sampleOf(operation, 'Node.js');
      expect(source === undefined, at).toBe(operation['x-footnote-apart'] !== undefined);
      if (source === undefined) continue;
      const called = /await footnote\.([\w.]+)\(/.exec(source)?.[1];
      const methods = EVERY_METHOD.filter((one) => one.operation === operation.operationId).map((one) => one.method);
      expect(methods, at).toContain(called);
    }
  });

  it('compiles against the published package', () => {
    const packed = installSdk();
    try {
      const sources = operations.flatMap(({ operation }) => sampleOf(operation, 'Node.js') ?? []);
      for (const [index, source] of sources.entries()) packed.write(`sample-${index}.ts`, source);
      const types = fileURLToPath(new URL('../../../../node_modules/@types', import.meta.url));
      const lib = ['--target', 'es2024', '--lib', 'es2024,dom,dom.iterable,dom.asynciterable', '--module', 'nodenext'];
      const options = ['--strict', '--skipLibCheck', '--noEmit', '--typeRoots', types, '--types', 'node', ...lib];
      packed.run(TSC, ...options, ...sources.map((_, index) => `sample-${index}.ts`));
      expect(sources.length).toBeGreaterThan(40);
    } finally {
      packed.remove();
    }
  });
});
