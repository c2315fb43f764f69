import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { StreamPart } from '@footnote/sdk';
import { delta, event, FINISH, START } from './stream-steps.ts';

/** The fault of one request. */
export const FAULTS = [
  'none',
  'gzip',
  'pieces',
  'drop',
  'drop after doing it',
  'no headers',
  'half a body',
  'half a gzip',
  '429 in seconds',
  '429 with a date',
  '503',
  'an HTML error',
  'a redirect',
] as const;
export type Fault = (typeof FAULTS)[number];

/** The fault of a started stream, and at which of its bytes (as a share). */
export interface StreamFault {
  kind: 'none' | 'cut' | 'end' | 'stall' | 'error' | 'garbage';
  at: number;
}

/** The steps for the requests of one call, in order; the last step repeats. */
export interface Schedule {
  seed: number;
  faults: Fault[];
  stream: StreamFault;
  lineEnd: '\n' | '\r\n';
  /** The texts of a streamed answer. */
  words: string[];
  /** Random numbers for everything else. */
  random: () => number;
}

/** What happened at the server for one schedule. */
export interface Happened {
  requests: number;
  /** Created projects: a repeated key creates no second one. */
  created: Set<string>;
  /** Questions that the server started to answer. */
  begun: number;
  /** Answers with open connections. */
  open: number;
}

/** The parts of a schedule's streamed answer. */
export function partsOf({ words }: Schedule): StreamPart[] {
  const text: StreamPart[] = words.map(delta);
  return [START, { type: 'text-start', id: 't1' }, ...text, { type: 'text-end', id: 't1' }, FINISH];
}

/** A server whose responses follow a schedule, selected by number in the path: `/v1/7/projects`. */
export async function faultServer(): Promise<{
  baseURL: (schedule: Schedule) => string;
  happened: (schedule: Schedule) => Happened;
  stop: () => void;
}> {
  const known: { schedule: Schedule; happened: Happened }[] = [];
  const server = createServer(async (request, response) => {
    const [, , number, ...path] = (request.url ?? '').split('/');
    const entry = known[Number(number)];
    if (!entry) return response.writeHead(404).end();
    const { schedule, happened } = entry;
    happened.requests++;
    happened.open++;
    response.on('close', () => {
      happened.open--;
    });
    const body = await textOf(request);
    const fault = schedule.faults[Math.min(happened.requests, schedule.faults.length) - 1] ?? 'none';
    if (fault === 'drop') return response.destroy();
    if (refuse(fault, response, schedule)) return;
    const asked = path.join('/').endsWith('/chat');
    if (asked) happened.begun++;
    else if (request.method === 'POST')
      happened.created.add(String(request.headers['idempotency-key'] ?? happened.requests));
    if (fault === 'no headers') return;
    if (fault === 'drop after doing it') return response.destroy();
    if (asked && JSON.parse(body).stream) return stream(fault, response, schedule);
    return answer(fault, response, schedule);
  });
  // Reusing a connection that is being closed would be an unscheduled fault.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseURL(schedule) {
      known.push({ schedule, happened: { requests: 0, created: new Set(), begun: 0, open: 0 } });
      return `http://127.0.0.1:${port}/v1/${known.length - 1}`;
    },
    happened(schedule) {
      const entry = known.find((each) => each.schedule === schedule);
      if (!entry) throw new Error(`Nothing is known of schedule ${schedule.seed}.`);
      return entry.happened;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Responds that the request failed; returns false if it did not. */
function refuse(fault: Fault, response: ServerResponse, { random }: Schedule): boolean {
  const json = { 'content-type': 'application/json' };
  const said = JSON.stringify({ detail: 'A sentence.', code: 'some_code' });
  if (fault === '429 in seconds')
    response.writeHead(429, { ...json, 'retry-after': random() < 0.5 ? '0' : '1' }).end(said);
  else if (fault === '429 with a date')
    response
      .writeHead(429, { ...json, 'retry-after': new Date(Date.now() + random() * 1_000).toUTCString() })
      .end(said);
  else if (fault === '503') response.writeHead(503, { ...json, 'retry-after': '0' }).end(said);
  else if (fault === 'an HTML error')
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
  else if (fault === 'a redirect') response.writeHead(307, { location: '/elsewhere' }).end();
  else return false;
  return true;
}

/** The response of a call without a stream. */
export const WHOLE = { id: 'proj_1', response: 'Täglich um 9 😀 [1].', items: [] };

function answer(fault: Fault, response: ServerResponse, schedule: Schedule): void {
  const plain = Buffer.from(JSON.stringify(WHOLE));
  const packed = gzipSync(plain);
  const gzip = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const json = { 'content-type': 'application/json', 'content-length': plain.length };
  const half = Math.floor(plain.length * schedule.random());
  if (fault === 'gzip') response.writeHead(200, gzip).end(packed);
  else if (fault === 'half a gzip') response.writeHead(200, gzip).end(packed.subarray(0, 12));
  else if (fault === 'half a body')
    response.writeHead(200, json).write(plain.subarray(0, half), () => response.destroy());
  else if (fault === 'pieces') {
    response.writeHead(200, json);
    sendPieces(response, plain, schedule.random, () => response.end());
  } else response.writeHead(200, json).end(plain);
}

function stream(fault: Fault, response: ServerResponse, schedule: Schedule): void {
  const { stream: broken, lineEnd, random } = schedule;
  const parts: (StreamPart | string)[] = [...partsOf(schedule), '[DONE]'];
  const at = Math.floor(broken.at * (parts.length - 2)) + 1;
  const failing: StreamPart[] = [
    { type: 'data-error', data: { code: 'engine_failed', retryable: true }, transient: true },
    { type: 'error', errorText: 'The model stopped.' },
  ];
  if (broken.kind === 'error') parts.splice(at, Number.POSITIVE_INFINITY, ...failing, '[DONE]');
  if (broken.kind === 'garbage') parts.splice(at, 1, '{"type":');
  const text = parts.map((part) => (random() < 0.2 ? ': keep-alive\n\n' : '') + event(part)).join('');
  const bytes = Buffer.from(text.replaceAll('\n', lineEnd));
  const whole = !['cut', 'end', 'stall'].includes(broken.kind) && fault !== 'half a body';
  // Before the last part is complete, or nothing would be missing.
  const end = bytes.indexOf('"type":"finish"');
  const sent = whole ? bytes : bytes.subarray(0, Math.floor(broken.at * end));
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  sendPieces(response, sent, random, () => {
    if (whole || broken.kind === 'end') response.end();
    else if (broken.kind !== 'stall' || fault === 'half a body') response.destroy();
  });
}

/** Sends bytes in chunks of any length, at any pace. */
function sendPieces(response: ServerResponse, bytes: Buffer, random: () => number, done: () => void): void {
  const next = (from: number) => {
    if (response.destroyed) return;
    if (from >= bytes.length) return done();
    const to = Math.min(bytes.length, from + 1 + Math.floor(random() ** 3 * bytes.length));
    response.write(bytes.subarray(from, to), () => {
      if (random() < 0.1) setTimeout(next, random() * 5, to);
      else setImmediate(next, to);
    });
  };
  next(0);
}
