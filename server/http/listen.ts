import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, errors } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';

/** How long requests under way at a stop are given, and how much of that is left to say goodbye. Milliseconds. */
export const DRAIN = { total: 10_000, goodbye: 1_000 };

/** How slowly, how much and how often clients may talk. Times in milliseconds. */
export const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  /** Open at the same time; more are hung up on at once. Each may be a stream that somebody reads. */
  maxConnections: 2_000,
};

/** An HTTP server with limits on what a client may do before anything of ours runs. */
export function createHttpServer(listener: RequestListener, limits: typeof LIMITS = LIMITS): Server {
  const { maxConnections, ...rest } = limits;
  const server = createServer(rest, listener);
  server.maxConnections = maxConnections;
  server.on('clientError', refuse);
  // Node would answer 417; an expectation that we do not know is none of our concern.
  server.on('checkExpectation', listener);
  return server;
}

/** What the parser cannot read (too slow, too long, not HTTP) is answered 400 with our body, then hung up on. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(errorBody(errors.badRequest()));
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `x-content-type-options: nosniff\r\nx-request-id: ${newId('req')}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** The port it listens on. Throws what the system says, for example EADDRINUSE. */
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
 * Takes no new connection and lets requests under way finish. A second before the ten are over, `endAnswers` is to end
 * what takes longer in a way that its readers understand; who has not read that by then is hung up on.
 */
export async function drain(server: Server, endAnswers: () => void, { total, goodbye } = DRAIN): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const end = setTimeout(endAnswers, total - goodbye);
  const force = setTimeout(() => server.closeAllConnections(), total);
  await closed;
  clearTimeout(end);
  clearTimeout(force);
}
