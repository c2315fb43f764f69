import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnerWithProject, type OwnerFixture } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';
import { cpuSince } from '../../helpers/timing/cpu-time.ts';

/** Nearly all that a request may have (`maxHeaderSize`). */
const LENGTH = 15_000;
const UNREAD = 'x-unread';
/** How many times as long as another header of its length one may take: far above what reads it once, and far below the square. */
const MOST = 25;

/** What makes an expression look at the same characters again and again: runs of what it repeats, and of what it ends at. */
const RUNS = [
  '\t',
  ' ',
  ',',
  ';',
  '=',
  '"',
  '\\',
  '[',
  '-',
  '/',
  '.',
  '1',
  'a',
  '%20',
  ',\t',
  '; ',
  'a=',
  'a="',
  'a, ',
  'bytes=0-',
];
const valuesOf = (run: string) => {
  const long = run.repeat(Math.floor(LENGTH / run.length));
  // Node removes white space from both ends of a header, and a proxy appends an address.
  return [`a${long}a`, `a,${long}: :, 203.0.113.7`];
};

let app: TestApp;
let owner: OwnerFixture;
beforeAll(async () => {
  app = await startApp({ env: { trustedProxies: 1 } });
  owner = await createOwnerWithProject(app, 'owner');
});
afterAll(() => app.close());

async function send(method: string, path: string, headers: Record<string, string>, content = '{"query":"How?"}') {
  const body = method === 'POST' ? content : '';
  const sent = request(`${app.url}${path.replace(':id', owner.project.id)}`, {
    method,
    headers: {
      ...{ 'x-api-key': owner.project.key, 'content-type': 'application/json' },
      ...(body && { 'content-length': String(body.length) }),
      ...headers,
    },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  await answer.resume().toArray();
  expect(answer.statusCode).toBeLessThan(500);
}

/**
 * The least processor time of three requests, so that a collection of garbage does not count; of fewer, once one took no longer
 * than is `enough`.
 */
async function cost(send: () => Promise<void>, enough = 0): Promise<number> {
  const costs: number[] = [];
  while (costs.length < 3 && !costs.some((one) => one <= enough)) {
    const began = process.cpuUsage();
    await send();
    costs.push(cpuSince(began));
  }
  return Math.min(...costs);
}

/** How many times as long as another request one takes. */
const timesAsLong = async (reference: number, send: () => Promise<void>): Promise<number> =>
  (await cost(send, MOST * reference)) / reference;

describe('a header of nearly the longest length', () => {
  it.each<[string, string, string[]]>([
    [
      'GET',
      '/v1/projects',
      ['x-forwarded-for', 'forwarded', 'authorization', 'x-api-key', 'origin', 'user-agent', 'cookie'],
    ],
    [
      'GET',
      '/console/',
      ['if-none-match', 'if-modified-since', 'range', 'accept', 'accept-encoding', 'accept-language'],
    ],
    ['OPTIONS', '/v1/chat', ['origin', 'access-control-request-method', 'access-control-request-headers']],
    ['POST', '/v1/chat', ['content-type', 'content-encoding', 'idempotency-key', 'accept', 'host']],
    [
      'POST',
      '/v1/projects/:id/mcp',
      ['content-type', 'accept', 'mcp-protocol-version', 'mcp-session-id', 'mcp-method'],
    ],
  ])('of %s %s takes as long as any other of its length', async (method, path, names) => {
    const reference = await cost(() => send(method, path, { [UNREAD]: 'a'.repeat(LENGTH) }));
    const slow: string[] = [];
    for (const name of names)
      for (const value of RUNS.flatMap(valuesOf)) {
        const times = await timesAsLong(reference, () => send(method, path, { [name]: value }));
        if (times > MOST) slow.push(`${name}: ${JSON.stringify(value.slice(0, 30))}… (${Math.round(times)} times)`);
      }
    expect(slow).toEqual([]);
  });

  it('of a part of a form takes as long as any other of its length', async () => {
    const upload = (disposition: string) =>
      send(
        'POST',
        '/v1/sources/upload',
        { 'content-type': 'multipart/form-data; boundary=x' },
        `--x\r\nContent-Disposition: form-data; name="file"; ${disposition}\r\n\r\nHello.\r\n--x--\r\n`,
      );
    const length = 150_000;
    const reference = await cost(() => upload('a'.repeat(length)));
    for (const run of ['; filename="a', 'filename="', 'filename=a', 'name="', '"; ', '\\', '&#', ' ', '='])
      expect(await timesAsLong(reference, () => upload(run.repeat(length / run.length))), run).toBeLessThanOrEqual(
        MOST,
      );
  });
});
