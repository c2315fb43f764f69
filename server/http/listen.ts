import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { subscriberOf } from './client-address.ts';
import { errors } from './errors.ts';

/** At a stop, how long requests may go on in all, and how much of that is for ending the answers that remain. Milliseconds. */
export const DRAIN = { total: 10_000, ending: 1_000 };

/** Limits on what clients may send and how slowly. Times in milliseconds. */
export const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  /** Further connections are closed at once. Each connection may be a stream that somebody reads. */
  maxConnections: 2_000,
  /** How many of them one address may have. The readers of a whole office can share one. */
  maxConnectionsPerAddress: 500,
};

/**
 * Creates an HTTP server that limits clients before any of our code runs. Behind a proxy, all connections come from the proxy,
 * which has to limit its clients itself.
 */
export function createHttpServer(
  listener: RequestListener,
  { limits = LIMITS, behindProxy = false }: { limits?: typeof LIMITS; behindProxy?: boolean } = {},
): Server {
  const { maxConnections, maxConnectionsPerAddress, ...rest } = limits;
  const server = createServer(rest, listener);
  server.maxConnections = maxConnections;
  if (!behindProxy) limitPerAddress(server, maxConnectionsPerAddress);
  server.on('clientError', answerClientError);
  // Node would answer 417. Expectations that we do not know are ignored.
  server.on('checkExpectation', listener);
  return server;
}

/** Closes connections over the share of their address at once. */
function limitPerAddress(server: Server, share: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = subscriberOf(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    if (count > share) socket.destroy();
  });
}

/**
 * Answers a request that the parser cannot read (too slow, too long, not HTTP) with a 400 and closes the connection. A client
 * that has sent nothing gets no answer: browsers open connections in advance, and would read the 400 as the answer to their
 * next request. Between two requests, Node itself closes a connection without an answer.
 */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(errorBody(errors.badRequest()));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `x-content-type-options: nosniff\r\nx-request-id: ${newId('req')}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Returns the port. Throws the system's error, for example EADDRINUSE. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/**
 * Accepts no new connections and lets running requests finish. After nine seconds it calls `endAnswers`, which tells the
 * readers of the remaining answers that they end. After ten it closes every connection.
 */
export async function drain(server: Server, endAnswers: () => void, { total, ending } = DRAIN): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const end = setTimeout(endAnswers, total - ending);
  const force = setTimeout(() => server.closeAllConnections(), total);
  await closed;
  clearTimeout(end);
  clearTimeout(force);
}
