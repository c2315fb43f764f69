/** What is used of the official SDK of the Model Context Protocol. */
export { createMcpHandler, McpServer, Server } from '@modelcontextprotocol/server';
export { serveStdio } from '@modelcontextprotocol/server/stdio';
