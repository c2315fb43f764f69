import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApiError } from '../platform/errors.ts';
import type { RequestContext } from './context.ts';
import { asApiError } from './error-handler.ts';

const KEEP_ALIVE_MS = 15_000;
/** A client that reads nothing for this long is considered gone, even if its connection is still open. */
const STALLED_MS = 30_000;

/** An answer sent as server-sent events: one part as JSON per event, then `[DONE]`. */
export interface EventStream {
  headers?: Record<string, string>;
  /** Read one by one, no faster than the client reads. Must end soon after the request's signal aborts. */
  parts: AsyncIterable<object>;
  /** The parts to send if `parts` throws. */
  errorParts(error: ApiError): object[];
}

/**
 * Sends the parts until they end or the client has left. If they throw, sends the error parts, closes the stream properly and
 * rethrows the error for the log.
 */
export async function sendEventStream(context: RequestContext, stream: EventStream): Promise<void> {
  context.respond = false;
  context.status = 200;
  context.set({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    ...stream.headers,
  });
  const writer = createStreamWriter(context.res);
  try {
    await writer.write(': open\n\n');
    for await (const part of stream.parts) await writer.write(event(JSON.stringify(part)));
    await writer.write(event('[DONE]'));
  } catch (error) {
    if (writer.closed()) return;
    for (const part of stream.errorParts(asApiError(error))) await writer.write(event(JSON.stringify(part)));
    await writer.write(event('[DONE]'));
    throw error;
  } finally {
    await writer.end();
  }
}

const event = (data: string) => `data: ${data}\n\n`;

/** Writes with backpressure, sends keep-alive comments while idle, and drops a client that has stopped reading. */
function createStreamWriter(response: ServerResponse) {
  const keepAlive = setInterval(() => {
    if (!response.destroyed && !response.writableNeedDrain) response.write(': keep-alive\n\n');
  }, KEEP_ALIVE_MS);

  function waitFor(eventName: 'drain' | 'finish'): Promise<void> {
    return new Promise((resolve) => {
      const drop = setTimeout(() => response.destroy(), STALLED_MS);
      const done = () => {
        clearTimeout(drop);
        response.off(eventName, done);
        response.off('close', done);
        resolve();
      };
      response.on(eventName, done);
      response.on('close', done);
    });
  }

  return {
    /** Resolves when there is room for more or the client has left. */
    async write(text: string): Promise<void> {
      if (response.destroyed) {
        // The request's signal aborts in a later turn of the event loop. Parts that never wait would not let it run.
        await nextTurn();
        return;
      }
      keepAlive.refresh();
      if (response.write(text)) return;
      await waitFor('drain');
      // Where the operating system accepts everything at once, one stream would otherwise keep all others waiting.
      await nextTurn();
    },

    /** Resolves when everything is handed to the operating system or the client has left. */
    async end(): Promise<void> {
      clearInterval(keepAlive);
      if (response.destroyed) return;
      const finished = waitFor('finish');
      response.end();
      await finished;
    },

    closed: (): boolean => response.destroyed,
  };
}
