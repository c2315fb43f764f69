import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Footnote } from '@footnote/sdk';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcp } from '../../../server/commands/mcp.ts';
import { runCommand } from '../../helpers/processes/run-command.ts';
import { runCommandHere } from '../../helpers/processes/run-command-here.ts';
import { type ServerProcess, startServer } from '../../helpers/processes/server-process.ts';
import { toolOrNull } from '../../helpers/tools.ts';

const MAIN = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));
const TEXT = '# Harbour\n\nThe harbour office opens at seven. Ferries leave every hour.\n';

let server: ServerProcess;
let project: string;
let key: string;

beforeAll(async () => {
  server = await startServer();
  const guest = new Footnote({ baseURL: server.baseURL });
  const account = { email: 'keeper@example.org', password: 'a long enough password' };
  await guest.auth.register({ ...account, name: 'Keeper', setup_token: server.setupToken });
  const { access_token: accessToken } = await guest.auth.login(account);
  const owner = guest.withOptions({ accessToken });
  ({ id: project } = await owner.projects.create({ name: 'Harbour' }));
  ({ key } = await owner.projects.apiKeys.create(project));
  const footnote = new Footnote({ baseURL: server.baseURL, apiKey: key });
  await footnote.sources.waitUntilReady(await footnote.sources.addText({ title: 'Harbour', text: TEXT }));
});
afterAll(() => server?.stop());

const toolText = ({ content }: { content?: unknown }) => (content as { text: string }[])[0]?.text ?? '';

describe('footnote mcp', () => {
  /** Connects as an agent does that starts a program. */
  async function connect(mode: 'auto' | 'legacy', env: Record<string, string> = { FOOTNOTE_API_KEY: key }) {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [MAIN, 'mcp', '--project', project, '--server', `${server.url}/v1/`],
      env: { PATH: process.env.PATH ?? '', ...env },
      stderr: 'pipe',
    });
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    return client;
  }

  it.each(['auto', 'legacy'] as const)(
    'offers the tools of the server over standard input and output: %s',
    async (mode) => {
      const client = await connect(mode);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['search_docs', 'get_passage', 'ask']);
      const found = await client.callTool({ name: 'search_docs', arguments: { query: 'harbour office' } });
      const { results } = JSON.parse(toolText(found));
      expect(results[0].text).toContain('The harbour office opens at seven.');
      const passage = await client.callTool({ name: 'get_passage', arguments: { id: results[0].id } });
      expect(JSON.parse(toolText(passage)).title).toBe('Harbour');
      const asked = await client.callTool({
        name: 'ask',
        arguments: { question: 'When does the harbour office open?' },
      });
      const answer = JSON.parse(toolText(asked));
      expect(answer.answer).toContain('opens at seven');
      expect(answer.citations[0].quote).toContain('opens at seven');
      expect((await client.callTool({ name: 'get_passage', arguments: { id: 'none' } })).isError).toBe(true);
      await client.close();
    },
  );

  it('answers over HTTP in JSON where the client takes nothing else', async () => {
    const response = await fetch(`${server.baseURL}/projects/${project}/mcp`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect((await response.json()).result.tools).toHaveLength(3);
  });

  it('ends at once, and says why, as a program', async () => {
    const { code, out, errorOut } = await runCommand(['mcp'], {});
    expect([code, out]).toEqual([1, '']);
    expect(errorOut).toMatch(/^The tools cannot be offered: name the project/);
  });

  it.each([
    ['without a key', () => server.url, {}, /FOOTNOTE_API_KEY/],
    ['with a wrong key', () => server.url, { FOOTNOTE_API_KEY: 'chat_wrong' }, /key/],
    ['with no server', () => 'http://127.0.0.1:9', {}, /Is the server running\?/],
    ['with an address that is none', () => 'x y', {}, /address of the server/],
  ])('ends at once, and says why: %s', async (_, address, env, complaint) => {
    const words = ['--project', project, '--server', address()];
    expect(await runCommandHere(mcp, words, env)).toMatchObject({
      ...{ code: 1, out: '' },
      errorOut: expect.stringMatching(complaint),
    });
  });
});

describe('the inspector of the protocol', () => {
  /** Its command line, against the address that the console shows. */
  async function inspect(program: string, ...words: string[]) {
    const address = `${server.baseURL}/projects/${project}/mcp`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...[program, '--cli', address, '--transport', 'http', '--header', `Authorization: Bearer ${key}`, ...words],
    ]);
    return JSON.parse(stdout);
  }

  it('lists the tools and calls them', async ({ skip }) => {
    const program = await toolOrNull('mcp-inspector');
    if (program === null) return skip();
    const { tools } = await inspect(program, '--method', 'tools/list');
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(['search_docs', 'get_passage', 'ask']);
    const words = ['--method', 'tools/call', '--tool-name', 'search_docs', '--tool-arg', 'query=harbour office'];
    const { results } = JSON.parse(toolText(await inspect(program, ...words)));
    expect(results[0].text).toContain('opens at seven');
  });
});
