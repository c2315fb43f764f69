import type { McpServer } from '@modelcontextprotocol/server';
import { createDocsServer, type DocsServerOptions } from './docs-tools.ts';
import { loadSdk, type Sdk } from './load-sdk.ts';

/** The request headers that the protocol reads. */
export const MCP_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/**
 * Answers one message of a client over HTTP. Nothing is kept between two: each has a server of its own, so that any server of
 * several can answer it. Clients of the revision 2026-07-28 and those before it, which begin with `initialize`, are answered;
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
  // Those of the current revision get JSON in any case.
  if (!takesStream && (await sdk.isLegacyRequest(request, message)))
    return answerLegacyInJson(sdk, createServer(), request, message);
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
