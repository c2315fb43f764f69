import { createDocsServer, type DocsServerOptions } from './docs-tools.ts';
import { loadSdk } from './load-sdk.ts';

/** The request headers that the protocol reads. */
export const MCP_HEADERS = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/**
 * Answers one message of a client over HTTP. Nothing is kept between two: each has a server of its own, so that any server of
 * several can answer it. Clients of the revision 2026-07-28 and those before it, which begin with `initialize`, are answered.
 */
export async function answerMessage<Filter>(
  message: unknown,
  headers: Record<string, string>,
  signal: AbortSignal,
  options: DocsServerOptions<Filter>,
): Promise<Response> {
  const sdk = await loadSdk();
  const { fetch: handle } = sdk.createMcpHandler(() => createDocsServer(sdk, options), {
    // There is nothing to subscribe to.
    maxSubscriptions: 0,
  });
  const request = new Request('http://footnote/mcp', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(message),
    signal,
  });
  return handle(request, { parsedBody: message });
}
