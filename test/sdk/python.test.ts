import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FILE_FORMATS } from '../../server/platform/files/file-formats.ts';
import { GUIDE } from '../examples/guide.ts';
import { runExample } from '../helpers/processes/run-example.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const isThere = (command: string, ...words: string[]) => spawnSync(command, words).status === 0;
const hasPython = isThere('python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 9))');

/** No compiled files are left in the sources. */
const PYTHON = { PYTHONPATH: 'sdk/python/src', PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' };
const python = (words: string[], env: Record<string, string> = {}) =>
  runExample('python3', ['-W', 'error', ...words], { ...PYTHON, ...env });

describe.skipIf(!hasPython)('the client for Python (needs python3, 3.9 or later)', () => {
  let server: ServerProcess;
  let owner: Footnote;
  const folder = mkdtempSync(join(tmpdir(), 'footnote-python-'));

  beforeAll(async () => {
    server = await startServer({ env: { RATE_LIMIT_GENERAL: '0', RATE_LIMIT_INGESTION: '0' } });
    const guest = new Footnote({ baseURL: server.baseURL });
    const account = { email: 'ada@example.org', password: 'correct horse battery' };
    await guest.auth.register({ ...account, name: 'Ada', setup_token: server.setupToken });
    owner = guest.withOptions({ accessToken: (await guest.auth.login(account)).access_token });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await server?.stop();
  });

  /** The variables of a new project. */
  async function project(): Promise<Record<string, string>> {
    const { id } = await owner.projects.create({ name: 'Library' });
    const { key } = await owner.projects.apiKeys.create(id, { scopes: ['ask', 'ingest', 'read'] });
    return { FOOTNOTE_BASE_URL: server.baseURL, FOOTNOTE_API_KEY: key, FOOTNOTE_PROJECT: id };
  }

  it('passes its own tests, also those against a server', async () => {
    const words = ['-m', 'unittest', 'discover', '-s', 'sdk/python/tests', '-t', 'sdk/python/tests'];
    const { code, stderr } = await python(words, await project());
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/Ran (?:2[5-9]|[3-9]\d) tests/);
    expect(stderr).not.toContain('skipped');
  });

  it('is written for Python 3.9', async () => {
    const program = `import ast, pathlib
for file in pathlib.Path('sdk/python').glob('**/*.py'):
    ast.parse(file.read_text(encoding='utf-8'), str(file), feature_version=(3, 9))`;
    expect(await python(['-c', program])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('sends the files that the server reads', async () => {
    const { stdout } = await python(['-c', 'from footnote._folder import EXTENSIONS; print(*sorted(EXTENSIONS))']);
    const formats = Object.values(FILE_FORMATS).filter(({ kind }) => kind !== 'picture');
    expect(stdout.trim().split(' ')).toEqual(formats.flatMap(({ extensions }) => [...extensions]).sort());
  });

  it.skipIf(!isThere('python3', '-m', 'mypy', '--version'))('has exact types (needs mypy)', async () => {
    const words = ['-m', 'mypy', '--strict', 'sdk/python/src', 'sdk/python/tests', 'examples/python'];
    const { code, stdout } = await runExample('python3', words, { MYPYPATH: 'sdk/python/src' });
    expect(code, stdout).toBe(0);
  });

  it('goes from a folder to an answer with its citations, as the example does', async () => {
    writeFileSync(join(folder, 'library.md'), GUIDE.text);
    const { code, stdout, stderr } = await python(['examples/python/ask.py', folder, GUIDE.question], await project());
    expect(code, stderr).toBe(0);
    // A slow machine also reports that nothing is read yet.
    expect(stderr).toMatch(/^1 of 1 files sent\n(?:0 of 1 files read\n)*1 of 1 files read\n$/);
    expect(stdout).toMatch(/^1 new, 0 changed, 0 unchanged\n/);
    expect(stdout).toMatch(/four weeks.*\[1\]/s);
    expect(stdout).toMatch(/^finish_reason: stop\n\[1\] .*four weeks.*\n {4}http/ms);
  });

  it('says in one line what is wrong, as the example does', async () => {
    const variables = { ...(await project()), FOOTNOTE_API_KEY: 'chat_wrong' };
    const { code, stdout, stderr } = await python(['examples/python/ask.py', folder], variables);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^401 token_invalid: .*\n$/);
  });
});
