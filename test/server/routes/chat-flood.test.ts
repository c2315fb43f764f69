import { getEventListeners } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEvent, Question } from '../../../server/answering/types.ts';
import { createOwnerWithProject, type OwnerFixture } from '../../helpers/server/owner-with-project.ts';
import { parseStream } from '../../helpers/server/read-stream.ts';
import { text } from '../../helpers/server/scripted-answers.ts';
import { echo, startApp, type TestApp } from '../../helpers/server/test-app.ts';
import { settle, until } from '../../helpers/timing/until.ts';

const READERS = 400;
const FLOOD = 400;
/** The memory that one open stream may take, including its client in this process, and that may remain of it. Bytes. */
const COST = 128 * 1024;
const REST = 16 * 1024;

let app: TestApp;
let owner: OwnerFixture;
const sockets: Socket[] = [];

async function* answer(question: Question): AsyncGenerator<AnswerEvent> {
  if (question.text === 'wait') {
    yield text('x'.repeat(8 * 1024));
    await new Promise((_, reject) => question.signal.addEventListener('abort', reject));
  }
  await settle(20);
  yield* echo(question);
}

beforeAll(async () => {
  app = await startApp({ answer });
  owner = await createOwnerWithProject(app, 'owner');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  return app.close();
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
function heap(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** The resources that keep this process alive, by kind. */
function resources(): { sockets: number; timers: number } {
  const kinds = process.getActiveResourcesInfo();
  const count = (name: string) => kinds.filter((kind) => kind === name).length;
  return { sockets: count('TCPSocketWrap'), timers: count('Timeout') };
}

/** A client that requests a stream and reads only its first bytes. */
function stalled(): { socket: Socket; begun: () => boolean } {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  let begun = false;
  socket.on('data', (bytes) => {
    if (!String(bytes).includes('text/event-stream')) return;
    begun = true;
    socket.pause();
  });
  const body = JSON.stringify({ query: 'wait', stream: true });
  socket.write(
    `POST /v1/chat HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${owner.project.key}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\n\r\n${body}`,
  );
  return { socket, begun: () => begun };
}

/** Asks for /health as often as this, one after the other. */
async function askHealth(times: number): Promise<void> {
  for (let at = 0; at < times; at += 1) expect((await app.call('GET', '/health')).status).toBe(200);
}

/** Expects that no listener remains on the signals of the questions asked since. */
async function expectNothingLeft(before: ReturnType<typeof resources>, asked: number, own: number): Promise<void> {
  await until(() => resources().sockets <= before.sockets && resources().timers <= before.timers, 'the end of it all');
  const listening = app.questions.slice(asked).map(({ signal }) => getEventListeners(signal, 'abort').length);
  expect(new Set(listening)).toEqual(new Set([own]));
}

describe(`${READERS} readers that stop reading`, () => {
  it('delay no other request, take little memory, and leave nothing behind', async () => {
    await app.call('GET', '/health');
    await settle();
    const before = { resources: resources(), heap: heap(), asked: app.questions.length };
    const readers = Array.from({ length: READERS }, stalled);
    await until(() => readers.every(({ begun }) => begun()), 'the streams');

    // No stream ends before its reader leaves, so whatever waited for one would wait forever.
    await askHealth(20);
    const body = { query: 'Am I heard?', stream: true };
    const called = await app.call('POST', '/v1/chat', { key: owner.project.key, body });
    expect(parseStream(called.text).done).toBe(true);
    expect((heap() - before.heap) / READERS).toBeLessThan(COST);

    const waiting = app.questions.slice(before.asked).filter(({ text }) => text === 'wait');
    expect(waiting.map(({ signal }) => signal.aborted)).toEqual(Array(READERS).fill(false));
    for (const { socket } of readers) socket.destroy();
    await until(() => waiting.every(({ signal }) => signal.aborted), 'the end of the answers');
    // The answerer of this test adds one listener itself.
    app.questions.splice(0, app.questions.length, ...waiting);
    await expectNothingLeft(before.resources, 0, 1);
    // What the test itself keeps open.
    for (const held of [app.questions, waiting, readers, sockets]) held.length = 0;
    await until(() => (heap() - before.heap) / READERS < REST, 'the memory');
  });
});

describe(`${FLOOD} questions at once`, () => {
  it('are all answered, do not block other requests, and leave nothing behind', async () => {
    await settle();
    const before = { resources: resources(), asked: app.questions.length };
    const flood = Array.from({ length: FLOOD }, (_, at) =>
      app.call('POST', '/v1/chat', { key: owner.project.key, body: { query: `Question ${at}`, stream: at % 2 === 0 } }),
    );
    let answered = 0;
    for (const one of flood) void one.then(() => answered++);
    await askHealth(20);
    expect(answered).toBeLessThan(FLOOD / 2);
    const answers = await Promise.all(flood);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const words = answers.map(({ body, text }, at) =>
      at % 2 === 0 ? parseStream(text).parts.find(({ type }) => type === 'text-delta').delta : body.response,
    );
    expect(words).toEqual(answers.map((_, at) => `You asked: Question ${at}`));
    expect(app.questions.length - before.asked).toBe(FLOOD);
    await expectNothingLeft({ ...before.resources, sockets: Number.POSITIVE_INFINITY }, before.asked, 0);
  });
});
