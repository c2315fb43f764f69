import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BadRequestError, Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PROBES } from '../../server/answering/probing/built-in-probes.ts';
import { SYSTEM } from '../../server/answering/prompt/prompts.ts';
import { HOSTILE_MODEL_SERVERS } from '../helpers/models/hostile-model-servers.ts';
import {
  chunkOf,
  type ModelServer,
  sendJson,
  startModelServer,
  streamInParts,
  streamText,
} from '../helpers/models/model-server.ts';
import { GOOD_ANSWERS, probedQuestion } from '../helpers/models/probe-answers.ts';
import { runCommand } from '../helpers/processes/run-command.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { until } from '../helpers/timing/until.ts';

const KEY = 'sk-canary-of-the-operator-7431';
const MODEL = 'small:8b';
const QUESTION = 'How do I reset my password?';

let upstream: ModelServer;
let server: ServerProcess;
let token: string;
let operator: Footnote;
let project: string;
let apiKey: string;

beforeAll(async () => {
  upstream = await startModelServer();
  server = await startServer();
  const guest = new Footnote({ baseURL: server.baseURL });
  const account = { email: 'operator@example.org', password: 'a long enough password' };
  await guest.auth.register({ ...account, name: 'Keeper', setup_token: server.setupToken });
  token = (await guest.auth.login(account)).access_token;
  connect();
  project = (await operator.projects.create({ name: 'Help' })).id;
  apiKey = (await operator.projects.apiKeys.create(project)).key;
  const text = { title: 'Passwords', text: 'Open Settings and press Reset password.', project_id: project };
  await operator.sources.waitUntilReady(await operator.sources.addText(text));
});
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.requests.length = 0;
  behave();
});

function connect(): void {
  operator = new Footnote({ baseURL: server.baseURL, accessToken: token, maxRetries: 0 });
}

/** A server with one model that needs the key, and answers as it is asked. */
function behave(written = 'Open Settings and press Reset password [1].', onProbes = GOOD_ANSWERS): void {
  upstream.answerWith(async ({ path, headers, body }, response) => {
    if (headers.authorization !== `Bearer ${KEY}`)
      return sendJson(response, 401, { error: { code: 'invalid_api_key' } });
    if (path === '/v1/models') return sendJson(response, 200, { data: [{ id: MODEL, max_model_len: 8_192 }] });
    if (path !== '/v1/chat/completions') return sendJson(response, 404, { error: {} });
    if (body.model !== MODEL) return sendJson(response, 404, { error: { code: 'model_not_found' } });
    const probed = probedQuestion([{ text: body.messages.at(-1).content }]);
    await streamInParts(response, probed === null ? written : (onProbes[probed] ?? ''));
  });
}

const address = () => ({ url: upstream.url, api_key: KEY });
const served = () => ({ ...address(), model: MODEL });
const modelServer = () => operator.server.modelServer;

/** The code, the field and the sentence of a refusal. */
async function refusal(call: Promise<unknown>): Promise<{ code: string; field: string | undefined; detail: string }> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BadRequestError);
  const { code, errors, detail } = error as BadRequestError;
  return { code, field: errors[0]?.field, detail };
}

const answer = async (): Promise<string> =>
  (await new Footnote({ baseURL: server.baseURL, apiKey }).chat.create(project, { query: QUESTION })).response;

/** The files below a directory that contain the text. */
function filesWith(directory: string, text: string): string[] {
  return readdirSync(directory, { recursive: true })
    .map((name) => join(directory, String(name)))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(text));
}

describe('a model server that the operator enters', () => {
  it('lists its models, wherever below the address its API is', async () => {
    const root = upstream.url.replace(/\/v1$/, '');
    for (const url of [
      upstream.url,
      `${upstream.url}/`,
      root,
      `${upstream.url}/chat/completions`,
      root.slice('http://'.length),
    ]) {
      expect(await modelServer().models({ url, api_key: KEY })).toEqual({ url: upstream.url, models: [MODEL] });
    }
  });

  it('is tried with one question, which reaches it without any passage', async () => {
    behave('A **source** of a statement.');
    const trial = await modelServer().try({ ...served(), question: 'What is a citation?' });
    expect(trial).toMatchObject({ answer: 'A **source** of a statement.', cut_off: false, streams: true });
    expect(trial.total_ms).toBeGreaterThanOrEqual(trial.first_word_ms ?? Number.NaN);
    const asked = upstream.requests.find(({ path }) => path === '/v1/chat/completions');
    expect(asked?.body.messages).toEqual([{ role: 'user', content: 'What is a citation?' }]);
  });

  it('is asked the built-in questions', async () => {
    const check = await modelServer().check(served());
    expect(check).toMatchObject({ streams: true, context_tokens: 8_192 });
    expect(check.probes.map(({ verdict }) => verdict)).toEqual(PROBES.map(() => 'right'));
    expect(check.findings.map(({ ok }) => ok)).toEqual(PROBES.map(() => true));
    const { checks, examining } = await operator.server.models.retrieve();
    // It is not the one that was chosen, and no setting names it.
    expect([checks, examining]).toEqual([[], null]);
  });

  it('is no longer asked once the operator leaves', async () => {
    const reached = Promise.withResolvers<void>();
    upstream.answerWith(({ path }, response) => {
      if (path === '/v1/models') return sendJson(response, 200, { data: [{ id: MODEL }] });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunkOf({ content: 'Once ' }));
      reached.resolve();
    });
    const left = new AbortController();
    const trial = modelServer().try({ ...served(), question: 'Go on.' }, { signal: left.signal });
    trial.catch(() => undefined);
    await reached.promise;
    left.abort();
    await expect(trial).rejects.toThrow();
    await until(() => upstream.requests.at(-1)?.dropped === true, 'the model is no longer asked');
  });
});

describe('what cannot be used is said in a sentence', () => {
  it.each(HOSTILE_MODEL_SERVERS.filter((url) => url !== '' && url.length <= 500))('%j is refused', async (url) => {
    // Not that of the tests before, whose last requests may still arrive.
    const api_key = 'sk-never-sent-9120';
    const entered = { url, api_key, model: MODEL };
    for (const ask of [
      () => modelServer().models({ url, api_key }),
      () => modelServer().try({ ...entered, question: 'Hello?' }),
      () => modelServer().use(entered),
    ]) {
      expect(await refusal(ask())).toMatchObject({
        code: 'model_server_address',
        field: 'url',
        detail: expect.stringContaining('is not allowed'),
      });
    }
    expect(upstream.requests.filter(({ headers }) => headers.authorization?.includes(api_key))).toEqual([]);
  });

  it('a machine on which nothing answers, and one that nobody knows', async () => {
    const closed = await startModelServer();
    await closed.close();
    expect(await refusal(modelServer().models({ url: closed.url }))).toEqual({
      code: 'model_server_unreachable',
      field: 'url',
      detail: expect.stringMatching(/^Nothing answers at http:\/\/127\.0\.0\.1:\d+\. .*container/),
    });
    expect(await refusal(modelServer().models({ url: 'http://no-such-machine.invalid/v1' }))).toEqual({
      code: 'model_server_unreachable',
      field: 'url',
      detail: expect.stringMatching(/No machine with the name no-such-machine\.invalid/),
    });
  });

  it.each<[string, string | null, Parameters<ModelServer['answerWith']>[0] | null, string, string | undefined, RegExp]>(
    [
      ['a wrong key', 'sk-wrong', null, 'model_server_key', 'api_key', /does not accept this key/],
      ['no key', null, null, 'model_server_key', 'api_key', /asks for an API key/],
      [
        'a web site',
        KEY,
        (_, response) => void response.setHeader('content-type', 'text/html').end('<p>Hi</p>'),
        'model_server_protocol',
        'url',
        /does not speak OpenAI’s protocol.*usually ends in \/v1/,
      ],
      [
        'other JSON',
        KEY,
        (_, response) => sendJson(response, 200, { ok: true }),
        'model_server_protocol',
        'url',
        /does not speak/,
      ],
      [
        'a redirect',
        KEY,
        (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
        'model_server_protocol',
        'url',
        /redirects to another address, which is not followed/,
      ],
      [
        'a limit',
        KEY,
        (_, response) => sendJson(response, 429, {}),
        'model_server_failed',
        undefined,
        /no more requests at the moment/,
      ],
      [
        'an error of its own',
        KEY,
        (_, response) => sendJson(response, 500, { error: { message: `bad ${KEY}` } }),
        'model_server_failed',
        undefined,
        /reports an error \(status 500\)/,
      ],
    ],
  )('%s', async (_, api_key, behaviour, code, field, detail) => {
    if (behaviour) upstream.answerWith(behaviour);
    const refused = await refusal(modelServer().models({ url: upstream.url, api_key }));
    expect(refused).toEqual({ code, field, detail: expect.stringMatching(detail) });
    expect(refused.detail).not.toContain(KEY);
  });

  it('a model that is not there', async () => {
    const refused = await refusal(modelServer().use({ ...served(), model: 'other' }));
    expect(refused).toMatchObject({ code: 'model_server_model', field: 'model' });
    expect(refused.detail).toMatch(/has no model other\. Choose one that it lists/);
  });

  it('a server that does not stream', async () => {
    upstream.answerWith(({ path }, response) =>
      sendJson(response, 200, path === '/v1/models' ? { data: [{ id: MODEL }] } : { choices: [] }),
    );
    const refused = await refusal(modelServer().try({ ...served(), question: 'Hello?' }));
    expect(refused).toMatchObject({ code: 'model_server_protocol', detail: expect.stringContaining('that streams') });
  });

  it('a certificate that nobody signed, and an address that speaks no https', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footnote-certificate-'));
    const [cert, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
    execFileSync(
      'openssl',
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -batch -days 1 -subj /CN=localhost -keyout ${key} -out ${cert}`.split(
        ' ',
      ),
      { stdio: 'ignore' },
    );
    const secured = createServer({ cert: readFileSync(cert), key: readFileSync(key) });
    rmSync(folder, { recursive: true });
    await new Promise<void>((resolve) => secured.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(secured.address() as AddressInfo).port}/v1`;
    expect(await refusal(modelServer().models({ url, api_key: KEY }))).toMatchObject({
      code: 'model_server_certificate',
      field: 'url',
      detail: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    secured.close();
    expect(await refusal(modelServer().models({ url: upstream.url.replace('http:', 'https:') }))).toMatchObject({
      code: 'model_server_protocol',
      detail: expect.stringContaining('does not speak https'),
    });
  });
});

describe('a model that does not follow instructions', () => {
  const asked = () => upstream.requests.filter(({ path }) => path === '/v1/chat/completions').length;
  const examined = (model: string) => ({ ...served(), model });
  const inUse = async () => (await operator.server.models.retrieve()).answerer.engine;
  /** Each gets a name of its own, as a model is examined once. */
  const behaveAs = (model: string, answers: string[]) => {
    upstream.answerWith(async ({ path, body }, response) => {
      if (path === '/v1/models') return sendJson(response, 200, { data: [{ id: model }] });
      if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
      const probed = probedQuestion([{ text: body.messages.at(-1).content }]);
      await streamInParts(response, probed === null ? 'OK' : (answers[probed] ?? ''));
    });
  };

  it.each([
    ['echoes', GOOD_ANSWERS.map(() => SYSTEM.slice(0, 300)), /It answers with its own instructions\..*quotation/],
    ['obeys', GOOD_ANSWERS.with(5, 'PINEAPPLE'), /It obeys what a document tells it to do\. Somebody who can change/],
    ['invents', GOOD_ANSWERS.map(() => 'It is so.'), /It does not follow instructions/],
  ])(
    'is refused in sentences, kept in mind, and used only if that is wished all the same: one that %s',
    async (model, answers, said) => {
      behaveAs(model, answers);
      const refused = await refusal(modelServer().use(examined(model)));
      expect(refused).toMatchObject({ code: 'model_unfit', detail: expect.stringMatching(said) });
      expect(await inUse()).toBe('extractive');
      const questions = asked();
      await refusal(modelServer().use(examined(model)));
      // Whether it answers at all, and nothing else.
      expect(asked()).toBe(questions + 1);
      expect((await modelServer().use({ ...examined(model), anyway: true })).answerer.model).toBe(model);
      const { checks } = await operator.server.models.retrieve();
      expect(checks).toMatchObject([{ model, server: upstream.url, check: { unfit: true } }]);
      await modelServer().forget();
    },
  );

  it('only in some ways is used, and what it does is shown', async () => {
    behaveAs('english', GOOD_ANSWERS.with(4, 'With cold water [3].'));
    expect((await modelServer().use(examined('english'))).checks).toMatchObject([
      { model: 'english', check: { unfit: false, summary: expect.stringContaining('larger model') } },
    ]);
    await modelServer().forget();
  });

  it('is no longer examined once the operator leaves, and nothing changes', async () => {
    const reached = Promise.withResolvers<void>();
    upstream.answerWith(({ path, body }, response) => {
      if (path === '/v1/models') return sendJson(response, 200, { data: [{ id: 'hangs' }] });
      if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
      if (probedQuestion([{ text: body.messages.at(-1).content }]) === null) return streamText(response, 'OK');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      reached.resolve();
    });
    const left = new AbortController();
    const chosen = modelServer().use(examined('hangs'), { signal: left.signal });
    chosen.catch(() => undefined);
    await reached.promise;
    expect((await operator.server.models.retrieve()).examining).toEqual({
      ...{ model: 'hangs', done: 0, total: PROBES.length },
    });
    left.abort();
    await expect(chosen).rejects.toThrow();
    await until(() => upstream.requests.at(-1)?.dropped === true, 'the model is no longer asked');
    const examining = async () => (await operator.server.models.retrieve()).examining;
    await until(async () => (await examining()) === null, 'it is no longer examined');
    expect(await inUse()).toBe('extractive');
  });
});

describe('a model server that was chosen', () => {
  it('writes the next answer, while the one under way is finished by the previous engine', async () => {
    const first = Promise.withResolvers<() => void>();
    upstream.answerWith(({ path, body }, response) => {
      if (path === '/v1/models') return sendJson(response, 200, { data: [{ id: MODEL }, { id: 'second' }] });
      if (path !== '/v1/chat/completions') return sendJson(response, 404, {});
      if (body.max_tokens === 16) return streamText(response, 'OK');
      if (body.model === 'second') return streamText(response, 'Press Reset password [1].');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunkOf({ content: 'Open Settings ' }));
      first.resolve(() => {
        response.write(chunkOf({ content: 'and press Reset password [1].' }));
        response.end(`${chunkOf({}, 'stop')}data: [DONE]\n\n`);
      });
    });
    const used = await modelServer().use(served());
    expect(used).toMatchObject({
      answerer: { engine: 'openai', model: MODEL, decided_by: 'choice' },
      server: { url: upstream.url, model: MODEL, key: 'stored', in_use: true },
    });
    const underWay = answer();
    const release = await first.promise;
    await modelServer().use({ ...served(), model: 'second', anyway: true });
    expect(await answer()).toBe('Press Reset password [1].');
    release();
    expect(await underWay).toBe('Open Settings and press Reset password [1].');
  });

  it('stays when another one does not work', async () => {
    await modelServer().use(served());
    await refusal(modelServer().use({ ...served(), api_key: 'sk-wrong' }));
    await refusal(modelServer().use({ url: 'http://127.0.0.1:9/v1', model: MODEL }));
    const { server: chosen, answerer } = await operator.server.models.retrieve();
    expect([chosen?.url, answerer.model]).toEqual([upstream.url, MODEL]);
    expect(await answer()).toBe('Open Settings and press Reset password [1].');
  });

  it('gets its stored key, and no other server does', async () => {
    const { url } = upstream;
    expect(await modelServer().models({ url })).toEqual({ url, models: [MODEL] });
    const other = await startModelServer();
    other.answerWith((_, response) => sendJson(response, 200, { data: [] }));
    await modelServer().models({ url: other.url });
    await refusal(modelServer().try({ url: url.replace('127.0.0.1', 'localhost'), model: MODEL, question: 'Hello?' }));
    const sent = [
      ...other.requests,
      ...upstream.requests.filter(({ headers }) => headers.host?.startsWith('localhost')),
    ];
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.map(({ headers }) => headers.authorization)).toEqual(sent.map(() => undefined));
    await other.close();
  });

  it('is in use after the server was killed and started again', async () => {
    await server.kill9();
    server = await startServer({ dataDir: server.dataDir });
    connect();
    expect(await answer()).toBe('Open Settings and press Reset password [1].');
    expect((await operator.server.models.retrieve()).answerer).toMatchObject({ model: MODEL, decided_by: 'choice' });
  });

  it('has a key that stands in no file, no log and no response', async () => {
    // Where the name of its model stands, the audit log in the database among them.
    expect(filesWith(server.dataDir, MODEL)).toContain(join(server.dataDir, 'chosen-models.json'));
    expect(filesWith(server.dataDir, KEY)).toEqual([]);
    expect(statSync(join(server.dataDir, 'chosen-models.json')).mode & 0o777).toBe(0o600);
    expect(server.output()).not.toContain(KEY);
    const { key } = JSON.parse(readFileSync(join(server.dataDir, 'chosen-models.json'), 'utf8')).server;
    const responses = [await operator.server.models.retrieve(), await operator.server.retrieve()];
    for (const secret of [KEY, key]) expect(JSON.stringify(responses)).not.toContain(secret);
  });

  it('is examined by the doctor beside the running server', async () => {
    const { code, out } = await runCommand(['doctor', '--json'], { DATA_DIR: server.dataDir });
    const { findings } = JSON.parse(out) as { findings: { check: string; verdict: string; found: string }[] };
    const found = (check: string) => findings.find((one) => one.check === check);
    expect(found('answerer')).toMatchObject({
      verdict: 'ok',
      found: `${MODEL} at ${upstream.url} answers; its context has 8,192 tokens. Prompts may have 3,618 tokens. It streams.`,
    });
    expect(found('citations')).toMatchObject({
      verdict: 'ok',
      found: expect.stringMatching(/^small:8b was examined on [-0-9]{10}: 6 of 6 answers/),
    });
    expect([code, out.includes(KEY)]).toEqual([0, false]);
  });

  it('is reported by the doctor as a problem when it does not answer', async () => {
    upstream.answerWith((_, response) => sendJson(response, 401, { error: {} }));
    const { code, out } = await runCommand(['doctor'], { DATA_DIR: server.dataDir });
    expect(out).toMatch(/^PROBLEM +answerer +The server at http:\/\/127\.0\.0\.1:\d+ does not accept this key/m);
    expect(code).toBe(1);
  });

  it('loses against the settings, which are not changed', async () => {
    await server.stop();
    server = await startServer({ dataDir: server.dataDir, env: { ANSWERER: 'extractive' } });
    connect();
    const report = await operator.server.models.retrieve();
    expect(report).toMatchObject({
      answerer: { engine: 'extractive', decided_by: 'setting' },
      server: { model: MODEL, in_use: false },
    });
    expect(await refusal(modelServer().use(served()))).toMatchObject({ code: 'model_set_elsewhere' });
    await server.stop();
    server = await startServer({ dataDir: server.dataDir });
    connect();
  });

  it('has a key that opens with the secret of the server alone', async () => {
    await server.stop();
    writeFileSync(join(server.dataDir, 'signing-secret'), `${'another-secret-0123456789'.repeat(2)}\n`);
    server = await startServer({ dataDir: server.dataDir });
    const account = { email: 'operator@example.org', password: 'a long enough password' };
    token = (await new Footnote({ baseURL: server.baseURL }).auth.login(account)).access_token;
    connect();
    expect((await operator.server.models.retrieve()).server).toMatchObject({ key: 'unreadable', in_use: true });
    const { out } = await runCommand(['doctor'], { DATA_DIR: server.dataDir });
    expect(out).toMatch(/^PROBLEM +answerer +The stored key of .+ cannot be read/m);
    expect(await modelServer().use(served())).toMatchObject({ server: { key: 'stored' } });
    expect(await answer()).toBe('Open Settings and press Reset password [1].');
  });

  it('is removed with its key, and answers come without a model', async () => {
    expect(await modelServer().forget()).toMatchObject({ server: null, answerer: { engine: 'extractive' } });
    expect(JSON.parse(readFileSync(join(server.dataDir, 'chosen-models.json'), 'utf8')).server).toBeNull();
    upstream.requests.length = 0;
    await answer();
    expect(upstream.requests).toEqual([]);
  });
});

describe('a server without a network', () => {
  it('asks a model server on this machine alone', async () => {
    await server.stop();
    server = await startServer({ dataDir: server.dataDir, env: { OFFLINE: '1' } });
    connect();
    expect((await modelServer().models(address())).models).toEqual([MODEL]);
    for (const url of ['http://192.168.1.20:8000/v1', 'https://api.openai.com/v1', 'http://ollama:11434/v1']) {
      expect(await refusal(modelServer().models({ url }))).toMatchObject({
        code: 'model_server_address',
        detail: expect.stringContaining('OFFLINE=1'),
      });
    }
  });
});
