import { readdirSync, readFileSync } from 'node:fs';
import { Footnote } from '@footnote/sdk';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toOpenAiChunks } from '../../../../server/answering/output/to-openai-chunks.ts';
import {
  type PartPresenters,
  toErrorParts,
  toUiMessageStream,
} from '../../../../server/answering/output/to-ui-message-stream.ts';
import type { AnswerEvent, CitedPassage } from '../../../../server/answering/types.ts';
import type { OpenApiDocument, Operation, Schema } from '../../../../server/http/openapi/openapi-types.ts';
import { statusesOf } from '../../../../server/http/rule.ts';
import { ApiError, openAiErrorBody } from '../../../../server/platform/errors.ts';
import { presentCitation, presentNearestPage } from '../../../../server/presenters/chat.ts';
import { presentSourceDocument } from '../../../../server/presenters/stream.ts';
import type { SourceRow } from '../../../../server/store/types.ts';
import { AJV_OPTIONS } from '../../../helpers/server/answer-check.ts';
import { expectStatus } from '../../../helpers/server/owner-with-project.ts';
import { citedAnswer, drained, finish, play, text } from '../../../helpers/server/scripted-answers.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';
import { COMPOSED_METHODS, EVERY_METHOD, type MethodCall, methodsOf } from '../../../sdk/every-method.ts';

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

/** The schema with references into the document, which ajv has under the id `api`. */
const pointing = (schema: unknown) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'));

describe('the API document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(document.openapi).toMatch(/^3\.1\./);
  });

  it('has exactly the routes of the router, with every status that they may answer', () => {
    const routes = app.endpoints.map(({ method, path }) => `${method} ${path.replace(/[:*](\w+)/g, '{$1}')}`);
    expect(operations.map(({ at }) => at).sort()).toEqual(routes.sort());
    for (const { method, path, rule } of app.endpoints) {
      const operation = document.paths[path.replace(/[:*](\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(Object.keys(operation?.responses ?? {}).map(Number), rule.name).toEqual(statusesOf(rule));
    }
  });

  it('has unique operation ids, and every reference resolves', () => {
    const names = operations.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
    expect(references.length).toBeGreaterThan(50);
    for (const path of references) {
      const found = path.split('/').reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], document);
      expect(found, path).toBeDefined();
    }
  });

  it('has an example for every body that matches its schema', () => {
    const ajv = new Ajv2020(AJV_OPTIONS);
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'api', components: document.components });
    let checked = 0;
    for (const { at, operation } of operations) {
      const { parameters = [], requestBody, responses } = operation;
      const own = Object.values(responses).flatMap((response) => ('$ref' in response ? [] : [response]));
      for (const { content = {} } of [...own, ...(requestBody ? [requestBody] : [])]) {
        for (const [type, { schema, example }] of Object.entries(content)) {
          if (type !== 'application/json' || schema?.type === 'string') continue;
          expect(ajv.validate(pointing(schema), example), `${at}: ${ajv.errorsText()}`).toBe(true);
          checked += 1;
        }
      }
      for (const { name, schema, example } of parameters) {
        expect(ajv.validate(pointing(schema), example), `${at} ${name}: ${ajv.errorsText()}`).toBe(true);
      }
    }
    expect(checked).toBeGreaterThan(30);
    for (const [name, { content }] of Object.entries(document.components.responses)) {
      expect(Object.keys(content?.['application/json']?.examples ?? {}).length, name).toBeGreaterThan(0);
    }
  });

  it('has an example for every code of the errors of every part of the server', () => {
    const raised = readdirSync('server', { recursive: true, encoding: 'utf8' })
      .filter((path) => /^(?!dist\/|console\/).*errors(?:\/\w+)?\.ts$/.test(path))
      .flatMap((path) => [
        ...readFileSync(`server/${path}`, 'utf8').matchAll(/(?:ApiError|always)\(\s*(\d{3}),\s*'(\w+)'/g),
      ])
      .map(([, status, code]) => `${status} ${code}`);
    expect(raised.length).toBeGreaterThan(90);
    const described = Object.values(document.components.responses).flatMap(({ content }) =>
      Object.keys(content?.['application/json']?.examples ?? {}),
    );
    expect(raised.filter((one) => !described.includes(one.slice(4)))).toEqual([]);
  });

  it('describes every field', () => {
    const bare = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      Object.entries((schema.properties ?? {}) as Record<string, Schema>)
        .filter(([, field]) => !field.description && !field.$ref && !field.const)
        .map(([field]) => `${name}.${field}`),
    );
    expect(bare).toEqual([]);
  });
});

describe('the parts of a stream', () => {
  /** Answers with every kind of event and every way to end. */
  const answers: AnswerEvent[][] = [
    [{ type: 'status', position: 2 }, ...citedAnswer([{ words: 'One.' }, { words: ' Two.', sourceId: 'src_text' }])],
    [...citedAnswer([{ words: 'Wrong.' }]).slice(0, -1), { type: 'verdict', response: 'No.' }, finish()],
    [
      { type: 'corrected', corrected: { query: 'When?', words: [{ from: 'Wen', to: 'When' }] } },
      text('At nine.'),
      finish(),
    ],
    [{ type: 'curated', curated: { id: 'cur_1', links: [] } }, text('At nine.'), finish()],
    ...(['stop', 'unsure', 'refused', 'aborted', 'length', 'error'] as const).map((reason) => [
      text('Well.'),
      finish({ reason, suggestions: ['And then?'], unsupported: [{ start: 0, end: 4 }] }),
    ]),
  ];
  const citation = (cited: CitedPassage) => presentCitation({ ...cited, page: 7, heading: 'Guide' }, '/passages/x');
  const present: PartPresenters = {
    citation,
    nearest: (passages) => passages.map((passage) => presentNearestPage(passage, '/passages/x')),
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

  /** Validates lines against their schema, and refuses fields that it does not name. */
  function lineCheck(path: string) {
    const schema = document.paths[path]?.post?.responses[200] as { content: Record<string, { schema: Schema }> };
    const components = JSON.parse(JSON.stringify(document.components), (_, part) =>
      part?.properties && part.type === 'object' ? { ...part, additionalProperties: false } : part,
    );
    const ajv = new Ajv2020(AJV_OPTIONS);
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'api', components });
    const { $ref = '' } = schema.content['text/event-stream']?.schema ?? {};
    const isLine = ajv.compile({ $ref: `api${$ref}` });
    const named = document.components.schemas[$ref.split('/').at(-1) ?? ''];
    const choices = ((named?.oneOf ?? named?.anyOf ?? []) as Schema[]).map(({ $ref }) => $ref?.split('/').at(-1) ?? '');
    return { isLine, choices, problem: () => ajv.errorsText(isLine.errors) };
  }

  it('are exactly the described ones, each with a valid example', async () => {
    const { isLine, choices, problem } = lineCheck('/v1/projects/{project_id}/chat');
    const turn = { messageId: 'msg_1', conversationId: 'conv_1' };
    const said = await Promise.all(answers.map((events) => drained(toUiMessageStream(play(events), turn, present))));
    const emitted = [...said.flat(), ...everyError().flatMap(toErrorParts)];
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
        for (const chunk of await drained(toOpenAiChunks(play(events), head, { includeUsage, citation }))) {
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

/** The request that a method of the SDK sends. */
interface Sent {
  method: string;
  path: string;
  query: string[];
  headers: Headers;
  body: unknown;
}

async function sentBy({ call }: MethodCall): Promise<Sent> {
  const sent: Sent[] = [];
  const footnote = new Footnote({
    baseURL: 'http://server.example/v1',
    apiKey: 'chat_1',
    maxRetries: 0,
    async fetch(input, init) {
      const url = new URL(String(input));
      sent.push({
        method: init?.method ?? 'GET',
        path: url.pathname,
        query: [...url.searchParams.keys()],
        headers: new Headers(init?.headers),
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body,
      });
      return Response.json({ items: [], total: 0, limit: 20, offset: 0 });
    },
  });
  // Methods that expect a stream fail on a JSON response, but only the request matters here.
  await call(footnote).then(undefined, () => undefined);
  const [only] = sent;
  if (!only || sent.length !== 1) throw new Error(`${sent.length} requests were sent`);
  return only;
}

describe('the SDK', () => {
  it('has methods for exactly the operations that are not marked as apart', () => {
    const expected = operations.flatMap(({ operation }) =>
      operation['x-footnote-apart'] ? [] : [operation.operationId],
    );
    expect([...new Set(EVERY_METHOD.map(({ operation }) => operation))].sort()).toEqual(expected.sort());
    const listed = [...EVERY_METHOD.map(({ method }) => method), ...COMPOSED_METHODS];
    expect(methodsOf(new Footnote({ baseURL: 'http://server.example/v1' })).sort()).toEqual(listed.sort());
  });

  it.each(EVERY_METHOD)('sends a valid request for $operation with $method', async (row) => {
    const found = operations.find(({ operation }) => operation.operationId === row.operation);
    if (!found) throw new Error(`There is no operation ${row.operation}.`);
    const { at, operation } = found;
    const sent = await sentBy(row);

    const [method, path = ''] = at.split(' ');
    const route = new RegExp(`^${path.replace(/\{\w+\}/g, '[\\w.]+')}$`);
    expect([sent.method, sent.path]).toEqual([method, expect.stringMatching(route)]);

    const parameters = (where: string) => (operation.parameters ?? []).filter((each) => each.in === where);
    expect(sent.query.sort()).toEqual(
      parameters('query')
        .map(({ name }) => name)
        .sort(),
    );
    // Every method whose operation accepts an idempotency key sends one.
    const keyed = parameters('header').some(({ name }) => name.toLowerCase() === 'idempotency-key');
    expect(sent.headers.has('idempotency-key')).toBe(keyed);
    const open = operation.security.every((each) => Object.keys(each).length === 0);
    expect(sent.headers.has('x-api-key')).toBe(!open);

    if (sent.body === undefined) return expect(operation.requestBody?.required ?? false).toBe(false);
    const type = sent.body instanceof FormData ? 'multipart/form-data' : 'application/json';
    const schema = operation.requestBody?.content[type]?.schema;
    expect(schema, `${row.operation} takes ${type}`).toBeDefined();
    if (sent.body instanceof FormData) {
      const { properties, required = [] } = schema as { properties: object; required?: string[] };
      const sentFields = [...sent.body.keys()];
      expect(sentFields.filter((name) => !(name in properties))).toEqual([]);
      return expect(required.filter((name) => !sentFields.includes(name))).toEqual([]);
    }
    const ajv = new Ajv2020(AJV_OPTIONS);
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'api', components: document.components });
    expect(ajv.validate(pointing(schema), sent.body), ajv.errorsText()).toBe(true);
  });
});
