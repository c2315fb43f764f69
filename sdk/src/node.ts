/** For Node.js and compatible runtimes: files by path, and handlers for its HTTP server and Express. */
import { openAsBlob } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';

/**
 * Opens a file on disk for `sources.upload`. It is read while it is sent. Rejects if it cannot be read.
 * @example
 * const source = await client.sources.upload({ file: await fileFromPath('handbook.md') });
 */
export async function fileFromPath(path: string, name: string = basename(path)): Promise<File> {
  return new File([await openAsBlob(path)], name);
}

/**
 * Converts a function from `Request` to `Response` into a listener for Node's HTTP server and a handler for Express and similar
 * frameworks. The body of the request is not passed on. Errors go to `next` if there is one; otherwise the response is 500.
 * @example
 * const server = createServer(nodeHandler(widgetTokenHandler({ client })));
 */
export function nodeHandler(
  handle: (request: Request) => Promise<Response>,
): (incoming: IncomingMessage, outgoing: ServerResponse, next?: (error: unknown) => void) => Promise<void> {
  return async (incoming, outgoing, next) => {
    const left = new AbortController();
    outgoing.once('close', () => left.abort());
    try {
      const response = await handle(requestOf(incoming, left.signal));
      outgoing.statusCode = response.status;
      for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    } catch (error) {
      if (next) return next(error);
      outgoing.statusCode = 500;
      outgoing.end();
    }
  };
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', headers } = incoming;
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
  // Express removes what a router has matched from `url`; `originalUrl` is complete.
  const path = (incoming as { originalUrl?: string }).originalUrl ?? incoming.url ?? '/';
  return new Request(`${scheme}://${headers.host ?? 'localhost'}${path}`, {
    method,
    signal,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || name.startsWith(':') ? [] : [[name, String(value)] as [string, string]],
    ),
  });
}
