import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prefixed } from '../../../../server/engines/embedding-prefixes.ts';
import { createOpenAiEmbedder } from '../../../../server/engines/openai/openai-embedder.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { type ModelServer, sendJson, startModelServer } from '../../../helpers/models/model-server.ts';

const KEY = 'sk-very-secret-key-of-the-operator';

let server: ModelServer;
let lines: string[];
let waits: number[];
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  [lines, waits] = [[], []];
  answerWith((text) => [text.length, 1, 0]);
});

/** Embeds as told, in another order, which the protocol allows. */
function answerWith(embed: (text: string) => unknown): void {
  server.answerWith(({ body }, response) => {
    const data = body.input.map((text: string, index: number) => ({ index, embedding: embed(text) }));
    sendJson(response, 200, { data: data.reverse() });
  });
}

const open = (model = 'some-model') =>
  createOpenAiEmbedder(
    { url: server.url, apiKey: KEY, model },
    createLog((line) => lines.push(line)),
    async (milliseconds) => waits.push(milliseconds),
  );

describe('an embedder on a server of OpenAI’s protocol', () => {
  it('returns one unit vector per text, in order, with the length of the first', async () => {
    const embedder = await open();
    expect([embedder.id, embedder.dimensions]).toEqual(['openai:some-model', 3]);
    const texts = Array.from({ length: 70 }, (_, at) => 'x'.repeat(at + 1));
    const vectors = await embedder.embed(texts, 'passage');
    expect(vectors).toHaveLength(70);
    for (const [at, vector] of vectors.entries()) {
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect((vector[0] ?? 0) / (vector[1] ?? 1)).toBeCloseTo(at + 1, 2);
    }
    expect(server.requests.map(({ body }) => body.input.length)).toEqual([1, 32, 32, 6]);
    expect(server.requests.every(({ headers }) => headers.authorization === `Bearer ${KEY}`)).toBe(true);
    expect(await embedder.embed([], 'passage')).toEqual([]);
  });

  it('adds the prefix of its model to a text', async () => {
    const embedder = await open('intfloat/multilingual-e5-small');
    await embedder.embed(['When?'], 'query');
    await embedder.embed(['At nine.'], 'passage');
    expect(server.requests.slice(1).map(({ body }) => body.input)).toEqual([['query: When?'], ['passage: At nine.']]);
  });

  it.each([
    ['BAAI/bge-small-en-v1.5', 'Represent this sentence for searching relevant passages: x', 'x'],
    ['ggml-org/embeddinggemma-300M-GGUF', 'task: search result | query: x', 'title: none | text: x'],
    ['nomic-embed-text:latest', 'search_query: x', 'search_document: x'],
    ['text-embedding-3-small', 'x', 'x'],
    ['Xenova/all-MiniLM-L6-v2', 'x', 'x'],
  ])('has the prefixes of %s', (model, query, passage) => {
    expect([prefixed('x', 'query', model), prefixed('x', 'passage', model)]).toEqual([query, passage]);
  });

  it('retries temporary errors, and waits as long as the server says', async () => {
    const embedder = await open();
    const refusals = [
      [429, { 'retry-after': '3' }],
      [503, {}],
      [500, { 'retry-after': '9999' }],
    ] as const;
    let at = 0;
    server.answerWith(({ body }, response) => {
      const refusal = refusals[at++];
      if (refusal) sendJson(response, refusal[0], {}, refusal[1]);
      else sendJson(response, 200, { data: body.input.map(() => ({ embedding: [1, 2, 3] })) });
    });
    expect(await embedder.embed(['a'], 'passage')).toHaveLength(1);
    expect(waits).toEqual([3_000, 500, 20_000]);
  });

  it('gives up on a question sooner than on a passage', async () => {
    const embedder = await open();
    server.requests.length = 0;
    server.answerWith((_, response) => sendJson(response, 503, {}));
    const failure = { status: 500, code: 'embedder_unavailable' };
    await expect(embedder.embed(['a'], 'query')).rejects.toMatchObject(failure);
    expect(server.requests).toHaveLength(2);
    await expect(embedder.embed(['a'], 'passage')).rejects.toMatchObject(failure);
    expect(server.requests).toHaveLength(7);
  });

  it.each<[string, unknown]>([
    ['other dimensions', [1, 2]],
    ['no numbers', ['a', 'b', 'c']],
    ['NaN', [null, 1, Number.NaN]],
    ['nothing but zeros', [0, 0, 0]],
    ['too large numbers', [1e300, 1, 1]],
    ['no list', { 0: 1 }],
    ['an empty list', []],
  ])('never returns a vector of %s', async (_, embedding) => {
    const embedder = await open();
    answerWith(() => embedding);
    await expect(embedder.embed(['a', 'b'], 'query')).rejects.toMatchObject({ code: 'embedder_unavailable' });
  });

  it.each<[string, (texts: string[]) => unknown]>([
    ['too few', () => ({ data: [{ index: 0, embedding: [1, 2, 3] }] })],
    ['one twice', (texts) => ({ data: texts.map(() => ({ index: 0, embedding: [1, 2, 3] })) })],
    ['one of another place', (texts) => ({ data: texts.map((_, at) => ({ index: at + 1, embedding: [1, 2, 3] })) })],
    ['something else', () => ({ embeddings: [] })],
    ['null', () => null],
  ])('never accepts an answer with %s', async (_, body) => {
    const embedder = await open();
    server.answerWith(({ body: { input } }, response) => sendJson(response, 200, body(input)));
    await expect(embedder.embed(['a', 'b'], 'query')).rejects.toMatchObject({ code: 'embedder_unavailable' });
    expect(lines.join('')).toContain('malformed');
  });

  it('stops with its signal, and logs nothing', async () => {
    const embedder = await open();
    server.answerWith(() => undefined);
    const leaving = new AbortController();
    const embedding = embedder.embed(['a'], 'query', leaving.signal);
    setTimeout(() => leaving.abort(new Error('left')), 20);
    await expect(embedding).rejects.toThrow('left');
    expect(lines).toEqual([]);
  });

  it('does not start without a response, with an error that hides the key', async () => {
    server.answerWith((_, response) => sendJson(response, 401, { error: { message: KEY } }));
    await expect(open()).rejects.toThrow(`the embedder at ${server.url} does not answer as it should`);
    expect(lines.join('')).not.toContain(KEY);
  });
});
