/** What is used of the official SDK of the Model Context Protocol. The build makes one file of it (.build/server-assets.ts). */
export { createMcpHandler, McpServer, Server } from '@modelcontextprotocol/server';
export { serveStdio } from '@modelcontextprotocol/server/stdio';
