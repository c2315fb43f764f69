import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

/** A request as the server received it. */
export interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** The server's reaction to one request: a JSON response, or any function. */
export type Step =
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | ((response: ServerResponse, request: Received) => void);

/** A real HTTP server that follows a script; the last step repeats. */
export interface ScriptedServer {
  baseURL: string;
  received: Received[];
}

const running: (() => void)[] = [];

afterAll(() => {
  for (const stop of running.splice(0)) stop();
});

/** Starts a server on a free port; it stops after the file's tests. */
export async function scriptedServer(...script: Step[]): Promise<ScriptedServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const arrived: Received = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    received.push(arrived);
    const step = script[Math.min(received.length, script.length) - 1];
    if (typeof step === 'function') return step(response, arrived);
    const { status = 200, json, text, headers = {} } = step ?? {};
    response.writeHead(status, { ...(text === undefined && { 'content-type': 'application/json' }), ...headers });
    response.end(text ?? JSON.stringify(json));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  running.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return { baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, received };
}

/** An API error. */
export function failure(status: number, headers: Record<string, string> = {}, code = 'some_code'): Step {
  return { status, json: { detail: 'A sentence.', code }, headers };
}

/** Closes the connection without a response. */
export const drop: Step = (response) => {
  response.destroy();
};

/** Sends half of the promised body, and closes the connection. */
export const halfAnAnswer: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"id":"proj_1"', () => response.destroy());
};

/** Never responds. */
export const silence: Step = () => {};

/** An address without a server. */
export async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return `http://127.0.0.1:${port}`;
}
