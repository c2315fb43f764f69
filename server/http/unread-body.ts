import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Middleware } from 'koa';
import type { RequestState } from './context.ts';

/** Bytes a second, of all such requests together. A fast line brings many times as much. */
const SPEED = 16e6;
/** Shorter bodies are left to Node. */
const SHORT = 256 * 1024;

/**
 * Reads on where a request has been answered before its body was read, or before all of it was, as when an upload is refused.
 * Many clients look at an answer only when they have sent everything, so the connection stays open; but who keeps sending what is
 * refused must not keep the server busy for others.
 */
export function readUnreadBodies(pause: (ms: number) => Promise<unknown> = sleep): Middleware<RequestState> {
  let free = 0;
  const discard = (request: IncomingMessage) => {
    request.on('data', async (bytes: Buffer) => {
      const now = performance.now();
      free = Math.max(free, now) + (bytes.length / SPEED) * 1000;
      request.pause();
      await pause(free - now);
      request.resume();
    });
  };
  return async ({ req, request }, next) => {
    await next();
    const isLong = (request.length ?? Number.POSITIVE_INFINITY) > SHORT;
    if (req.readableFlowing === null) {
      if (isLong && !req.complete) discard(req);
    } else if (!req.readableEnded) {
      // A handler that stopped halfway left the rest in the connection, and the next request on it would wait behind that.
      req.unpipe();
      if (isLong) discard(req);
      req.resume();
    }
  };
}
