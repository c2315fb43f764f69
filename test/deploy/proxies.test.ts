import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUIDE } from '../examples/guide.ts';
import { chunkOf, type ModelServer, sendJson, startModelServer } from '../helpers/models/model-server.ts';
import { freePort } from '../helpers/processes/free-port.ts';
import { runNginx } from '../helpers/processes/nginx.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { parseStream, textOf } from '../helpers/server/read-stream.ts';
import { until } from '../helpers/timing/until.ts';
import { ENCODINGS, expectDocumented, loadWidget } from '../widget/wire-sizes.ts';
import { runs } from './programs.ts';

const REQUESTS_A_MINUTE = 20;
const METRICS_TOKEN = 'Zk3vQ9wXr7Tn2LpBc8Hs5JdFy4GmUa6E';
/** In place of that of the guide. */
const MOST_CONNECTIONS = 12;
const folder = mkdtempSync(join(tmpdir(), 'footnote-proxies-'));
const deploy = (path: string) => readFileSync(new URL(`../../examples/deploy/${path}`, import.meta.url), 'utf8');

let model: ModelServer;
let server: ServerProcess;
let key: string;
/** The answers that the model has begun to write, to be gone on with. */
const begun: ServerResponse[] = [];

beforeAll(async () => {
  model = await startModelServer();
  model.answerWith(({ path }, response) => {
    if (path !== '/v1/chat/completions') return sendJson(response, 200, { data: [] });
    response.setHeader('content-type', 'text/event-stream');
    response.write(chunkOf({ role: 'assistant', content: '' }));
    begun.push(response);
  });
  server = await startServer({
    env: {
      ANSWERER: 'openai',
      ANSWERER_URL: model.url,
      ANSWERER_MODEL: 'writer',
      // One more than there is, so that what a visitor writes into X-Forwarded-For would be believed if it arrived.
      TRUST_PROXY: '2',
      METRICS_TOKEN,
      RATE_LIMIT_GENERAL: String(REQUESTS_A_MINUTE),
      MAX_UPLOAD_MB: '2',
    },
  });
  const guest = new Footnote({ baseURL: server.baseURL });
  const login = { email: 'owner@example.com', password: 'a long enough password' };
  await guest.auth.register({ ...login, name: 'Owner', setup_token: server.setupToken });
  const owner = guest.withOptions({ accessToken: (await guest.auth.login(login)).access_token });
  const { id } = await owner.projects.create({ name: 'Library' });
  key = (await owner.projects.apiKeys.create(id)).key;
  const client = guest.withOptions({ apiKey: key });
  await client.sources.waitUntilReady(await client.sources.addText({ title: 'The library', text: GUIDE.text }));
});
afterAll(async () => {
  await server?.stop();
  await model?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Of each proxy: whether it is here, what checks its configuration, and what runs it on a port with ours. */
const PROXIES = [
  { name: 'nginx', there: runs('nginx', '-v'), start: startNginx },
  { name: 'caddy', there: runs('caddy', 'version'), start: startCaddy },
];

/** Replaces what a person is to replace; throws where it is not there. */
function put(text: string, ...replacements: [was: string, is: string][]): string {
  return replacements.reduce((changed, [was, is]) => {
    if (!changed.includes(was)) throw new Error(`The configuration does not say: ${was}`);
    return changed.replaceAll(was, is);
  }, text);
}

async function startNginx(port: number, plainPort: number): Promise<ChildProcess> {
  const [certificate, privateKey] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const selfSigned = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-batch'];
  execFileSync(
    'openssl',
    [...selfSigned, '-days', '1', '-subj', '/CN=localhost', '-keyout', privateKey, '-out', certificate],
    {
      stdio: 'ignore',
    },
  );
  const site = put(
    deploy('nginx/footnote.conf').replace(/^ *listen \[::\].*\n/gm, ''),
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['server_name chat.example.com;', 'server_name localhost;'],
    ['/etc/letsencrypt/live/chat.example.com/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/chat.example.com/privkey.pem', privateKey],
    ['limit_conn footnote 100;', `limit_conn footnote ${MOST_CONNECTIONS};`],
    ['server 127.0.0.1:8787;', `server ${new URL(server.url).host};`],
  );
  return runNginx(folder, site, 'warn');
}

async function startCaddy(port: number, plainPort: number): Promise<ChildProcess> {
  const site = put(
    deploy('caddy/Caddyfile'),
    ['\nchat.example.com {', `\nhttps://localhost:${port} {\n\ttls internal`],
    ['127.0.0.1:8787', new URL(server.url).host],
  );
  const file = join(folder, 'Caddyfile');
  const options = `admin off\nskip_install_trust\nhttp_port ${plainPort}\nhttps_port ${port}\nstorage file_system ${folder}\nlog {\nlevel ERROR\n}`;
  writeFileSync(file, `{\n${options}\n}\n${site}`);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { env, stdio: 'ignore' });
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

describe.each(PROXIES)('behind $name', ({ name, there, start }) => {
  describe.skipIf(!there)(`(needs ${name})`, () => {
    let proxy: ChildProcess;
    let port: number;
    let plainPort: number;

    beforeAll(async () => {
      port = await freePort();
      plainPort = await freePort();
      proxy = await start(port, plainPort);
      const answers = () =>
        ask('GET', '/health').then(
          ({ status }) => status === 200,
          () => false,
        );
      await until(answers, `an answer through ${name}`);
    });
    afterAll(async () => {
      if (proxy === undefined || proxy.exitCode !== null) return;
      proxy.kill('SIGTERM');
      await once(proxy, 'exit');
    });

    /** One request through the proxy, from this address of the machine. */
    async function send(
      method: string,
      path: string,
      {
        headers = {},
        body,
        from = '127.0.0.1',
      }: { headers?: Record<string, string>; body?: string; from?: string } = {},
    ): Promise<IncomingMessage> {
      const sent = request({
        host: 'localhost',
        servername: 'localhost',
        family: 4,
        port,
        method,
        path,
        headers,
        localAddress: from,
        rejectUnauthorized: false,
      }).end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return response.setEncoding('utf8');
    }

    async function ask(method: string, path: string, options: Parameters<typeof send>[2] = {}) {
      const response = await send(method, path, options);
      let text = '';
      for await (const piece of response) text += piece;
      return { status: response.statusCode, headers: response.headers, text };
    }

    it('streams an answer piece by piece: each has arrived before the model writes the next', async () => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const body = JSON.stringify({ query: 'How long may a book be kept?', stream: true });
      const response = await send('POST', '/v1/chat', { headers, body });
      expect(response.headers['content-type']).toContain('text/event-stream');
      let raw = '';
      response.on('data', (piece: string) => (raw += piece));
      await until(() => begun.length > 0, 'the question at the model');
      const writing = begun.pop();
      const pieces = ['A book may ', 'be kept for ', 'four weeks [1].'];
      const arrived: string[] = [];
      for (const [at, content] of pieces.entries()) {
        writing?.write(chunkOf({ content }));
        // The last words of a sentence wait for its end, so the piece before is what must have come by now.
        const expected = pieces
          .slice(0, at + 1)
          .join('')
          .split(' ')
          .slice(0, -2)
          .join(' ');
        await until(() => textSoFar(raw).includes(expected), `"${expected}" through the proxy`);
        arrived.push(expected);
      }
      expect(response.complete).toBe(false);
      writing?.write(chunkOf({}, 'stop'));
      writing?.end('data: [DONE]\n\n');
      await once(response, 'end');
      const whole = parseStream(raw);
      expect([arrived.length, whole.done, textOf(whole)]).toEqual([3, true, 'A book may be kept for four weeks [1].']);
    });

    it('counts a visitor by their own address, as what they write into X-Forwarded-For does not arrive', async () => {
      const from = name === 'nginx' ? '127.0.0.21' : '127.0.0.31';
      const attempt = (n: number, address: string) =>
        ask('GET', '/v1/projects', { from: address, headers: { 'x-forwarded-for': `203.0.113.${n}` } });
      const statuses: unknown[] = [];
      for (let n = 1; n <= REQUESTS_A_MINUTE + 1; n += 1) statuses.push((await attempt(n, from)).status);
      expect(statuses).toEqual([...Array(REQUESTS_A_MINUTE).fill(401), 429]);
      expect((await attempt(1, from.replace('.0.0.', '.0.1.'))).status).toBe(401);
    });

    it('lets the server itself refuse what is too large, and passes on what is not', async () => {
      const upload = (megabytes: number) => {
        const headers = { 'x-api-key': key, 'content-type': 'application/json' };
        return ask('POST', '/v1/sources/upload', { headers, body: multipart(megabytes, headers) });
      };
      const refused = await upload(3);
      expect([refused.status, JSON.parse(refused.text).code]).toEqual([400, 'file_too_large']);
      const taken = await upload(1.5);
      expect(taken.status, taken.text).toBe(202);
    });

    it.each(ENCODINGS)('brings the widget as small as its documentation says: %s', async (encoding) => {
      expectDocumented(await loadWidget(`https://localhost:${port}`, encoding), encoding);
    });

    it('keeps the metrics to the machine', async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
      expect((await ask('GET', '/metrics', { headers })).status).toBe(404);
      expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(200);
      expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
    });

    it.runIf(name === 'nginx')('refuses more requests at the same time than one client may have', async () => {
      const streams = Array.from({ length: 18 }, () => ask('GET', '/health/stream', { from: '127.0.0.41' }));
      const other = await ask('GET', '/health', { from: '127.0.0.42' });
      const statuses = (await Promise.all(streams)).map(({ status }) => status).toSorted();
      expect(statuses).toEqual([...Array(MOST_CONNECTIONS).fill(200), ...Array(18 - MOST_CONNECTIONS).fill(429)]);
      expect(other.status).toBe(200);
    });

    it('sends visitors of the plain address to the encrypted one', async () => {
      const answer = await fetch(`http://localhost:${plainPort}/docs`, { redirect: 'manual' });
      expect(answer.status).toBeGreaterThan(300);
      expect(answer.headers.get('location')).toMatch(/^https:\/\/localhost.*\/docs$/);
      expect((await ask('GET', '/health')).headers['strict-transport-security']).toBe('max-age=31536000');
    });
  });
});

/** A multipart body with one text file; sets its type. */
function multipart(megabytes: number, headers: Record<string, string>): string {
  const file = 'Ferries leave every hour.\n'.repeat((megabytes * 2 ** 20) / 26);
  headers['content-type'] = 'multipart/form-data; boundary=limit';
  return `--limit\r\ncontent-disposition: form-data; name="file"; filename="ferries.txt"\r\ncontent-type: text/plain\r\n\r\n${file}\r\n--limit--\r\n`;
}

/** The text of the whole parts among what has arrived. */
const textSoFar = (raw: string) => textOf(parseStream(raw));
