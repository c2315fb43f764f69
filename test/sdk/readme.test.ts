import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as sdk from '@footnote/sdk';
import * as ai from '@footnote/sdk/ai';
import * as backend from '@footnote/sdk/backend';
import * as node from '@footnote/sdk/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { LIMIT_MS } from '../helpers/timing/until.ts';
import { EVERY_METHOD } from './every-method.ts';
import { installSdk, type PackedPackage, TSC } from './packed.ts';

const SOURCES = new URL('../../sdk/src/', import.meta.url);
const README = readFileSync(new URL('../README.md', SOURCES), 'utf8');
const BLOCKS = [...README.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);

let packed: PackedPackage;
let server: ServerProcess;
let project: string;
let key: string;

beforeAll(async () => {
  packed = installSdk();
  server = await startServer();
  const guest = new sdk.Footnote({ baseURL: server.baseURL });
  const login = { email: 'owner@example.com', password: 'a long enough password' };
  await guest.auth.register({ ...login, name: 'Owner', setup_token: server.setupToken });
  const owner = guest.withOptions({ accessToken: (await guest.auth.login(login)).access_token });
  project = (await owner.projects.create({ name: 'Handbook', allowed_origins: ['https://www.example.com'] })).id;
  key = (await owner.projects.apiKeys.create(project)).key;
  packed.write('handbook.md', '# Leave\n\nEverybody has thirty days of leave a year.\n');
});
afterAll(async () => {
  packed.remove();
  await server.stop();
});

/** An example as a reader would have it, with an existing address, project and key. */
const filledIn = (code: string) =>
  code
    .replaceAll('https://chat.example.com/v1', server.baseURL)
    .replaceAll('proj_…', project)
    .replaceAll('chat_…', key);

async function run(name: string): Promise<{ stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH, FOOTNOTE_BASE_URL: server.baseURL, FOOTNOTE_API_KEY: key };
  return promisify(execFile)(process.execPath, [name], { cwd: packed.application, env, timeout: LIMIT_MS });
}

/** The output of the examples, in order. */
const PRINTED: RegExp[] = [
  /completed[\s\S]*thirty days of leave a year\. \[1\]\n1 Leave undefined .*thirty days/,
  /thirty days of leave a year\. \[1\]1\n$/,
  /thirty days of leave a year\. \[1\]/,
  /^$/,
  /^1 1 false\nhandbook\.md completed\n$/,
  /^$/,
  /^200\n$/,
  /^$/,
];

describe('the examples of the README', () => {
  it('all have an expected output', () => {
    expect(BLOCKS).toHaveLength(PRINTED.length);
  });

  // In order: the first uploads what the others ask about.
  it.each(BLOCKS.map((code, at) => ({ at: at + 1, first: code.split('\n')[0], code })))(
    'number $at runs: $first',
    async ({ at, code }) => {
      packed.write(`example-${at}.ts`, filledIn(code));
      const { stdout, stderr } = await run(`example-${at}.ts`);
      expect(stdout).toMatch(PRINTED[at - 1] as RegExp);
      if (code.includes('catch (error)')) expect(stderr).toMatch(/^400 invalid_request .*query/);
      else expect(stderr).toBe('');
    },
  );

  it('compile', () => {
    for (const [at, code] of BLOCKS.entries()) packed.write(`example-${at + 1}.ts`, filledIn(code));
    const names = BLOCKS.map((_, at) => `example-${at + 1}.ts`);
    const types = fileURLToPath(new URL('../../node_modules/@types', import.meta.url));
    const lib = ['--target', 'es2024', '--lib', 'es2024,dom,dom.iterable,dom.asynciterable'];
    const options = ['--strict', '--skipLibCheck', '--noEmit', '--typeRoots', types, '--types', 'node', ...lib];
    packed.run(TSC, ...options, '--module', 'nodenext', ...names);
  });

  it('pass a stream on to a page, if they are a handler', async () => {
    const at = BLOCKS.findIndex((code) => code.includes('STREAM_HEADERS')) + 1;
    packed.write(
      'handling.ts',
      `
      import { POST } from './example-${at}.ts';
      const body = JSON.stringify({ query: 'How many days of leave does everybody have?' });
      const response = await POST(new Request('http://a.test', { method: 'POST', body }));
      console.log(response.headers.get('content-type'), await response.text());`,
    );
    const { stdout } = await run('handling.ts');
    expect(stdout).toMatch(/^text\/event-stream.* data: \{"type":"start"[\s\S]*data: \[DONE\]\n\n/);
  });
});

describe('the documentation', () => {
  it.each([
    ['@footnote/sdk', sdk],
    ['@footnote/sdk/ai', ai],
    ['@footnote/sdk/backend', backend],
    ['@footnote/sdk/node', node],
  ])('names everything that %s exports', (entry, exported) => {
    expect(README).toContain(entry);
    const unnamed = Object.keys(exported).filter((name) => !README.includes(name));
    expect(unnamed).toEqual([]);
  });

  it('names every method', () => {
    const unnamed = EVERY_METHOD.filter(
      ({ method }) => !README.includes(`\`${method.split('.').slice(1).join('.')}\``),
    );
    expect(unnamed.map(({ method }) => method)).toEqual([]);
  });

  it('describes every public class, function, type and method', () => {
    const files = [
      'ai-sdk',
      'backend',
      'node',
      'client',
      'core/errors',
      'core/options',
      'core/page',
      'core/stream-error',
      'core/upload',
      'lib/answer-of-message',
      'lib/chat-stream',
      'lib/encode-parts',
      'lib/wait-until-ready',
      ...['auth', 'chat', 'feedback', 'projects', 'server', 'sources', 'streaming-chat'].map(
        (name) => `resources/${name}`,
      ),
    ];
    const generated = readdirSync(new URL('resources/generated', SOURCES)).map(
      (name) => `resources/generated/${name.slice(0, -3)}`,
    );
    const bare = [...files, ...generated].flatMap((name) => {
      const lines = readFileSync(new URL(`${name}.ts`, SOURCES), 'utf8').split('\n');
      return lines.flatMap((line, at) => {
        const declares = /^export (async )?(class|function|interface|type|const|abstract class) \w+/.test(line);
        const method =
          /^ {2}(?!constructor|async waitUntilReady|waitUntilReady\(sources)[a-zA-Z]\w*(<.*>)?\(.*[{;]$|^ {2}[a-z]\w*\($/.test(
            line,
          ) && name.startsWith('resources/');
        return (declares || method) && !lines[at - 1]?.endsWith('*/') ? [`${name}: ${line}`] : [];
      });
    });
    expect(bare).toEqual([]);
  });
});
