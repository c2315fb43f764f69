import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A request to the server. */
export interface ModelRequest {
  path: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
  /** Whether the client disconnected before the response was complete. */
  dropped: boolean;
}

export interface ModelServer {
  /** The address with `/v1`, as in the settings. */
  url: string;
  requests: ModelRequest[];
  /** Replaces the handler of requests. */
  answerWith(answer: (request: ModelRequest, response: ServerResponse) => void | Promise<void>): void;
  close(): Promise<void>;
}

/** A server with OpenAI's protocol, or with a test's own handler. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let answer: Parameters<ModelServer['answerWith']>[0] = () => undefined;
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const request: ModelRequest = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: text === '' ? null : JSON.parse(text),
      dropped: false,
    };
    requests.push(request);
    response.on('close', () => {
      request.dropped = !response.writableFinished;
    });
    await answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answerWith: (next) => {
      answer = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** One chunk of a streamed completion. */
export const chunkOf = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** Streams a text in OpenAI's format, a few characters per chunk. */
export function streamText(response: ServerResponse, text: string, finish = 'stop'): void {
  response.setHeader('content-type', 'text/event-stream');
  response.write(chunkOf({ role: 'assistant', content: '' }));
  for (const content of text.match(/.{1,7}/gsu) ?? []) response.write(chunkOf({ content }));
  response.write(chunkOf({}, finish));
  response.write(`data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 321, completion_tokens: 12 } })}\n\n`);
  response.end('data: [DONE]\n\n');
}

/** The same with a pause, longer than words are collected for, so that they arrive in two parts. */
export async function streamInParts(response: ServerResponse, text: string): Promise<void> {
  const half = Math.ceil(text.length / 2);
  response.setHeader('content-type', 'text/event-stream');
  response.write(chunkOf({ role: 'assistant', content: text.slice(0, half) }));
  await setTimeout(200);
  response.write(chunkOf({ content: text.slice(half) }));
  response.end(`${chunkOf({}, 'stop')}data: [DONE]\n\n`);
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
