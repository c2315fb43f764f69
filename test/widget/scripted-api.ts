import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  ChatAnswer,
  ChatRequest,
  Citation,
  SearchRequest,
  SearchResult,
  StreamPart,
  WidgetConfig,
} from '@footnote/sdk';
import { buildIfMissing } from '../../.build/if-missing.ts';
import { CITATIONS, QUOTE } from './scripted-citations.ts';

export { CITATIONS, QUOTE } from './scripted-citations.ts';

const DIST = fileURLToPath(new URL('../../widget/dist', import.meta.url));

/** One request that the API received. */
export interface ApiCall {
  method: string;
  path: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

/** The API's reaction to a request; undefined for the default answer. */
export type Intervention = (
  call: ApiCall,
) => { status: number; body: object; headers?: object } | 'hang up' | undefined;

/** A stand-in for the server, which answers every question as scripted and records its requests. */
export interface ScriptedApi {
  origin: string;
  calls: ApiCall[];
  /** Answers a question; replace it for another answer. */
  answer: (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer>;
  /** Finds passages; replace it for other results. */
  search: (request: SearchRequest) => SearchResult[] | Promise<SearchResult[]>;
  /** Streams an answer part by part instead, at its own pace; the connection breaks if it throws. */
  stream: ((request: ChatRequest) => AsyncIterable<StreamPart>) | undefined;
  /** Questions whose reader disconnected before the answer was complete. */
  leavers: number;
  /** What the script tag gets if the snippet has no look. */
  look: string;
  intervene: Intervention;
  config: WidgetConfig;
  /** Lifetime of a new token in seconds. */
  tokenLife: number;
  /** Breaks off what is under way, and forgets all that a test has set or caused. */
  reset(): void;
  stop(): Promise<void>;
}

/** What is as it was at first after `reset`. */
type State = Omit<ScriptedApi, 'origin' | 'reset' | 'stop'>;

/** An answer with this text; the rest is as from the server. */
export function answerOf(response: string, citations: Citation[] = CITATIONS): ChatAnswer {
  return {
    response,
    citations,
    conversation_id: 'conv_1',
    message_id: `msg_${response.length}`,
    finish_reason: 'stop',
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    suggestions: ['How do I restore a backup?'],
    unsupported: [],
  };
}

export const ANSWER = `${QUOTE} [1] Everything is in the **data directory**, \`./data\` unless you set \`DATA_DIR\`. [2]`;

/** The first part of every streamed answer. */
export const START: StreamPart = {
  type: 'start',
  messageId: 'msg_1',
  messageMetadata: { conversation_id: 'conv_1' },
};
/** The last part of every complete streamed answer. */
export const FINISH = {
  type: 'finish',
  messageMetadata: {
    finish_reason: 'stop',
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  },
} as const satisfies StreamPart;
/** More text of an answer. */
export const delta = (words: string): StreamPart => ({ type: 'text-delta', id: 't1', delta: words });
/** The passages cited so far. */
export const cited = (data: Citation[] = CITATIONS): StreamPart => ({ type: 'data-citations', id: 'citations', data });

/** An answer as the server streams it. */
export function partsOf(answer: ChatAnswer): StreamPart[] {
  const { response, citations, corrected, suggestions, unsupported, finish_reason, usage, kept, nearest } = answer;
  const parts: StreamPart[] = [START];
  if (corrected) parts.push({ type: 'data-corrected', id: 'corrected', data: corrected });
  if (citations.length) parts.push(cited(citations));
  parts.push({ type: 'text-start', id: 't1' }, delta(response), { type: 'text-end', id: 't1' });
  if (suggestions.length) parts.push({ type: 'data-suggestions', id: 'suggestions', data: suggestions });
  if (unsupported.length) parts.push({ type: 'data-unsupported', id: 'unsupported', data: unsupported });
  const end = { finish_reason, usage, ...(kept === false && { kept }), ...(nearest && { nearest }) };
  return [...parts, { type: 'finish', messageMetadata: end }];
}

async function send(parts: Iterable<StreamPart> | AsyncIterable<StreamPart>, response: ServerResponse): Promise<void> {
  try {
    for await (const part of parts) {
      if (response.destroyed) return;
      response.write(`data: ${JSON.stringify(part)}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  } catch {
    response.destroy();
  }
}

/** As a new server does: it answers every question with `ANSWER`. */
const freshState = (): State => ({
  calls: [],
  stream: undefined,
  leavers: 0,
  look: '',
  answer: () => answerOf(ANSWER),
  search: () => [],
  intervene: () => undefined,
  config: {
    language: 'auto',
    handover: null,
    widget_images: { logo: null, avatar: null },
    widget: {
      title: 'The Footnote guide',
      greeting: 'What would you like to know about Footnote?',
      placeholder: 'Ask about Footnote…',
      suggestions: ['How do I back up Footnote?', 'Which file formats are supported?'],
      accent: '#2f5bea',
      theme: 'auto',
      position: 'bottom-right',
      locale: 'auto',
      contact: '',
      launcher_label: '',
      keep_history: false,
      texts: [],
      suggest: true,
    },
  },
  tokenLife: 3600,
});

/** Starts the stand-in with the built widget below `prefix`, building the widget first if necessary. */
export async function startScriptedApi(prefix = ''): Promise<ScriptedApi> {
  await buildIfMissing('widget');
  let tokens = 0;
  const api = freshState();

  const reply = async (call: ApiCall) => {
    const told = api.intervene(call);
    if (told) return told;
    if (call.path === '/v1/tokens/widget') {
      tokens += 1;
      const body = { token: `token-${tokens}`, token_type: 'bearer', expires_in: api.tokenLife, visitor_id: 'vis_1' };
      return { status: 200, body };
    }
    if (call.path.endsWith('/chat')) return 'stream';
    if (call.path.endsWith('/search'))
      return { status: 200, body: { results: await api.search(call.body as unknown as SearchRequest) } };
    if (call.path.endsWith('/widget/config')) return { status: 200, body: api.config };
    if (call.path === '/v1/health') return { status: 200, body: { status: 'ok', version: '0' } };
    return { status: 404, body: { code: 'not_found', detail: 'There is nothing here.' } };
  };

  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://api').pathname.slice(prefix.length);
    if (path.startsWith('/widget/look/'))
      return response.writeHead(200, { 'access-control-allow-origin': '*' }).end(api.look);
    if (path === '/widget.js' || path.startsWith('/widget/')) return sendBuilt(path, response);
    if (path.startsWith('/v1/passages/')) return response.writeHead(200).end('The passage');
    const cors = {
      'access-control-allow-origin': request.headers.origin ?? '*',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-allow-methods': 'GET, POST',
      'access-control-expose-headers': 'retry-after',
    };
    if (request.method === 'OPTIONS') return response.writeHead(204, cors).end();
    const call = {
      method: request.method ?? '',
      path,
      authorization: request.headers.authorization,
      body: await readJson(request),
    };
    api.calls.push(call);
    const told = await reply(call);
    if (told === 'hang up') return response.destroy();
    if (told === 'stream') {
      const asked = call.body as unknown as ChatRequest;
      response.writeHead(200, { ...cors, 'content-type': 'text/event-stream' }).flushHeaders();
      response.once('close', () => {
        if (!response.writableFinished) api.leavers += 1;
      });
      return send(api.stream?.(asked) ?? partsOf(await api.answer(asked)), response);
    }
    const { status, body, headers } = { headers: {}, ...told };
    return response
      .writeHead(status, { ...cors, 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
  });
  const origin = await listen(server);
  const reset = () => {
    server.closeAllConnections();
    tokens = 0;
    Object.assign(api, freshState());
  };
  return Object.assign(api, { origin, reset, stop: () => close(server) });
}

/** The path of a page of `startSite` on which there is nothing. */
export const NOTHING = '/nothing';

/** A website on another origin with one page; `html` is called for each request. */
export async function startSite(
  html: () => string,
  headers: () => Record<string, string> = () => ({}),
): Promise<{ origin: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site');
    if (pathname === NOTHING) return response.end();
    const page = ['/', '/other'].includes(pathname);
    response.writeHead(page ? 200 : 204, { 'content-type': 'text/html; charset=utf-8', ...headers() });
    response.end(page ? html() : '');
  });
  return { origin: await listen(server), stop: () => close(server) };
}

function sendBuilt(path: string, response: ServerResponse): ServerResponse {
  const file = join(DIST, basename(path));
  if (!existsSync(file)) return response.writeHead(404).end();
  const headers = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' };
  return response.writeHead(200, headers).end(readFileSync(file));
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
