import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { errorBody } from '../presenters/shapes/common.ts';

const refused: OperationDocs = {
  tag: 'MCP',
  summary: 'Refused: there are no sessions',
  noSdkMethod: 'mcp',
  answers: { 405: errorBody },
};

/** Tools for agents. */
export const mcpOperations: Record<string, OperationDocs> = {
  'mcp.call': {
    tag: 'MCP',
    summary: 'Call a tool over the Model Context Protocol',
    description:
      'An endpoint for agents: the Model Context Protocol over streamable HTTP, in the revision 2026-07-28 and those before it. Add its address to a client of the protocol instead of calling it yourself. Its tools are `search_docs`, `get_passage` and `ask`. It keeps no sessions. A project whose widget is public needs no credential; any other needs an API key, also as a bearer token. Messages count as questions for the rate limit. Clients of the revision 2025-03-26 may send up to 100 messages as an array, of which one may call a tool; they are answered with an array.',
    noSdkMethod: 'mcp',
    input: {
      jsonrpc: ['Always `2.0`.', '2.0'],
      method: ['What is asked for, such as `tools/call`.', 'tools/list'],
    },
    answers: {
      200: [
        {
          mediaType: 'application/json',
          description: 'The reply, a JSON-RPC message; to an array, an array of replies.',
        },
        { mediaType: 'text/event-stream', description: 'The same as a server-sent event.' },
      ],
      202: null,
    },
  },
  'mcp.stream': refused,
  'mcp.end': refused,
};
