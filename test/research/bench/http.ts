import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Measurement, median, round, verdict } from './measurement.ts';
import { cpuMicroseconds } from './processes.ts';
import { withDirectory, withSubject } from './subject.ts';

const CONNECTIONS = 16;
const WARM_UP = 4000;
const ROUNDS = 5;
const REQUESTS = 2000;

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

/** A server and the request to measure. */
interface Served {
  pid: number;
  call: Call;
}

/** Processor time of a server per request, in microseconds. */
async function cpuPerRequest({ pid, call }: Served, agent: Agent): Promise<number> {
  const before = cpuMicroseconds(pid);
  await sendMany(call, REQUESTS, agent);
  return (cpuMicroseconds(pid) - before) / REQUESTS;
}

/** Measures floor and product in turn, so that a temporary slowdown of the machine affects both. */
async function compare(what: string, floor: Served, product: Served): Promise<Measurement> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  for (const { call } of [floor, product]) await sendMany(call, WARM_UP, agent);
  const rounds: { floor: number; product: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ floor: await cpuPerRequest(floor, agent), product: await cpuPerRequest(product, agent) });
  agent.destroy();
  const ratio = median(rounds.map((one) => one.product / one.floor));
  return {
    what,
    floor: `${round(median(rounds.map((one) => one.floor)))} µs`,
    measured: `${round(median(rounds.map((one) => one.product)))} µs`,
    ratio,
    target: '≤ 2.5 ×',
    verdict: Number.isNaN(ratio) ? 'unknown' : verdict(ratio <= 2.5),
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const BODY = JSON.stringify({ origin: 'https://bench.example' });

/** Runs some work with the floor: the same two endpoints on bare node:http. */
async function withFloor<Result>(work: (get: Served, post: Served) => Promise<Result>): Promise<Result> {
  const child = fork(fileURLToPath(new URL('./floor-server.ts', import.meta.url)));
  try {
    const [{ port, token }] = (await once(child, 'message')) as [{ port: number; token: string }];
    const url = `http://127.0.0.1:${port}/`;
    const pid = child.pid ?? 0;
    const keyed = { ...JSON_TYPE, 'x-api-key': 'key' };
    return await work(
      { pid, call: { url, method: 'GET', headers: { authorization: `Bearer ${token}` } } },
      { pid, call: { url, method: 'POST', headers: keyed, body: BODY } },
    );
  } finally {
    child.kill('SIGKILL');
  }
}

/** Compares the cost of a request with the same work on bare node:http. */
export async function measureHttp(): Promise<Measurement[]> {
  return withFloor((floorGet, floorPost) =>
    withDirectory((directory) =>
      withSubject(directory, async ({ server: { origin, pid }, projectId, accessToken, apiKey }) => {
        const get: Call = {
          url: `${origin}/v1/projects/${projectId}`,
          method: 'GET',
          headers: { authorization: `Bearer ${accessToken}` },
        };
        const post: Call = {
          url: `${origin}/v1/tokens/widget`,
          method: 'POST',
          headers: { ...JSON_TYPE, 'x-api-key': apiKey },
          body: BODY,
        };
        return [
          await compare('CPU of an authenticated GET with a point read / node:http', floorGet, { pid, call: get }),
          await compare('CPU of an authenticated POST (read, sign) / node:http', floorPost, { pid, call: post }),
        ];
      }),
    ),
  );
}
