import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ApiError } from '../platform/errors.ts';
import type { RequestContext } from './context.ts';
import { asApiError } from './error-handler.ts';

const KEEP_ALIVE_MS = 15_000;
/** A reader that takes nothing for this long has gone, whatever its connection says. */
const STALLED_MS = 30_000;

/** An answer that is sent part by part as server-sent events, each the JSON of one part, closed by `[DONE]`. */
export interface EventStream {
  headers?: Record<string, string>;
  /** Taken one by one, no faster than the client reads; must end soon after the request's signal aborts. */
  parts: AsyncIterable<object>;
  /** What is said where the parts break off. */
  errorParts(error: ApiError): object[];
}

/**
 * Sends the parts until they end or the client has left. Where they throw, the client is told, the stream is closed as it
 * should be, and the error is thrown on for the log.
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
  const lines = createLines(context.res);
  try {
    await lines.write(': open\n\n');
    for await (const part of stream.parts) await lines.write(event(JSON.stringify(part)));
    await lines.write(event('[DONE]'));
  } catch (error) {
    if (lines.closed()) return;
    for (const part of stream.errorParts(asApiError(error))) await lines.write(event(JSON.stringify(part)));
    await lines.write(event('[DONE]'));
    throw error;
  } finally {
    await lines.end();
  }
}

const event = (data: string) => `data: ${data}\n\n`;

interface Lines {
  /** Resolves when there is room for more, or nobody to read it. */
  write(text: string): Promise<void>;
  /** Resolves when all is handed to the system, or nobody is left to read it. */
  end(): Promise<void>;
  closed(): boolean;
}

/** Breaks the silences of a response, and drops a client that has stopped reading. */
function createLines(response: ServerResponse): Lines {
  const keepAlive = setInterval(() => {
    if (!response.destroyed && !response.writableNeedDrain) response.write(': keep-alive\n\n');
  }, KEEP_ALIVE_MS);

  function taken(sign: 'drain' | 'finish'): Promise<void> {
    return new Promise((resolve) => {
      const drop = setTimeout(() => response.destroy(), STALLED_MS);
      const done = () => {
        clearTimeout(drop);
        response.off(sign, done);
        response.off('close', done);
        resolve();
      };
      response.on(sign, done);
      response.on('close', done);
    });
  }

  return {
    async write(text) {
      if (response.destroyed) {
        // Its answer is about to be ended, in a later turn: one that never waits for anything would not let that come.
        await nextTurn();
        return;
      }
      keepAlive.refresh();
      if (response.write(text)) return;
      await taken('drain');
      // A system that takes all at once would have one stream go on and on while everybody else waits.
      await nextTurn();
    },

    async end() {
      clearInterval(keepAlive);
      if (response.destroyed) return;
      const finished = taken('finish');
      response.end();
      await finished;
    },

    closed: () => response.destroyed,
  };
}
