/**
 * What one tenant can do to a server with its default limits. Run as a child process with the name of an attack; it begins with
 * the message that names its target, from an address of its own, and goes on until it is killed.
 */
import { Agent, createServer, request } from 'node:http';
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeMarkdown } from './books.ts';

export interface Target {
  port: number;
  /** The tenant's projects, each with its keys. */
  projects: { id: string; keys: string[] }[];
}

export type Attack = keyof typeof ATTACKS;

/** Another one than that of the neighbour, as limits count by address. Linux has all of 127.0.0.0/8. */
const ADDRESS = '127.0.0.2';
const SENDERS = 32;
const UPLOAD_BYTES = 2e6;
const LARGE_UPLOAD_BYTES = 40e6;
const SOCKETS = 3_000;
/** Bytes a millisecond: a line of a gigabit a second. */
const LINE_SPEED = 125_000;
/** Milliseconds after which refused senders try again. */
const PAUSE = 50;

const agent = new Agent({ keepAlive: true, localAddress: ADDRESS, maxSockets: 200 });

interface Post {
  path: string;
  key: string;
  body: string | Buffer;
  type?: string;
  /** Leaves the response unread, so that the server has to keep it. */
  unread?: boolean;
}

let lineIsFreeAt = 0;

/** Waits until the line has carried what was sent before. */
async function waitForLine(bytes: number): Promise<void> {
  const now = performance.now();
  lineIsFreeAt = Math.max(lineIsFreeAt, now) + bytes / LINE_SPEED;
  await sleep(lineIsFreeAt - now);
}

/** Resolves with the status; 0 if the server closed the connection. */
async function post(
  { port }: Target,
  { path, key, body, type = 'application/json', unread = false }: Post,
): Promise<number> {
  await waitForLine(Buffer.byteLength(body));
  return new Promise((resolve) => {
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body), 'x-api-key': key };
    const outgoing = request({ port, host: '127.0.0.1', method: 'POST', path, headers, agent }, (response) => {
      if (!unread || response.statusCode !== 200) response.resume();
      response.once('close', () => resolve(response.statusCode ?? 0));
    });
    outgoing.once('error', () => resolve(0));
    outgoing.end(body);
  });
}

/** Sends what `next` makes for each key in turn, from many senders at once. Whatever is refused is tried again. */
async function flood(target: Target, next: (key: string, at: number) => Post): Promise<void> {
  const keys = target.projects.flatMap(({ keys: own }) => own);
  let at = 0;
  const send = async () => {
    for (;;) {
      const key = keys[at++ % keys.length] ?? '';
      const status = await post(target, next(key, at));
      if (status !== 200 && status !== 202) await sleep(PAUSE);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
}

function uploadOf(bytes: Buffer, name: string): Omit<Post, 'key'> {
  const boundary = 'neighbour';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/markdown\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { path: '/v1/sources/upload', body, type: `multipart/form-data; boundary=${boundary}` };
}

const text = (bytes: number): Buffer => {
  const book = Buffer.from(makeMarkdown());
  return Buffer.concat(Array.from({ length: Math.ceil(bytes / book.length) }, () => book)).subarray(0, bytes);
};

/** A question of many common words, which match nearly all passages. */
const longQuestion = (at: number) =>
  `${at} ${'how do the visitors of the museum open the garden when the harbour is closed '.repeat(12)}?`;

const ask = (at: number, stream: boolean): Omit<Post, 'key'> => ({
  path: '/v1/chat',
  body: JSON.stringify({ query: longQuestion(at), stream }),
});

const ATTACKS = {
  /** Asks long questions with all keys, and uploads text, as fast as it is taken. */
  async processor(target: Target) {
    const upload = uploadOf(text(UPLOAD_BYTES), 'book.md');
    await Promise.all([
      flood(target, (key, at) => ({ ...ask(at, false), key })),
      flood(target, (key) => ({ ...upload, key })),
    ]);
  },
  /** Uploads large files. */
  async disk(target: Target) {
    const upload = uploadOf(text(LARGE_UPLOAD_BYTES), 'shelf.md');
    await flood(target, (key) => ({ ...upload, key }));
  },
  /** Names pages that never come. */
  async slots(target: Target) {
    const site = createServer(() => undefined);
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const address = site.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await flood(target, (key, at) => {
      const body = JSON.stringify({ url: `http://127.0.0.1:${port}/${at}`, ...(at % 2 === 0 && { crawl: {} }) });
      return { path: '/v1/sources/url', key, body };
    });
  },
  /** Opens connections and begins requests on half of them, and opens each again that is closed. */
  async sockets({ port }: Target) {
    const open = (at: number) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: ADDRESS });
      if (at % 2 === 0) socket.write('POST /v1/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000\r\n');
      socket.on('error', () => undefined);
      socket.once('close', () => setTimeout(open, 20 * PAUSE, at));
    };
    for (let at = 0; at < SOCKETS; at += 1) {
      open(at);
      if (at % 50 === 0) await sleep(PAUSE);
    }
  },
  /** Asks with all keys for streams, and reads none. */
  async streams(target: Target) {
    await flood(target, (key, at) => ({ ...ask(at, true), key, unread: true }));
  },
};

// The attacker's own work would not be done on the server's machine.
setPriority(constants.priority.PRIORITY_LOW);
process.once('message', (target: Target) => ATTACKS[process.argv[2] as Attack](target));
