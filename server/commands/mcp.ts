import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { Env } from '../config/env.ts';
import { loadSdk } from '../mcp/load-sdk.ts';
import { createRemote, type Remote } from '../mcp/remote.ts';
import { isWebAddress } from '../platform/network/web-address.ts';
import { packageVersion } from '../platform/program/package-version.ts';
import type { Command } from './command.ts';
import { serverRoot } from './project-api.ts';

/**
 * `footnote mcp --project ID [--server URL]`: the tools of a project for an agent that talks to programs over standard input and
 * output. They are those of the running server, which it asks, so that its rules and limits apply.
 */
export async function mcp({ words, env, signal }: Command): Promise<boolean> {
  const remote = createRemote(addressOf(words, env), env.client.apiKey, signal);
  // A wrong address or key is said at once, and not at the first question.
  const { tools } = await remote.request('tools/list', {});
  const { Server, serveStdio } = await loadSdk();
  const version = await packageVersion('@footnote/server');
  const handle = serveStdio(() => {
    const server = new Server({ name: 'footnote', version }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', async () => ({ tools }) as never);
    server.setRequestHandler('tools/call', async ({ params }) => (await callTool(remote, params)) as never);
    return server;
  });
  await Promise.race([once(process.stdin, 'close'), once(process.stdin, 'end'), aborted(signal)]);
  await handle.close();
  return true;
}

/** A failure is the tool's, so that the model reads what is wrong. */
async function callTool(remote: Remote, params: object): Promise<object> {
  try {
    return await remote.request('tools/call', params);
  } catch (error) {
    return { isError: true, content: [{ type: 'text', text: (error as Error).message }] };
  }
}

function addressOf(words: string[], env: Env): string {
  const { values } = parseArgs({ args: words, options: { project: { type: 'string' }, server: { type: 'string' } } });
  const { url, project } = env.client;
  const projectId = values.project ?? project;
  if (projectId === null) throw new Error('name the project with --project, or set FOOTNOTE_PROJECT.');
  const base = values.server ?? url;
  if (!isWebAddress(base))
    throw new Error('--server must be the http or https address of the server, such as https://chat.example.com.');
  return `${serverRoot(base)}/v1/projects/${encodeURIComponent(projectId)}/mcp`;
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
