import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Measurement, round, verdict } from './measurement.ts';
import { cpuMicroseconds } from './processes.ts';
import { withDirectory, withSubject } from './subject.ts';

const CONNECTIONS = 16;
const WARM_UP = 1500;
const REQUESTS = 6000;

interface Call {
  url: string;
  method: 'GET' | 'POST';
  headers: OutgoingHttpHeaders;
  body?: string;
}

async function send(call: Call, agent: Agent): Promise<void> {
  const outgoing = request(call.url, { method: call.method, headers: call.headers, agent });
  outgoing.end(call.body);
  const [response] = await once(outgoing, 'response');
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`${call.method} ${call.url} answered ${response.statusCode}`);
}

async function sendMany(call: Call, count: number, agent: Agent): Promise<void> {
  let left = count;
  const connection = async () => {
    while (left-- > 0) await send(call, agent);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
}

/** Processor time of the server per request, in microseconds. */
async function cpuPerRequest(pid: number, call: Call): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  await sendMany(call, WARM_UP, agent);
  const before = cpuMicroseconds(pid);
  await sendMany(call, REQUESTS, agent);
  const used = cpuMicroseconds(pid) - before;
  agent.destroy();
  return used / REQUESTS;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const BODY = JSON.stringify({ origin: 'https://bench.example' });

async function measureFloor(): Promise<{ get: number; post: number }> {
  const child = fork(fileURLToPath(new URL('./floor-server.ts', import.meta.url)));
  try {
    const [{ port, token }] = (await once(child, 'message')) as [{ port: number; token: string }];
    const url = `http://127.0.0.1:${port}/`;
    const pid = child.pid ?? 0;
    return {
      get: await cpuPerRequest(pid, { url, method: 'GET', headers: { authorization: `Bearer ${token}` } }),
      post: await cpuPerRequest(pid, {
        url,
        method: 'POST',
        headers: { ...JSON_TYPE, 'x-api-key': 'key' },
        body: BODY,
      }),
    };
  } finally {
    child.kill('SIGKILL');
  }
}

/** What a request costs beside the same work on bare node:http. */
export async function measureHttp(): Promise<Measurement[]> {
  const floor = await measureFloor();
  const own = await withDirectory((directory) =>
    withSubject(directory, async ({ server, projectId, accessToken, apiKey }) => ({
      get: await cpuPerRequest(server.pid, {
        url: `${server.origin}/v1/projects/${projectId}`,
        method: 'GET',
        headers: { authorization: `Bearer ${accessToken}` },
      }),
      post: await cpuPerRequest(server.pid, {
        url: `${server.origin}/v1/tokens/widget`,
        method: 'POST',
        headers: { ...JSON_TYPE, 'x-api-key': apiKey },
        body: BODY,
      }),
    })),
  );
  const line = (what: string, base: number, measured: number): Measurement => ({
    what,
    floor: `${round(base)} µs`,
    measured: `${round(measured)} µs`,
    ratio: measured / base,
    target: '≤ 2.5 ×',
    verdict: Number.isNaN(measured) ? 'unknown' : verdict(measured / base <= 2.5),
  });
  return [
    line('CPU of an authenticated GET with a point read / node:http', floor.get, own.get),
    line('CPU of an authenticated POST (read, sign) / node:http', floor.post, own.post),
  ];
}
