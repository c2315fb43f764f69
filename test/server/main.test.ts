import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../helpers/processes/free-port.ts';
import { settle, until } from '../helpers/timing/until.ts';

const MAIN = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url));

let dataDir: string;
let children: ChildProcess[];
beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'footnote-main-')), 'data');
  children = [];
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  await rm(join(dataDir, '..'), { recursive: true, force: true });
});

function run(words: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let out = '';
  let errorOut = '';
  child.stdout.on('data', (bytes) => (out += bytes));
  child.stderr.on('data', (bytes) => (errorOut += bytes));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, signal: child.signalCode, out, errorOut }));
  const listening = async () => {
    await expect.poll(() => out || child.exitCode).toMatch(/listening on http/);
    return /http:\/\/\S+/.exec(out)?.[0] ?? '';
  };
  const setupToken = () => /#setup=(\S+)/.exec(out)?.[1];
  return { child, ended, listening, setupToken, out: () => out };
}
const post = (url: string, body: unknown, token = '') =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

describe('footnote start', () => {
  it('says where it listens, stops on SIGTERM with 0, and finds everything again', async () => {
    const first = run([]);
    const url = await first.listening();
    expect(first.out()).toMatch(
      /^Footnote is listening on http:\/\/127\.0\.0\.1:\d+ \(data in .+\)\. .+\nCreate the first account, .+ at http:\/\/127\.0\.0\.1:\d+\/welcome#setup=[\w-]{32}\n$/,
    );
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok', version: expect.any(String) });
    expect((await (await fetch(`${url}/health/ready`)).json()).status).toBe('ready');
    expect((await stat(join(dataDir, 'signing-secret'))).mode & 0o777).toBe(0o600);
    const account = { email: 'a@x.org', password: 'long enough' };
    await post(`${url}/v1/auth/register`, { ...account, name: 'A', setup_token: first.setupToken() });
    const { access_token } = (await (await post(`${url}/v1/auth/login`, account)).json()) as { access_token: string };
    const project = (await (await post(`${url}/v1/projects`, { name: 'Kept' }, access_token)).json()) as { id: string };
    first.child.kill('SIGTERM');
    expect(await first.ended).toMatchObject({ code: 0, signal: null });

    const second = run(['start']);
    const again = await second.listening();
    expect(second.out()).toMatch(/^Footnote is listening on .+\n$/);
    const read = await fetch(`${again}/v1/projects/${project.id}`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(await read.json()).toMatchObject({ name: 'Kept' });
    second.child.kill('SIGINT');
    expect(await second.ended).toMatchObject({ code: 0 });
  });

  it('prints the setup link last, and once more when the console is opened without an account', async () => {
    const { child, ended, listening, out } = run([]);
    const url = await listening();
    const [link = ''] = /Create the first account, .+\n$/.exec(out()) ?? [];
    expect(link).toContain('/welcome#setup=');
    const open = async () => (await fetch(`${url}/v1/setup`)).json();
    const said = out();
    for (let time = 0; time < 3; time++) expect(await open()).toMatchObject({ accounts: false });
    await expect.poll(out).toBe(`${said}${link}`);

    const [, setup_token] = /#setup=(\S+)/.exec(link) ?? [];
    const account = { email: 'a@x.org', password: 'long enough', name: 'A', setup_token };
    expect((await post(`${url}/v1/auth/register`, account)).status).toBe(201);
    expect(await open()).toMatchObject({ accounts: true });
    child.kill('SIGTERM');
    expect((await ended).out).toBe(`${said}${link}`);
  });

  it.each([0, 8, 16, 24])('stops with 0 also %i ms after it has taken its first connection', async (delay) => {
    const port = await freePort();
    const { child, ended } = run([], { PORT: String(port) });
    const connects = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
        socket.once('connect', () => socket.destroy());
      });
    await until(connects, 'the server takes a connection');
    await settle(delay);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, errorOut: expect.not.stringContaining('could not') });
  });

  it('forgets no logout, whichever way it ends', async () => {
    const first = run([]);
    const url = await first.listening();
    const account = { email: 'a@x.org', password: 'long enough' };
    await post(`${url}/v1/auth/register`, { ...account, name: 'A', setup_token: first.setupToken() });
    const { access_token } = (await (await post(`${url}/v1/auth/login`, account)).json()) as { access_token: string };
    expect((await post(`${url}/v1/auth/logout`, {}, access_token)).status).toBe(200);
    first.child.kill('SIGKILL');
    await first.ended;
    const second = run([]);
    const again = await second.listening();
    const late = await fetch(`${again}/v1/projects`, { headers: { authorization: `Bearer ${access_token}` } });
    expect((await late.json()).code).toBe('token_revoked');
  });

  it('forgets no revocation of any credential, killed right after it', async () => {
    const first = run([]);
    let url = await first.listening();
    const json = async (path: string, body: unknown, token: string, method = 'POST') => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const response = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
      expect([path, response.ok]).toEqual([path, true]);
      return (await response.json()) as Record<'id' | 'key' | 'token' | 'access_token', string>;
    };
    const password = 'long enough';
    const login = async (email: string) => (await json('/v1/auth/login', { email, password }, '')).access_token;
    const projectOf = async (token: string) => {
      const { id } = await json('/v1/projects', { name: 'P', allowed_origins: ['https://a.example'] }, token);
      const key = await json(`/v1/projects/${id}/api-keys`, {}, token);
      const widget = await json('/v1/tokens/widget', { project_id: id }, token);
      return { id, key, widget: widget.token };
    };
    for (const email of ['a@x.org', 'b@x.org'])
      await json('/v1/auth/register', { email, password, name: 'A', setup_token: first.setupToken() }, '');
    const [token, out, old, leaving] = [
      await login('a@x.org'),
      await login('a@x.org'),
      await login('a@x.org'),
      await login('b@x.org'),
    ];
    const [kept, deleted, gone] = [await projectOf(token), await projectOf(token), await projectOf(leaving)];
    const secondKey = await json(`/v1/projects/${kept.id}/api-keys`, {}, token);

    await json('/v1/auth/logout', {}, out);
    await json('/v1/auth/me', { password: 'another one', current_password: password }, token, 'PATCH');
    await json(`/v1/projects/${kept.id}/api-keys/${kept.key.id}`, {}, token, 'DELETE');
    await json(`/v1/projects/${deleted.id}`, {}, token, 'DELETE');
    await json('/v1/auth/me', { current_password: password }, leaving, 'DELETE');
    await json(`/v1/projects/${kept.id}/widget/revoke`, {}, token);
    first.child.kill('SIGKILL');
    await first.ended;

    url = await run([]).listening();
    const status = async (headers: Record<string, string>, path: string, method = 'GET') => {
      const body = method === 'POST' ? JSON.stringify({ query: 'Hello?' }) : null;
      const sent = { ...headers, 'content-type': 'application/json', origin: 'https://a.example' };
      return (await fetch(`${url}${path}`, { method, headers: sent, body })).status;
    };
    const asUser = (of: string) => status({ authorization: `Bearer ${of}` }, '/v1/auth/me');
    const byKey = ({ key }: { key: string }) => status({ 'x-api-key': key }, '/v1/chat', 'POST');
    const byWidget = (of: string) => status({ authorization: `Bearer ${of}` }, '/v1/chat', 'POST');
    expect(await Promise.all([out, old, leaving].map(asUser))).toEqual([401, 401, 401]);
    expect(await Promise.all([kept.key, deleted.key, gone.key].map(byKey))).toEqual([401, 401, 401]);
    expect(await Promise.all([kept.widget, deleted.widget, gone.widget].map(byWidget))).toEqual([401, 401, 401]);
    expect([await asUser(token), await byKey(secondKey)]).toEqual([200, 200]);
  });

  /** A request without its last byte. The server says when it has begun to read it. */
  const HALF =
    'POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n' +
    'Expect: 100-continue\r\n\r\n{';
  const isClosed = (port: string) =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      () => false,
      () => true,
    );

  it('finishes the request under way, and a second signal does not wait for it', async () => {
    const server = run([]);
    const { port } = new URL(await server.listening());
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    let answer = '';
    socket.on('data', (bytes) => (answer += bytes)).on('error', () => undefined);
    socket.write(HALF);
    await until(() => answer.includes('100 Continue'), 'the request is under way');
    server.child.kill('SIGTERM');
    await until(() => isClosed(port), 'the port is closed');
    expect(server.child.exitCode).toBeNull();
    socket.write('}');
    expect(await server.ended).toMatchObject({ code: 0 });
    expect(answer).toContain('HTTP/1.1 400');

    const hanging = run([]);
    const { port: other } = new URL(await hanging.listening());
    const open = connect(Number(other), '127.0.0.1').on('error', () => undefined);
    open.write(HALF);
    await once(open, 'data');
    hanging.child.kill('SIGTERM');
    await until(() => isClosed(other), 'the first signal is heard');
    hanging.child.kill('SIGTERM');
    expect((await hanging.ended).code).toBe(1);
  });

  // Which values are refused is tested with the settings.
  it.each([
    ['JWT_SECRET', 'short'],
    ['RATE_LIMIT_GENERAL', 'off'],
  ])('does not start with %s=%s', async (name, text) => {
    const { code, out, errorOut } = await run([], { [name]: text }).ended;
    expect(code).toBe(1);
    expect(out).toBe('');
    expect(errorOut).toMatch(new RegExp(`^${name} [^\\n]+\\n$`));
    if (/SECRET|TOKEN/.test(name)) expect(errorOut).not.toContain(text);
  });

  it('says in a line that its port is taken, or its data in use', async () => {
    const first = run([]);
    const { port } = new URL(await first.listening());
    const same = await run([], { PORT: port }).ended;
    expect([same.code, same.errorOut.trim().split('\n').length]).toEqual([1, 1]);
    const taken = await run([], { PORT: port, DATA_DIR: join(dataDir, '..', 'other') }).ended;
    expect([taken.code, taken.errorOut]).toEqual([1, expect.stringContaining(`port ${port} is taken`)]);
  });
});

describe('footnote setup-link', () => {
  it('prints the link of a new server again, also while it runs, until there is an account', async () => {
    const nowhere = await run(['setup-link']).ended;
    expect([nowhere.code, nowhere.errorOut]).toEqual([1, expect.stringContaining('no database')]);
    await expect(stat(dataDir)).rejects.toThrow();

    const first = run([]);
    const url = await first.listening();
    const settings = { PORT: new URL(url).port };
    const printed = await run(['setup-link'], settings).ended;
    expect(printed).toMatchObject({ code: 0, errorOut: '' });
    expect(printed.out).toBe(first.out().split(/(?<=\n)/)[1]);
    const account = { email: 'a@x.org', password: 'long enough', name: 'A' };
    const refused = await post(`${url}/v1/auth/register`, account);
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'setup_token_required']);
    await post(`${url}/v1/auth/register`, { ...account, setup_token: first.setupToken() });
    const late = await run(['setup-link'], settings).ended;
    expect([late.code, late.out, late.errorOut]).toEqual([1, '', expect.stringContaining('exists already')]);
  });
});

describe('footnote users reset-password', () => {
  it('gives a stopped server’s account a new password, says it once, and ends every session', async () => {
    const reset = ['users', 'reset-password', 'A@x.org '];
    const nowhere = await run(reset).ended;
    expect([nowhere.code, nowhere.errorOut]).toEqual([1, expect.stringContaining('no database')]);
    await expect(stat(dataDir)).rejects.toThrow();

    const first = run([]);
    const url = await first.listening();
    const account = { email: 'a@x.org', password: 'long enough' };
    await post(`${url}/v1/auth/register`, { ...account, name: 'A', setup_token: first.setupToken() });
    const { access_token } = (await (await post(`${url}/v1/auth/login`, account)).json()) as { access_token: string };
    const busy = await run(reset).ended;
    expect([busy.code, busy.out]).toEqual([1, '']);
    expect(busy.errorOut).toMatch(/^The password was not changed: Another Footnote process .+\n$/);
    first.child.kill('SIGTERM');
    await first.ended;

    const stranger = await run(['users', 'reset-password', 'b@x.org']).ended;
    expect([stranger.code, stranger.errorOut]).toEqual([1, expect.stringContaining('no account')]);
    const done = await run(reset).ended;
    const [, password = ''] = /: (\w{20})\n/.exec(done.out) ?? [];
    expect([done.code, password.length, done.errorOut]).toEqual([0, 20, '']);

    const again = await run([]).listening();
    expect((await post(`${again}/v1/auth/login`, account)).status).toBe(401);
    expect((await post(`${again}/v1/auth/login`, { ...account, password })).status).toBe(200);
    const late = await fetch(`${again}/v1/projects`, { headers: { authorization: `Bearer ${access_token}` } });
    expect((await late.json()).code).toBe('token_revoked');
  });
});

describe('footnote users make-operator', () => {
  it('lets another account of a stopped server look after it, beside the first', async () => {
    const nowhere = await run(['users', 'make-operator', 'b@x.org']).ended;
    expect([nowhere.code, nowhere.errorOut]).toEqual([1, expect.stringContaining('no database')]);
    const first = run([]);
    const url = await first.listening();
    const operators = async (server: string) =>
      Promise.all(
        ['a', 'b'].map(async (name) => {
          const account = { email: `${name}@x.org`, password: 'long enough' };
          const { access_token } = (await (await post(`${server}/v1/auth/login`, account)).json()) as {
            access_token: string;
          };
          const me = await fetch(`${server}/v1/auth/me`, { headers: { authorization: `Bearer ${access_token}` } });
          return ((await me.json()) as { operator: boolean }).operator;
        }),
      );
    for (const name of ['a', 'b']) {
      const account = { email: `${name}@x.org`, password: 'long enough', name };
      await post(`${url}/v1/auth/register`, { ...account, setup_token: first.setupToken() });
    }
    expect(await operators(url)).toEqual([true, false]);
    const busy = await run(['users', 'make-operator', 'b@x.org']).ended;
    expect([busy.code, busy.errorOut]).toEqual([1, expect.stringContaining('Another Footnote process')]);
    first.child.kill('SIGTERM');
    await first.ended;

    const stranger = await run(['users', 'make-operator', 'c@x.org']).ended;
    expect([stranger.code, stranger.errorOut]).toEqual([1, expect.stringContaining('no account')]);
    const done = await run(['users', 'make-operator', ' B@x.org']).ended;
    expect([done.code, done.errorOut]).toEqual([0, '']);
    expect(await operators(await run([]).listening())).toEqual([true, true]);
  });
});

describe('a reader that stops reading', () => {
  it.each([
    ['output', 'stdout', ['help'], 0],
    ['errors', 'stderr', ['strat'], 2],
  ] as const)('of the %s ends no command with an error', async (_, stream, words, code) => {
    const command = run([...words]);
    command.child[stream].destroy();
    expect(await command.ended).toMatchObject({ code, signal: null, out: '', errorOut: '' });
  });
});

describe('another word', () => {
  it('ends with 2 where an option of a command is not known, and names it', async () => {
    const { code, out, errorOut } = await run(['sync', '.', '--unknown']).ended;
    expect([code, out]).toEqual([2, '']);
    expect(errorOut).toMatch(/^[^\n]*'--unknown'[^\n]*\n$/);
  });

  it('gets the usage', async () => {
    const unknown = await run(['strat']).ended;
    expect([unknown.code, unknown.out]).toEqual([2, '']);
    expect(unknown.errorOut).toContain('Usage: npx footnote COMMAND');
    const help = await run(['help']).ended;
    expect([help.code, help.errorOut]).toEqual([0, '']);
    expect(help.out).toContain('RATE_LIMIT_CHAT');
  });
});
