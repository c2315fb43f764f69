import type { McpServer } from '@modelcontextprotocol/server';
import { createDocsServer, type DocsServerOptions } from './docs-tools.ts';
import { loadSdk, type Sdk } from './load-sdk.ts';

/** The request headers that the protocol reads. */
export const MCP_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/** JSON-RPC's code for what is no valid request. */
const INVALID_REQUEST = -32600;

interface Message {
  id?: unknown;
  method?: unknown;
}

/**
 * Answers one message of a client over HTTP, or a batch of them. Nothing is kept between two: each has a server of its own, so
 * that any server of several can answer it. Clients of the revision 2026-07-28 and those before it, which begin with `initialize`, are answered;
 * one that takes no stream gets JSON.
 */
export async function answerMessage<Filter>(
  message: unknown,
  headers: Record<string, string>,
  signal: AbortSignal,
  { takesStream, ...options }: DocsServerOptions<Filter> & { takesStream: boolean },
): Promise<Response> {
  const sdk = await loadSdk();
  const createServer = () => createDocsServer(sdk, options);
  const request = new Request('http://footnote/mcp', {
    method: 'POST',
    // Both, as the SDK refuses other requests.
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(message),
    signal,
  });
  const isBatch = Array.isArray(message);
  // Those of the current revision get JSON in any case.
  if ((isBatch || !takesStream) && (await sdk.isLegacyRequest(request, message))) {
    const answer = (parsed: unknown) => answerLegacyInJson(sdk, createServer(), request, parsed);
    return isBatch ? answerBatch(message, answer) : answer(message);
  }
  const { fetch: handle } = sdk.createMcpHandler(createServer, {
    // There is nothing to subscribe to.
    maxSubscriptions: 0,
  });
  return handle(request, { parsedBody: message });
}

/** The SDK's own handler answers revisions before the current one only with a stream. */
async function answerLegacyInJson(sdk: Sdk, server: McpServer, request: Request, message: unknown): Promise<Response> {
  const transport = new sdk.HttpTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const close = () => void server.close();
  request.signal.addEventListener('abort', close, { once: true });
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    close();
  }
}

/** Answers a batch by one of replies. Only one tool is called, as limits count requests: the other calls are refused, each by itself. */
async function answerBatch(batch: Message[], answer: (messages: Message[]) => Promise<Response>): Promise<Response> {
  const [, ...surplus] = batch.filter(({ id, method }) => id !== undefined && method === 'tools/call');
  // What is cancelled would never be answered, and nothing from before this batch is under way here.
  const isAnswered = (message: Message) => !surplus.includes(message) && message.method !== 'notifications/cancelled';
  const response = await answer(batch.filter(isAnswered));
  if (response.status !== 200) return response;
  const replies = [await response.json()].flat();
  const refused = surplus.map(({ id }) => ({
    jsonrpc: '2.0',
    id,
    error: { code: INVALID_REQUEST, message: 'A batch may have one call of a tool. Send the others by themselves.' },
  }));
  return Response.json([...replies, ...refused]);
}
