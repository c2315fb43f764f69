import { readdirSync, readFileSync } from 'node:fs';
import { Footnote } from '@footnote/sdk';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toCompletionChunks } from '../../../server/answering/to-completion-chunks.ts';
import { brokenOff, type PartPresenters, toStreamParts } from '../../../server/answering/to-stream-parts.ts';
import type { AnswerEvent, CitedPassage } from '../../../server/answering/types.ts';
import { ApiError, openAiErrorBody } from '../../../server/errors.ts';
import type { OpenApiDocument, Operation, Schema } from '../../../server/http/openapi-types.ts';
import { statusesOf } from '../../../server/http/rule.ts';
import { presentCitation } from '../../../server/presenters/citation.ts';
import { presentSourceDocument } from '../../../server/presenters/source-document.ts';
import type { SourceRow } from '../../../server/store/types.ts';
import { startApp, type TestApp } from '../../helpers/app.ts';
import { citedAnswer, drained, finish, play, text } from '../../helpers/scripted-answers.ts';
import { expectStatus } from '../../helpers/world.ts';

let app: TestApp;
let document: OpenApiDocument;
let operations: { at: string; operation: Operation }[];

beforeAll(async () => {
  app = await startApp();
  document = expectStatus(await app.call('GET', '/v1/openapi.json'), 200).body;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at: `${method.toUpperCase()} ${path}`, operation })),
  );
});
afterAll(() => app.close());

describe('the API document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('has every route of the router and no other, with every status that it may answer', () => {
    const routes = app.endpoints.map(({ method, path }) => `${method} ${path.replace(/[:*](\w+)/g, '{$1}')}`);
    expect(operations.map(({ at }) => at).sort()).toEqual(routes.sort());
    for (const { method, path, rule } of app.endpoints) {
      const operation = document.paths[path.replace(/[:*](\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(Object.keys(operation?.responses ?? {}).map(Number), rule.name).toEqual(statusesOf(rule));
    }
  });

  it('names each operation once, and every reference in it leads somewhere', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    expect(references.length).toBeGreaterThan(50);
    for (const path of references) {
      const found = path.split('/').reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], document);
      expect(found, path).toBeDefined();
    }
  });

  it('has an example for every body, and each is what its own schema asks for', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'api', components: document.components });
    let checked = 0;
    for (const { at, operation } of operations) {
      const { parameters = [], requestBody, responses } = operation;
      const own = Object.values(responses).flatMap((response) => ('$ref' in response ? [] : [response]));
      for (const { content = {} } of [...own, ...(requestBody ? [requestBody] : [])]) {
        for (const [type, { schema, example }] of Object.entries(content)) {
          if (type !== 'application/json' || schema?.type === 'string') continue;
          const pointing = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'));
          expect(ajv.validate(pointing, example), `${at}: ${ajv.errorsText()}`).toBe(true);
          checked += 1;
        }
      }
      for (const { name, schema, example } of parameters) {
        expect(ajv.validate(schema, example), `${at} ${name}: ${ajv.errorsText()}`).toBe(true);
      }
    }
    expect(checked).toBeGreaterThan(30);
    for (const [name, { content }] of Object.entries(document.components.responses)) {
      expect(Object.keys(content?.['application/json']?.examples ?? {}).length, name).toBeGreaterThan(0);
    }
  });

  it('describes the fields of everything that it shows', () => {
    const bare = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      Object.entries((schema.properties ?? {}) as Record<string, Schema>)
        .filter(([, field]) => !field.description && !field.$ref && !field.const)
        .map(([field]) => `${name}.${field}`),
    );
    expect(bare).toEqual([]);
  });
});

describe('the parts of a stream', () => {
  /** Everything that an answer may be made of, and how it may break off. */
  const answers: AnswerEvent[][] = [
    [{ type: 'status', position: 2 }, ...citedAnswer([{ words: 'One.' }, { words: ' Two.', sourceId: 'src_text' }])],
    [...citedAnswer([{ words: 'Wrong.' }]).slice(0, -1), { type: 'verdict', response: 'No.' }, finish()],
    ...(['stop', 'refused', 'aborted', 'length', 'error'] as const).map((reason) => [
      text('Well.'),
      finish({ reason, suggestions: ['And then?'], unsupported: [{ start: 0, end: 4 }] }),
    ]),
  ];
  const citation = (cited: CitedPassage) => presentCitation({ ...cited, page: 7, heading: 'Guide' }, '/passages/x');
  const present: PartPresenters = {
    citation,
    document: async ({ source_id, title }) =>
      presentSourceDocument(
        { id: source_id, metadata: source_id === 'src_text' ? {} : { filename: 'a.pdf' } } as SourceRow,
        title,
      ),
  };
  const everyError = () =>
    Object.values(document.components.responses).flatMap(({ content }) =>
      Object.keys(content?.['application/json']?.examples ?? {}).map((code) => new ApiError(429, code, 'Words.')),
    );

  /** Checks against the schema of the lines, which is closed to fields that it does not name. */
  function lineCheck(path: string) {
    const schema = document.paths[path]?.post?.responses[200] as { content: Record<string, { schema: Schema }> };
    const components = JSON.parse(JSON.stringify(document.components), (_, part) =>
      part?.properties && part.type === 'object' ? { ...part, additionalProperties: false } : part,
    );
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'api', components });
    const { $ref = '' } = schema.content['text/event-stream']?.schema ?? {};
    const isLine = ajv.compile({ $ref: `api${$ref}` });
    const named = document.components.schemas[$ref.split('/').at(-1) ?? ''];
    const choices = ((named?.oneOf ?? named?.anyOf ?? []) as Schema[]).map(({ $ref }) => $ref?.split('/').at(-1) ?? '');
    return { isLine, choices, problem: () => ajv.errorsText(isLine.errors) };
  }

  it('are described, each of them and nothing else, with an example that is one', async () => {
    const { isLine, choices, problem } = lineCheck('/v1/projects/{project_id}/chat');
    const turn = { messageId: 'msg_1', conversationId: 'conv_1' };
    const said = await Promise.all(answers.map((events) => drained(toStreamParts(play(events), turn, present))));
    const emitted = [...said.flat(), ...everyError().flatMap(brokenOff)];
    for (const part of emitted) expect(isLine(part), `${problem()}: ${JSON.stringify(part)}`).toBe(true);

    const described = choices.map((name) => document.components.schemas[name] ?? {});
    const types = described.map(({ properties }) => (properties?.type as Schema | undefined)?.const);
    expect(types.toSorted()).toEqual([...new Set(emitted.map(({ type }) => type))].sort());
    for (const { examples } of described) expect(isLine(examples?.[0]), problem()).toBe(true);
    expect([isLine({ type: 'other' }), isLine({ type: 'finish' }), isLine({ ...said[0]?.[0], more: 1 })]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('are described for OpenAI’s clients too', async () => {
    const { isLine, choices, problem } = lineCheck('/v1/projects/{project_id}/chat/completions');
    const head = { id: 'msg_1', created: 1, model: 'footnote' };
    for (const includeUsage of [true, false]) {
      for (const events of answers) {
        for (const chunk of await drained(toCompletionChunks(play(events), head, { includeUsage, citation }))) {
          expect(isLine(chunk), `${problem()}: ${JSON.stringify(chunk)}`).toBe(true);
        }
      }
    }
    for (const error of everyError()) expect(isLine(openAiErrorBody(error)), problem()).toBe(true);
    for (const name of choices) {
      expect(isLine(document.components.schemas[name]?.examples?.[0]), `${name}: ${problem()}`).toBe(true);
    }
  });
});

/** Interfaces of the contract, and which of their fields are marked as extensions of the specification. */
function contractExtensions(): Map<string, { whole: boolean; fields: Map<string, boolean> }> {
  const folder = new URL('../../../sdk/src/contract/', import.meta.url);
  const code = readdirSync(folder)
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n');
  const found = new Map<string, { whole: boolean; fields: Map<string, boolean> }>();
  for (const [, words = '', name = '', body = ''] of code.matchAll(
    /((?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?)export interface (\w+)(?:<\w+>)?(?: extends [\w<>, ]+)? \{\n([\s\S]*?)\n\}/g,
  )) {
    const fields = new Map<string, boolean>();
    for (const [, comment = '', field = ''] of body.matchAll(
      /^((?: {2}\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?) {2}(\w+)\??: /gm,
    )) {
      fields.set(field, comment.includes('@extension'));
    }
    found.set(name, { whole: words.includes('@extension'), fields });
  }
  return found;
}

describe('what is our decision', () => {
  it('is marked in the document exactly where the contract says so', () => {
    const contract = contractExtensions();
    const marked = (value: object) => 'x-footnote-decision' in value;
    let compared = 0;
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const declared = contract.get(name.replace(/^(Project|Source|ApiKey|Conversation|Message)List$/, 'List'));
      if (!declared) continue;
      expect([name, marked(schema)]).toEqual([name, declared.whole]);
      for (const [field, own] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
        const target = own.$ref ? (document.components.schemas[own.$ref.split('/').at(-1) ?? ''] ?? {}) : own;
        // Of what is ours as a whole, the fields need not say it again.
        if (!declared.whole)
          expect([`${name}.${field}`, marked(own) || marked(target)]).toEqual([
            `${name}.${field}`,
            declared.fields.get(field),
          ]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(40);
  });

  it('is not what the interface specification shows', () => {
    const shown = [
      'POST /v1/auth/register', 'POST /v1/auth/login', 'POST /v1/auth/logout', 'GET /v1/projects', 'POST /v1/projects',
      'GET /v1/projects/{project_id}', 'PATCH /v1/projects/{project_id}', 'DELETE /v1/projects/{project_id}',
      'GET /v1/projects/{project_id}/sources', 'POST /v1/sources', 'POST /v1/sources/upload', 'POST /v1/sources/url',
      'POST /v1/projects/{project_id}/ingestion/url', 'GET /v1/sources/{source_id}', 'DELETE /v1/sources/{source_id}',
      'POST /v1/projects/{project_id}/chat', 'POST /v1/tokens/widget', 'GET /v1/health',
    ]; // biome-ignore format: a list of addresses
    for (const { at, operation } of operations) {
      expect([at, 'x-footnote-decision' in operation]).toEqual([at, !shown.includes(at)]);
    }
  });
});

/** The resources of a client, and theirs, by the names that lead to them. */
function resourcesOf(parent: object, trail: string): [string, object][] {
  return Object.entries(parent).flatMap(([name, resource]): [string, object][] => {
    const isResource =
      typeof resource === 'object' && resource !== null && Object.getPrototypeOf(resource) !== Object.prototype;
    return isResource ? [[`${trail}${name}`, resource], ...resourcesOf(resource, `${trail}${name}.`)] : [];
  });
}

/** Calls every method of the SDK and notes what it asks the server for. */
async function sdkOperations(): Promise<string[]> {
  const asked: string[] = [];
  const footnote = new Footnote({
    baseURL: 'http://server.example/v1',
    maxRetries: 0,
    async fetch(input, init) {
      asked.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
      return Response.json({ items: [], total: 0, limit: 20, offset: 0 });
    },
  });
  // Stands for whatever an argument may be: as an id it is its text, as a body an upload.
  const file = { file: new File(['text'], 'guide.md'), query: 'When?' };
  for (const [, resource] of resourcesOf(footnote, '')) {
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter(
      (name) => !['constructor', 'waitUntilReady'].includes(name),
    );
    for (const name of methods) {
      const call = (resource as unknown as Record<string, (...given: unknown[]) => unknown>)[name];
      const before = asked.length;
      // As many ids as it takes until a request goes out, and then the body.
      for (let ids = 0; ids <= 3 && asked.length === before; ids += 1) {
        const given = [...Array.from({ length: ids }, (_, at) => `id${at}`), file];
        try {
          const result = call?.apply(resource, given);
          await result;
        } catch {}
      }
    }
  }
  return asked;
}

describe('the SDK', () => {
  it('has a method for every operation that is not apart, and none for what is not there', async () => {
    const asked = new Set(
      (await sdkOperations()).map((call) => {
        const [method = '', path = ''] = call.split(' ');
        const route = operations.find(
          ({ at }) =>
            new RegExp(`^${at.replace(/\{\w+\}/g, '[^/]+')}$`).test(`${method} ${path}`) &&
            at.split('{').length - 1 === path.split('/id').length - 1,
        );
        return route?.at ?? `${call} (not in the document)`;
      }),
    );
    const expected = operations.filter(({ operation }) => !operation['x-footnote-apart']).map(({ at }) => at);
    expect([...asked].sort()).toEqual(expected.sort());
  });
});
