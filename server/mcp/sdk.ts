/** What is used of the official SDK of the Model Context Protocol. */
export {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  Server,
  WebStandardStreamableHTTPServerTransport as HttpTransport,
} from '@modelcontextprotocol/server';
export { serveStdio } from '@modelcontextprotocol/server/stdio';
