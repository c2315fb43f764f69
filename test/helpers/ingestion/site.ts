import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A web site on this machine with a response for each path; others are 404. */
export interface Site {
  port: number;
  pages: Map<string, Answer>;
  /** `METHOD path` of every request, in order. */
  hits: string[];
  /** The headers of every request, in order. */
  headers: Record<string, string | string[] | undefined>[];
  close(): Promise<void>;
}

/** An HTML page with the given body and an ETag. */
export function html(body: string, headers: Record<string, string> = {}): Answer {
  const page = `<!doctype html><html lang="en"><head><title>Site</title></head><body><main>${body}</main></body></html>`;
  const etag = `"${Buffer.from(page).toString('base64url').slice(-24)}${page.length}"`;
  return (request, response) => {
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag, ...headers }).end(page);
  };
}

export function redirect(location: string, status = 302): Answer {
  return (_request, response) => response.writeHead(status, { location }).end();
}

export function text(body: string | Buffer, contentType = 'text/plain'): Answer {
  return (_request, response) => response.writeHead(200, { 'content-type': contentType }).end(body);
}

export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (_request, response) => response.writeHead(code, headers).end('secret words of the upstream');
}

/** Listens on an address of this machine, at `port` or any free port. */
export async function startSite(address = '127.0.0.1', port = 0): Promise<Site> {
  const pages = new Map<string, Answer>();
  const hits: string[] = [];
  const headers: Site['headers'] = [];
  const server: Server = createServer({ maxHeaderSize: 64 * 1024 }, (request, response) => {
    hits.push(`${request.method} ${request.url}`);
    headers.push({ ...request.headers });
    const path = (request.url ?? '').split('?')[0] ?? '';
    const answer = pages.get(request.url ?? '') ?? pages.get(path) ?? status(404);
    answer(request, response);
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, address, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    pages,
    hits,
    headers,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
