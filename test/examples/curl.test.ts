import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChatAnswer } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runExample } from '../helpers/processes/run-example.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { closedAddress } from '../sdk/scripted-server.ts';
import { GUIDE } from './guide.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'footnote curl-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(!hasCurl)('examples/curl (needs curl)', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer();
  });

  const run = (parameters: string[], env: Record<string, string> = {}) =>
    runExample('sh', ['examples/curl/footnote.sh', ...parameters], {
      FOOTNOTE_BASE_URL: server.baseURL,
      FOOTNOTE_SETUP_TOKEN: server.setupToken,
      ...env,
    });

  it('goes from register to two answers with citations', async () => {
    const file = join(folder, 'the library.md');
    writeFileSync(file, GUIDE.text);
    const { code, stdout, stderr } = await run([file, GUIDE.question]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const answers: ChatAnswer[] = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    expect(answers).toHaveLength(2);
    for (const { response, citations } of answers) {
      expect(response).toContain('four weeks');
      expect(citations[0]?.text).toContain(GUIDE.quote);
    }
  });

  it('stops with what the server said', async () => {
    const file = join(folder, 'picture.png');
    writeFileSync(file, 'no picture');
    const { code, stdout, stderr } = await run([file]);
    expect(code).not.toBe(0);
    expect(stderr).toContain('unsupported_file_type');
    expect(stdout).not.toContain('4. Ask');
  });

  it('stops where no server answers', async () => {
    const file = join(folder, 'library.md');
    writeFileSync(file, GUIDE.text);
    const { code, stderr } = await run([file], { FOOTNOTE_BASE_URL: `${await closedAddress()}/v1` });
    expect(code).not.toBe(0);
    expect(stderr).toContain('Is a server running');
  });
});
