import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type ClientOptions, Footnote } from '@footnote/sdk';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEvent, Question } from '../../server/answering/types.ts';
import { browserIsThere, launchBrowser, openPage } from '../helpers/browser/browser.ts';
import { createOwnerWithProject } from '../helpers/server/owner-with-project.ts';
import { echo, startApp } from '../helpers/server/test-app.ts';
import { LIMIT_MS } from '../helpers/timing/until.ts';
import { toolOrNull } from '../helpers/tools.ts';
import { installSdk, type PackedPackage, TSC } from './packed.ts';
import { type Step, scriptedServer } from './scripted-server.ts';
import { ANSWER, begin, event, PARTS } from './stream-steps.ts';

const BIN = fileURLToPath(new URL('../../node_modules/.bin/', import.meta.url));
const KB = 1024;
/** The files that need another package, which whoever imports them has. */
const PEERS = { 'langchain.js': '@langchain/core', 'llamaindex.js': '@llamaindex/core' };

let packed: PackedPackage;
beforeAll(() => {
  packed = installSdk();
});
afterAll(() => packed.remove());

const IMPORTS = `
  import { Footnote, APIError, APIConnectionError } from '@footnote/sdk';
  import { answerOf, chatTransport } from '@footnote/sdk/ai';
  import { widgetTokenHandler } from '@footnote/sdk/backend';
  import '@footnote/sdk/contract';`;

/** Asks with and without a stream, uploads and creates a token; prints the results. */
const STEPS = (options: ClientOptions) => `
  const client = new Footnote(${JSON.stringify({ ...options, maxRetries: 0 })});
  const deltas = [];
  const stream = client.chat.stream('p', { query: 'When?' });
  for await (const part of stream) if (part.type === 'text-delta') deltas.push(part.delta);
  const message = { role: 'user', parts: [{ type: 'text', text: 'When?' }] };
  const parts = await chatTransport({ client, projectId: 'p' }).sendMessages({ messages: [message] });
  let count = 0;
  for (const reader = parts.getReader(); !(await reader.read()).done; ) count++;
  const mint = widgetTokenHandler({ client, onError: () => {} });
  const request = new Request('https://a.test/token', { method: 'POST', headers: { origin: 'https://a.test' } });
  const closed = client.withOptions({ baseURL: 'http://127.0.0.1:9/v1' });
  console.log(JSON.stringify({
    deltas, count,
    response: (await stream.finalAnswer()).response,
    minted: (await mint(request)).status,
    text: answerOf(message).text,
    typed: APIConnectionError.isInstance(await closed.health.retrieve().catch((error) => error)),
    uploaded: await client.sources.upload({ file: new Blob(['x']), name: 'x.txt' }).catch((error) => APIError.isInstance(error)),
  }));`;
const SEEN = {
  deltas: ['Täglich ', 'um 9 😀', ' [1].'],
  count: 12,
  response: ANSWER.response,
  minted: 502,
  text: 'When?',
  typed: true,
  uploaded: true,
};

/** JavaScript runtimes; missing ones are reported as skipped. */
const RUNTIMES: { name: string; command: string; parameters: string[] }[] = [
  { name: 'the Node.js of these tests', command: process.execPath, parameters: [] },
  { name: "the machine's own Node.js", command: ownNode() ?? '', parameters: [] },
  { name: 'Bun', command: 'bun', parameters: ['run'] },
  { name: 'Deno', command: 'deno', parameters: ['run', '--allow-all', '--node-modules-dir=manual'] },
];

/** The first Node.js on the path other than the project's. */
function ownNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return folders.map((folder) => join(folder, 'node')).find((path) => spawnSync(path, ['--version']).status === 0);
}

const isThere = (command: string) => command !== '' && spawnSync(command, ['--version']).status === 0;

const attwProgram = await toolOrNull('attw');

describe('the packed tarball', () => {
  it('passes publint', () => {
    const words = [join(BIN, 'publint'), 'run', '--strict', packed.tarball];
    const publint = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([publint.status, publint.stdout], publint.stdout).toEqual([0, expect.stringContaining('All good')]);
  });

  it.skipIf(attwProgram === null)('passes attw (which is installed at its first use)', () => {
    const words = [attwProgram ?? '', '--profile', 'esm-only', packed.tarball];
    const attw = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(attw.status, attw.stdout + attw.stderr).toBe(0);
    expect(attw.stdout).toContain('@footnote/sdk/backend');
  });

  it('has no dependencies, imports none, and contains only its own files', () => {
    const description = JSON.parse(readFileSync(join(packed.installed, 'package.json'), 'utf8'));
    for (const kind of ['dependencies', 'optionalDependencies']) expect(description).not.toHaveProperty(kind);
    expect(Object.keys(description.peerDependencies)).toEqual(Object.values(PEERS));
    for (const peer of Object.values(PEERS)) expect(description.peerDependenciesMeta[peer]).toEqual({ optional: true });
    expect(description.sideEffects).toBe(false);
    expect(readdirSync(packed.installed).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ]);
    const files = readdirSync(join(packed.installed, 'dist'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((name) => name.includes('peers'))).toEqual([]);
    for (const [name, peer] of Object.entries(PEERS)) {
      const imported = readFileSync(join(packed.installed, 'dist', name), 'utf8').matchAll(/from ['"](?!\.)([^'"]+)/g);
      expect([...imported].map(([, from = '']) => from.split('/').slice(0, 2).join('/'))).toEqual([peer, peer]);
    }
    const code = files.filter((name) => /(?<!node)\.js$/.test(name) && !(name in PEERS));
    expect(code.length).toBeGreaterThan(10);
    for (const name of code)
      expect(readFileSync(join(packed.installed, 'dist', name), 'utf8'), name).not.toMatch(
        /from ['"](?!\.)|process\.env\b/,
      );
  });

  it('works in plain JavaScript on Node.js, in a fresh project', async () => {
    packed.write(
      'files.js',
      `
      import { fileFromPath, nodeHandler } from '@footnote/sdk/node';
      console.log((await fileFromPath('files.js')).name, typeof nodeHandler(async () => new Response()));`,
    );
    expect(packed.run('files.js')).toBe('files.js function\n');
  });

  for (const { name, command, parameters } of RUNTIMES)
    it.skipIf(!isThere(command))(`streams, uploads and creates tokens on ${name}`, async () => {
      packed.write('program.js', IMPORTS + STEPS({}));
      const { baseURL } = await scriptedServer(answering);
      const env = { ...process.env, FOOTNOTE_BASE_URL: baseURL, FOOTNOTE_API_KEY: 'chat_1' };
      const options = { cwd: packed.application, env, timeout: LIMIT_MS };
      const { stdout } = await promisify(execFile)(command, [...parameters, 'program.js'], options);
      expect(JSON.parse(stdout)).toEqual(SEEN);
    });

  it.skipIf(!isThere('workerd'))('streams, uploads and creates tokens at the edge, on workerd', async () => {
    const { baseURL } = await scriptedServer(answering);
    const steps = STEPS({ baseURL, apiKey: 'chat_1' });
    packed.write('worker.js', await bundle(`${IMPORTS}\nexport default { async test() {${steps}} };`, 'es'));
    packed.write('workerd.capnp', WORKERD);
    const options = { cwd: packed.application, timeout: LIMIT_MS };
    const { stdout } = await promisify(execFile)('workerd', ['test', 'workerd.capnp'], options);
    expect(JSON.parse(stdout)).toEqual(SEEN);
  });

  it.skipIf(!browserIsThere)(
    'streams in a page of another origin, and refuses an API key there (needs chromium)',
    async () => {
      const app = await startApp({
        answer: (question) => (question.text === 'wait' ? waiting(question) : echo(question)),
      });
      const browser = await launchBrowser();
      const site = createServer((request, response) => {
        const path = join(packed.installed, 'dist', request.url ?? '');
        const isFile = request.url?.endsWith('.js');
        response.writeHead(200, { 'content-type': isFile ? 'text/javascript' : 'text/html' });
        response.end(isFile ? readFileSync(path) : '<!doctype html><title>Site</title>');
      });
      try {
        await once(site.listen(0, '127.0.0.1'), 'listening');
        const { port } = site.address() as AddressInfo;
        const origin = `http://127.0.0.1:${port}`;
        const owner = await createOwnerWithProject(app, 'owner');
        const client = new Footnote({ baseURL: `${app.url}/v1`, accessToken: owner.token });
        const { id } = await client.projects.update(owner.project.id, {
          allowed_origins: [origin],
          widget_access: 'public',
        });
        const { page, complaints } = await openPage(browser);
        await page.goto(origin);
        const given = { baseURL: `${app.url}/v1`, id };
        const seen = await page.evaluate(`(${IN_PAGE})(${JSON.stringify(given)})`);
        expect(seen).toEqual({
          text: 'You asked: Hällo?',
          whole: 'You asked: Hällo?',
          left: 'AbortError',
          refused: true,
        });
        expect(complaints).toEqual([]);
      } finally {
        site.closeAllConnections();
        site.close();
        await browser.close();
        await app.close();
      }
    },
  );
});

/** A worker that may call servers of this machine. Without the flag it has nothing of Node.js. */
const WORKERD = `
  using Workerd = import "/workerd/workerd.capnp";
  const config :Workerd.Config = (
    services = [
      (name = "main", worker = (
        modules = [(name = "worker.js", esModule = embed "worker.js")],
        compatibilityDate = "2026-01-01", compatibilityFlags = ["no_nodejs_compat_v2"], globalOutbound = "net")),
      (name = "net", network = (allow = ["private"])),
    ]);`;

/** Sends something, then nothing until the reader aborts. */
async function* waiting({ signal }: Question): AsyncGenerator<AnswerEvent> {
  yield { type: 'text', delta: 'Let me see' };
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

/** Answers questions with a stream, and everything else with an error. */
const answering: Step = (response, request) => {
  if (!request.url.endsWith('/chat'))
    return response.writeHead(404, { 'content-type': 'application/json' }).end('{"detail":"No.","code":"not_found"}');
  begin(response);
  response.end([...PARTS, '[DONE]'].map(event).join(''));
};

/** Runs in the page. A string, as the page's imports are no modules of the tests. */
const IN_PAGE = `async ({ baseURL, id }) => {
  const { Footnote } = await import('/index.js');
  const guest = new Footnote({ baseURL });
  const getToken = async () => (await guest.widgetTokens.create({ project_id: id })).token;
  const visitor = new Footnote({ baseURL, getToken });
  const stream = visitor.chat.stream(id, { query: 'Hällo?' });
  let text = '';
  for await (const part of stream) if (part.type === 'text-delta') text += part.delta;
  const leaving = visitor.chat.stream(id, { query: 'wait' });
  for await (const part of leaving) break;
  const left = await leaving.finalAnswer().then(() => 'whole', (error) => error.name);
  let refused = false;
  try { new Footnote({ baseURL, apiKey: 'chat_1' }); } catch { refused = true; }
  return { text, whole: (await stream.finalAnswer()).response, left, refused };
}`;

describe('its types', () => {
  const APPLICATION = `
    import { APIError, ChatStreamError, Footnote, STREAM_HEADERS, type ChatAnswer, type Page, type Source } from '@footnote/sdk';
    import { answerOf, chatTransport, type ChatMetadata } from '@footnote/sdk/ai';
    import { widgetTokenHandler } from '@footnote/sdk/backend';
    import type { Citation } from '@footnote/sdk/contract';
    const client = new Footnote();
    const { sources, chat } = client;
    export const page: Page<Source> = await sources.list('proj_1');
    for await (const { status } of sources.list('proj_1')) status satisfies string;
    export const [one]: [Source, Source[]] = [await sources.waitUntilReady(page.items[0]!), await sources.waitUntilReady(page.items)];
    export const codeOf = (error: unknown): string => (APIError.isInstance(error) ? error.code : '');
    export const again = (error: unknown): boolean => ChatStreamError.isInstance(error) && error.retryable;
    const stream = chat.stream('proj_1', { query: 'When?' });
    stream.on('text', (delta, text) => delta satisfies string & typeof text)
      .on('citations', (citations) => citations satisfies Citation[])
      .on('status', (position) => position satisfies number)
      .on('error', ({ message }) => message satisfies string);
    for await (const part of stream) {
      if (part.type === 'text-delta') part.delta satisfies string;
      if (part.type === 'finish') part.messageMetadata.usage.total_tokens satisfies number;
      // @ts-expect-error only some parts have text
      part.delta;
    }
    export const answer: ChatAnswer = await stream.finalAnswer();
    export const response = new Response(stream.toReadableStream(), { headers: STREAM_HEADERS });
    export const transport = chatTransport({ client, projectId: 'proj_1' });
    export const shown: string = answerOf({ role: 'assistant', parts: [] }).text;
    export const metadata: ChatMetadata = { conversation_id: 'conv_1' };
    export const handle: (request: Request) => Promise<Response> = widgetTokenHandler({ client, visitor: () => 'me' });
    // @ts-expect-error a question is a string
    chat.create('proj_1', { query: 7 });
    // @ts-expect-error there is no such event
    stream.on('words', () => {});
    // @ts-expect-error the method decides whether it streams
    chat.create('proj_1', { query: 'When?', stream: true });
    // @ts-expect-error a path is not a file: fileFromPath makes one
    sources.upload({ file: 'guide.md' });`;

  // Compilers before version 7 have "node16", which resolves packages like "nodenext".
  it.each([
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ])(
    'are exact under the strictest of settings and without Node’s own, for module %s and resolution %s',
    (module, resolution) => {
      packed.write('application.ts', APPLICATION);
      const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--types', ''];
      const lib = ['--target', 'es2022', '--lib', 'es2023,dom,dom.iterable,dom.asynciterable'];
      packed.run(
        TSC,
        '--noEmit',
        ...strict,
        ...lib,
        '--module',
        module,
        '--moduleResolution',
        resolution,
        'application.ts',
      );
    },
  );
});

/** A bundler's output for this program. */
async function bundle(program: string, format: 'es' | 'iife'): Promise<string> {
  packed.write('bundled.js', program);
  const result = await build({
    root: packed.application,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(packed.application, 'bundled.js'), formats: [format], name: 'bundled' },
    },
  });
  const [bundled] = Array.isArray(result) ? result : [result];
  if (!bundled || !('output' in bundled)) throw new Error('vite built nothing');
  return bundled.output[0].code;
}

describe('in a page, compressed', () => {
  const using = (names: string, from = '@footnote/sdk') =>
    `import { ${names} } from '${from}'; export const used = [${names}];`;
  const core = () => {
    const files = readdirSync(join(packed.installed, 'dist/core')).filter((name) => name.endsWith('.js'));
    const lines = files.map(
      (name, at) => `export * as part${at} from './node_modules/@footnote/sdk/dist/core/${name}';`,
    );
    return lines.join('\n');
  };

  it.each<[string, () => string, number]>([
    ['the core, every file of it', core, 6 * KB],
    ['asking whole', () => using('Chat, settle'), 4 * KB],
    ['asking with a stream', () => using('StreamingChat, settle'), 6 * KB],
    ['the whole client', () => using('Footnote'), 9.2 * KB],
    ['everything of the main entry', () => "export * from '@footnote/sdk';", 9.6 * KB],
    ['the transport of useChat alone', () => using('chatTransport', '@footnote/sdk/ai'), 1.5 * KB],
    ['the provider for models alone', () => using('createFootnote', '@footnote/sdk/ai'), 6 * KB],
    ['one class of errors', () => using('FootnoteError'), 0.5 * KB],
    ['nothing of it', () => "import '@footnote/sdk'; import '@footnote/sdk/ai';", 0.1 * KB],
  ])('is %s', async (what, program, limit) => {
    const size = gzipSync(await bundle(program(), 'iife'), { level: 9 }).byteLength;
    expect(size, `${what}: ${size} bytes`).toBeLessThanOrEqual(limit);
    if (limit > KB) expect(size).toBeGreaterThan(limit / 4);
  });
});
