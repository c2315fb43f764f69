import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { parse } from '../../../../../server/ingestion/parse/parse.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';
import { header, heading, paragraph, row } from '../expected-blocks.ts';

const parseText = (text: string) => parse('openapi', bytesOf(text), () => undefined);
const read = async (value: unknown) => {
  const document = await parseText(JSON.stringify(value));
  expectSound(document);
  return blocksOf(document);
};
const LAMP = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 20 }, color: { enum: ['red', 'blue'] } },
};
const API = {
  openapi: '3.1.0',
  info: { title: 'Lamps', version: '1.2', description: '# About\n\nAll of *light*.' },
  servers: [{ url: 'https://api.example.com', description: 'live' }],
  security: [{ key: [] }],
  paths: {
    '/lamps/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' }, description: 'Which lamp' }],
      put: {
        summary: 'Change a lamp',
        operationId: 'changeLamp',
        description: 'Needs **power**.',
        parameters: [{ $ref: '#/components/parameters/dry' }],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Lamp' }, example: { name: 'A' } } },
        },
        responses: {
          200: {
            description: 'The lamp',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Lamp' } } },
          },
        },
      },
      delete: { deprecated: true, responses: { 204: { description: 'Gone' } } },
    },
  },
  components: {
    parameters: { dry: { name: 'dry', in: 'query', schema: { type: 'boolean', default: false } } },
    schemas: { Lamp: LAMP },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  },
};
const endpoint = (text: string) => paragraph(text, { code: [text] });

describe('parseOpenApi', () => {
  it('makes each operation a section, with its parameters, body and responses as tables', async () => {
    const fields = [
      header('Field | Type | Required | Description'),
      row('name | string | yes | At most: 20 characters.'),
      row('color | "red" or "blue" | no |'),
    ];
    expect(await read(API)).toEqual([
      heading('Lamps', 1),
      paragraph('Version 1.2'),
      heading('About'),
      paragraph('All of light.'),
      heading('Servers'),
      paragraph('The base URL of the API:'),
      { kind: 'list-item', text: '- https://api.example.com: live', depth: 1, code: ['https://api.example.com'] },
      heading('Authentication'),
      header('Name | Type | Sent in | Description'),
      row('key | apiKey | header X-Key |'),
      paragraph('Requests are authenticated by key, unless an operation says otherwise.'),
      heading('Change a lamp'),
      endpoint('PUT /lamps/{id}'),
      paragraph('Needs power.'),
      paragraph('Operation: changeLamp', { code: ['changeLamp'] }),
      paragraph('Parameters of PUT /lamps/{id}:', { code: ['PUT /lamps/{id}'] }),
      header('Parameter | In | Type | Required | Description'),
      row('id | path | integer | yes | Which lamp'),
      row('dry | query | boolean | no | Default: false.'),
      paragraph('Request body of PUT /lamps/{id} (application/json): Lamp', {
        code: ['PUT /lamps/{id}', 'application/json'],
      }),
      paragraph('Fields of the request body:'),
      ...fields,
      paragraph('Example:'),
      { kind: 'code', text: '{\n  "name": "A"\n}', language: 'json' },
      paragraph('Responses:'),
      header('Status | Description | Content'),
      row('200 | The lamp | Lamp'),
      heading('DELETE /lamps/{id}'),
      endpoint('DELETE /lamps/{id}'),
      paragraph('This operation is deprecated.', { callout: 'warning' }),
      paragraph('Parameters of DELETE /lamps/{id}:', { code: ['DELETE /lamps/{id}'] }),
      header('Parameter | In | Type | Required | Description'),
      row('id | path | integer | yes | Which lamp'),
      paragraph('Responses:'),
      header('Status | Description | Content'),
      row('204 | Gone |'),
      heading('Lamp'),
      ...fields,
    ]);
  });

  it('says how an operation is authenticated where it is not as all are', async () => {
    const get = (security?: unknown) => ({ get: { ...(security !== undefined && { security }) } });
    const texts = (
      await read({
        openapi: '3.1.0',
        info: { title: 'T' },
        security: [{ token: [] }],
        paths: { '/a': get(), '/b': get([]), '/c': get([{ key: ['read'], token: [] }, { other: [] }]) },
        components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      })
    ).map(({ text }) => text);
    expect(texts).toContain('token | http bearer | header Authorization: bearer |');
    expect(texts.slice(texts.indexOf('GET /a'))).toEqual([
      ...['GET /a', 'GET /a', 'GET /b', 'GET /b', 'No authentication is needed.'],
      ...['GET /c', 'GET /c', 'Authentication: key (read) and token, or other.'],
    ]);
  });

  it('lists a schema that is only the body of operations with them alone', async () => {
    const lamp = { $ref: '#/components/schemas/Lamp' };
    const post = (more = {}) => ({
      post: { requestBody: { content: { 'application/json': { schema: { ...lamp } } } }, ...more },
    });
    const headings = async (paths: unknown) =>
      (await read({ openapi: '3.1.0', info: { title: 'T' }, paths, components: { schemas: { Lamp: LAMP } } }))
        .filter(({ kind }) => kind === 'heading')
        .map(({ text }) => text);
    expect(await headings({ '/a': post(), '/b': post() })).toEqual(['T', 'POST /a', 'POST /b']);
    const responses = { 200: { content: { 'application/json': { schema: { ...lamp } } } } };
    expect(await headings({ '/a': post({ responses }) })).toContain('Lamp');
    expect(await headings({})).toContain('Lamp');
  });

  it('reads YAML as JSON, dates and all', async () => {
    const yaml = dump({ ...API, info: { ...API.info, version: '2026-01-01' } }, { forceQuotes: false });
    const [json, same] = [await parseText(JSON.stringify(API)), await parseText(yaml)];
    expect(same.text).toBe(json.text.replace('Version 1.2', 'Version 2026-01-01'));
    expect(same.title).toBe('Lamps');
  });

  it('reads Swagger 2', async () => {
    const old = {
      swagger: '2.0',
      info: { title: 'Old', version: '1' },
      host: 'example.com',
      basePath: '/v1',
      schemes: ['https'],
      paths: {
        '/a': {
          post: {
            parameters: [
              { in: 'body', name: 'body', schema: { $ref: '#/definitions/Lamp' } },
              { in: 'formData', name: 'file', type: 'file', required: true },
            ],
            responses: { 200: { description: 'Done', schema: { type: 'array', items: { type: 'string' } } } },
          },
        },
      },
      definitions: { Lamp: LAMP },
    };
    const texts = (await read(old)).map(({ text }) => text);
    expect(texts).toContain('- https://example.com/v1');
    expect(texts).toContain('name | string | yes | At most: 20 characters.');
    expect(texts).toContain('file | file | yes |');
    expect(texts).toContain('200 | Done | array of string');
  });

  it('ends where schemas hold themselves, and lists what they hold with dots', async () => {
    const tree = {
      type: 'object',
      properties: {
        inner: { type: 'object', properties: { leaf: { type: 'string' } } },
        children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      },
    };
    const loop = { $ref: '#/components/schemas/Loop' };
    const texts = (
      await read({
        openapi: '3.0.0',
        info: { title: 'T' },
        paths: {},
        components: {
          schemas: { Tree: tree, Loop: loop, All: { allOf: [loop, { $ref: '#/components/schemas/Tree' }] } },
        },
      })
    ).map(({ text }) => text);
    expect(texts).toContain('inner.leaf | string | no |');
    expect(texts).toContain('children | array of Tree | no |');
  });

  const nested = (depth: number) => `${'{"properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`;
  it.each<[what: string, text: string, code: string]>([
    ['what is neither JSON nor YAML', 'openapi: "3.0.0\n\t- [', 'unreadable'],
    ['another file', '{"name": "package", "version": "3.0.0"}', 'unreadable'],
    ['a list', '- openapi: 3.0.0', 'unreadable'],
    ['a type of JavaScript', 'openapi: 3.0.0\nx: !!js/function "function () {}"', 'unreadable'],
  ])('ends with a reason: %s', async (_what, text, code) => {
    await expect(parseText(text)).rejects.toMatchObject({ code });
  });

  it.each<[what: string, text: string]>([
    [
      'aliases that grow',
      `openapi: 3.0.0\ninfo: {title: T}\na0: &a0 {x: y}\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} {properties: {a: *a${at}, b: *a${at}, c: *a${at}}}`).join('\n')}\npaths: {}\ncomponents: {schemas: {A: *a30}}`,
    ],
    [
      'schemas nested very deep',
      `{"openapi":"3.0.0","info":{"title":"T"},"components":{"schemas":{"A":${nested(2_000)}}}}`,
    ],
    [
      'alternatives of itself',
      `{"openapi":"3.0.0","info":{"title":"T"},"components":{"schemas":{"A":{"oneOf":${JSON.stringify(Array.from({ length: 300 }, () => ({ $ref: '#/components/schemas/A' })))}}}}}`,
    ],
    [
      'a key of all objects',
      '{"openapi":"3.0.0","info":{"title":"T"},"__proto__":{"a":1},"paths":{"/":{"$ref":"#/constructor/prototype"}}}',
    ],
    [
      'values of other types',
      '{"openapi":"3.0.0","info":{"title":["T"]},"servers":7,"paths":{"/":{"get":{"parameters":[7],"responses":[]}}},"components":{"schemas":[]}}',
    ],
  ])('ends with %s', async (_what, text) => {
    await expect(parseText(text)).resolves.toMatchObject({ text: expect.any(String) });
  });
});
