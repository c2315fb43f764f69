import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../helpers/processes/free-port.ts';
import { until } from '../helpers/timing/until.ts';
import { runs } from './programs.ts';

const CONFIGURATION = readFileSync(new URL('../../examples/deploy/replicas/haproxy.cfg', import.meta.url), 'utf8');

/** Something in a replica's place: as ready as it is told to be, and it says who it is. */
interface Stand {
  server: Server;
  port: number;
  ready: boolean;
  seen: number;
  streams: ServerResponse[];
}

async function startStand(name: string): Promise<Stand> {
  const stand: Stand = { server: createServer(), port: 0, ready: true, seen: 0, streams: [] };
  stand.server.on('request', (incoming, response) => {
    if (incoming.url === '/health/ready') return response.writeHead(stand.ready ? 200 : 503).end();
    stand.seen += 1;
    if (incoming.url !== '/stream') return incoming.resume().on('end', () => response.end(name));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: one\n\n');
    stand.streams.push(response);
  });
  stand.server.listen(0, '127.0.0.1');
  await once(stand.server, 'listening');
  stand.port = (stand.server.address() as AddressInfo).port;
  return stand;
}

/** Replaces what differs here; throws where it is not there. */
function put(text: string, ...replacements: [was: string, is: string][]): string {
  return replacements.reduce((changed, [was, is]) => {
    if (!changed.includes(was)) throw new Error(`The configuration does not say: ${was}`);
    return changed.replaceAll(was, is);
  }, text);
}

describe.skipIf(!runs('haproxy', '-v'))('the balancer in front of two replicas (needs haproxy)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-balancer-'));
  let one: Stand;
  let two: Stand;
  let balancer: ChildProcess;
  let port: number;

  const ask = async (path: string, method = 'GET', body = '') => {
    const sent = request({ host: '127.0.0.1', port, path, method });
    sent.end(body);
    const [response] = await once(sent, 'response');
    let text = '';
    for await (const piece of response.setEncoding('utf8')) text += piece;
    return { status: response.statusCode as number, text };
  };
  /** How many of twenty requests each has got. */
  async function twenty() {
    const before = [one.seen, two.seen];
    const statuses = new Set<number>();
    for (let n = 0; n < 20; n += 1) statuses.add((await ask('/', 'POST', 'body')).status);
    return { statuses: [...statuses], one: one.seen - (before[0] ?? 0), two: two.seen - (before[1] ?? 0) };
  }

  beforeAll(async () => {
    [one, two] = [await startStand('one'), await startStand('two')];
    port = await freePort();
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(
      file,
      put(
        CONFIGURATION,
        ['log stdout format raw local0 notice', 'log stderr format raw local0 err'],
        ['bind :8787', `bind 127.0.0.1:${port}`],
        ['bind 127.0.0.1:8788', `bind 127.0.0.1:${await freePort()}`],
        ['footnote-1:8787', `127.0.0.1:${one.port}`],
        ['footnote-2:8787', `127.0.0.1:${two.port}`],
        ['inter 2s', 'inter 200ms'],
      ),
    );
    execFileSync('haproxy', ['-c', '-q', '-f', file]);
    balancer = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
    const answers = () =>
      ask('/')
        .then(({ status }) => status === 200)
        .catch(() => false);
    await until(answers, 'an answer through the balancer');
  });
  afterAll(async () => {
    if (balancer?.exitCode === null) {
      balancer.kill('SIGKILL');
      await once(balancer, 'exit');
    }
    for (const { server } of [one, two]) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives visitors to both', async () => {
    const { statuses, ...seen } = await twenty();
    expect(statuses).toEqual([200]);
    expect(Math.min(seen.one, seen.two)).toBeGreaterThan(0);
  });

  it('gives none to a replica that is not ready, and some again once it is', async () => {
    one.ready = false;
    await until(async () => (await twenty()).one === 0, 'nobody at the one that is not ready');
    expect(await twenty()).toEqual({ statuses: [200], one: 0, two: 20 });
    one.ready = true;
    await until(async () => (await twenty()).one > 0, 'somebody at the one that is ready again');
  });

  it('passes an answer on piece by piece', async () => {
    const sent = request({ host: '127.0.0.1', port, path: '/stream' }).end();
    const [response] = await once(sent, 'response');
    let text = '';
    response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    await until(() => text === 'data: one\n\n', 'the first piece, before there is a second');
    const stream = [...one.streams, ...two.streams].pop();
    stream?.write('data: two\n\n');
    await until(() => text.endsWith('data: two\n\n'), 'the second piece');
    stream?.end();
    await once(response, 'end');
  });

  it('answers also those whose replica has just stopped, who come with something to be made among them', async () => {
    await twenty();
    const closed = new Promise((resolve) => two.server.close(resolve));
    two.server.closeIdleConnections();
    await closed;
    expect(await twenty()).toEqual({ statuses: [200], one: 20, two: 0 });
  });
});
