import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runExample } from '../helpers/processes/run-example.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { closedAddress } from '../sdk/scripted-server.ts';
import { GUIDE } from './guide.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-script-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('examples/node-script', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer();
  });

  // The condition takes the SDK's sources instead of a build of them.
  const run = (parameters: string[], baseURL: string) =>
    runExample(process.execPath, ['--conditions=footnote-source', 'examples/node-script/ask.ts', ...parameters], {
      FOOTNOTE_BASE_URL: baseURL,
      FOOTNOTE_SETUP_TOKEN: server.setupToken,
    });

  it('goes from register to an answer with its citations', async () => {
    const file = join(folder, 'library.md');
    writeFileSync(file, GUIDE.text);
    const { code, stdout, stderr } = await run([file, GUIDE.question], server.baseURL);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`${file}: completed`);
    expect(stdout).toMatch(/four weeks.*\[1\]/s);
    expect(stdout).toMatch(/^\[1\] [^[]*four weeks/m);
  });

  it('says why a file is refused', async () => {
    const file = join(folder, 'picture.png');
    writeFileSync(file, 'no picture');
    const { code, stderr } = await run([file], server.baseURL);
    expect(code).toBe(1);
    expect(stderr).toContain('400 unsupported_file_type');
  });

  it('says where it looked for a server', async () => {
    const baseURL = `${await closedAddress()}/v1`;
    const { code, stderr } = await run([], baseURL);
    expect(code).toBe(1);
    expect(stderr).toContain(`Is a server running at ${baseURL}?`);
  });
});
