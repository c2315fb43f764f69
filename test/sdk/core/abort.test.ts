import { APIAbortError, APITimeoutError, Footnote } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { settle, until } from '../../helpers/timing/until.ts';
import { failure, type Step, scriptedServer, silence } from '../scripted-server.ts';

/** Sends the headers of a response, and never its end. */
const stall: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{');
};

/** `fetch`, and how often it was called: on a busy machine a request may end before it has reached its server. */
function countedFetch() {
  let calls = 0;
  const counted: typeof fetch = (...parameters) => {
    calls += 1;
    return fetch(...parameters);
  };
  return { fetch: counted, calls: () => calls };
}

describe.concurrent('a timeout', () => {
  it.each<[string, Step]>([
    ['does not answer', silence],
    ['stops in the middle of its answer', stall],
  ])('of one number ends the whole call when the server %s', async (_, step) => {
    const { baseURL } = await scriptedServer(step);
    const { fetch, calls } = countedFetch();
    const call = new Footnote({ baseURL, timeout: 100, fetch }).projects.retrieve('proj_1');
    expect(APITimeoutError.isInstance(await call.catch((thrown: unknown) => thrown))).toBe(true);
    expect(calls()).toBe(1);
  });

  it('for the headers ends one attempt, and the next may succeed', async () => {
    const { baseURL, received } = await scriptedServer(silence, { json: { id: 'proj_1' } });
    const footnote = new Footnote({ baseURL, timeout: { headers: 3_000 } });
    await expect(footnote.projects.retrieve('proj_1')).resolves.toEqual({ id: 'proj_1' });
    expect(received).toHaveLength(2);
  });

  it('for the headers does not apply after their arrival', async () => {
    const slow: Step = (response) => {
      response.writeHead(200);
      response.flushHeaders();
      setTimeout(() => response.end('{"id":"proj_1"}'), 4_000);
    };
    const { baseURL } = await scriptedServer(slow);
    const footnote = new Footnote({ baseURL, timeout: { headers: 3_000 }, maxRetries: 0 });
    await expect(footnote.projects.retrieve('proj_1')).resolves.toEqual({ id: 'proj_1' });
  });

  it('for the headers does not apply to an upload, however long it takes', async () => {
    const slow: Step = (response) => void setTimeout(() => response.end('{"id":"src_1"}'), 300);
    const { baseURL } = await scriptedServer(slow);
    const footnote = new Footnote({ baseURL, timeout: { headers: 100 }, maxRetries: 0 });
    await expect(footnote.sources.upload({ file: new Blob(['a']), name: 'a.txt' })).resolves.toEqual({ id: 'src_1' });
  });

  it('never makes a question be asked twice', async () => {
    const { baseURL } = await scriptedServer(silence, { json: {} });
    const { fetch, calls } = countedFetch();
    const footnote = new Footnote({ baseURL, timeout: { headers: 100 }, fetch });
    await expect(footnote.chat.create('proj_1', { query: 'When?' })).rejects.toBeInstanceOf(APITimeoutError);
    expect(calls()).toBe(1);
  });

  it('applies even if fetch ignores its signal', async () => {
    const deaf = () => new Promise<Response>(() => {});
    const footnote = new Footnote({ baseURL: 'http://a.test/v1', fetch: deaf, timeout: 50 });
    await expect(footnote.projects.retrieve('proj_1')).rejects.toBeInstanceOf(APITimeoutError);
  });

  it.each([Number.POSITIVE_INFINITY, 2 ** 40])('of %d means no limit', async (timeout) => {
    const { baseURL } = await scriptedServer({ json: { id: 'proj_1' } });
    await expect(new Footnote({ baseURL, timeout }).projects.retrieve('proj_1')).resolves.toEqual({ id: 'proj_1' });
  });
});

describe.concurrent('the caller’s signal', () => {
  it.each<[string, Step]>([
    ['before the answer', silence],
    ['in the middle of the answer', stall],
    ['between two tries', failure(503, { 'retry-after': '20' })],
  ])('ends the call %s', async (_, step) => {
    const { baseURL, received } = await scriptedServer(step);
    const controller = new AbortController();
    const call = new Footnote({ baseURL }).projects.retrieve('proj_1', { signal: controller.signal });
    await until(() => received.length === 1, 'the request');
    await settle();
    controller.abort(new Error('left the page'));
    const error = await call.catch((thrown: unknown) => thrown);
    expect(APIAbortError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ name: 'AbortError', cause: new Error('left the page') });
    expect(received).toHaveLength(1);
  });

  it('closes the connection, so that the server can stop its work', async () => {
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const controller = new AbortController();
    const { baseURL } = await scriptedServer((response) => {
      response.on('close', close);
      controller.abort();
    });
    const call = new Footnote({ baseURL }).chat.create('proj_1', { query: 'When?' }, { signal: controller.signal });
    await expect(call).rejects.toBeInstanceOf(APIAbortError);
    await closed;
  });

  it('sends nothing if it is already aborted', async () => {
    const { baseURL, received } = await scriptedServer({ json: {} });
    const call = new Footnote({ baseURL }).projects.retrieve('proj_1', { signal: AbortSignal.abort() });
    await expect(call).rejects.toBeInstanceOf(APIAbortError);
    expect(received).toEqual([]);
  });

  it('stops the reading of a stream to be uploaded', async () => {
    const { baseURL, received } = await scriptedServer({ json: {} });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const file = new ReadableStream<Uint8Array>();
    const call = new Footnote({ baseURL }).sources.upload({ file, name: 'a.txt' }, { signal: controller.signal });
    await expect(call).rejects.toBeInstanceOf(APIAbortError);
    expect(received).toEqual([]);
  });

  it('keeps no listeners when the call is over', async () => {
    const { baseURL } = await scriptedServer(failure(500), { json: {} });
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...parameters: Parameters<typeof addEventListener>) => {
      listeners++;
      addEventListener.apply(signal, parameters);
    };
    signal.removeEventListener = (...parameters: Parameters<typeof removeEventListener>) => {
      listeners--;
      removeEventListener.apply(signal, parameters);
    };
    await new Footnote({ baseURL }).projects.retrieve('proj_1', { signal });
    expect(listeners).toBe(0);
  });
});
