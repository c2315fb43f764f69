import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Footnote } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../../helpers/processes/server-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LIBRARY = `# The library

## Opening hours

The library opens at nine in the morning. On Sundays it stays closed.

## Lending

A book may be kept for four weeks. A reader may extend the loan twice.
`;
const GOOD = [
  { question: 'How long may a book be kept?', source: 'the LIBRARY', text: 'kept for  four weeks' },
  { question: 'When does the library open?', source: 'library.md' },
  { question: 'Who won the football world cup in 1990?', answerable: false },
];
const BAD = [
  { question: 'How often may a loan be extended?', text: 'extend the loan nine times' },
  { question: 'When does the library open?', answerable: false },
];

let folder: string;
let server: ServerProcess;
let projectId: string;

const lines = (questions: object[]) => questions.map((one) => JSON.stringify(one)).join('\n');

/** Runs `footnote eval` with these arguments, next to other users of the data directory. */
function footnoteEval(words: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; out: string; errorOut: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['server/dist/main.js', 'eval', ...words],
      { cwd: ROOT, env: { PATH: process.env.PATH ?? '', DATA_DIR: server.dataDir, ...env } },
      (_, out, errorOut) => resolve({ code: child.exitCode ?? -1, out, errorOut }),
    );
  });
}
async function fileOf(questions: object[], name = 'golden.jsonl') {
  const path = join(folder, name);
  await writeFile(path, lines(questions));
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footnote-golden-'));
  server = await startServer();
  const guest = new Footnote({ baseURL: server.baseURL });
  const account = { email: 'a@x.org', password: 'long enough' };
  await guest.auth.register({ ...account, name: 'A', setup_token: server.setupToken });
  const { access_token } = await guest.auth.login(account);
  const owner = new Footnote({ baseURL: server.baseURL, accessToken: access_token });
  projectId = (await owner.projects.create({ name: 'Library' })).id;
  const file = new File([LIBRARY], 'library.md', { type: 'text/markdown' });
  const source = await owner.sources.upload({ project_id: projectId, file });
  await owner.sources.waitUntilReady(source);
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('footnote eval', () => {
  it('asks the questions while the server runs, and leaves no trace there', async () => {
    const { code, out, errorOut } = await footnoteEval([await fileOf(GOOD), '--min-hit', '1']);
    expect({ code, errorOut }).toEqual({ code: 0, errorOut: '' });
    expect(out).toMatch(/hit@5 +2 of 2 \(100 %\)/);
    expect(out).toMatch(/cited +2 of 2 \(100 %\)/);
    expect(out).toMatch(/refused, answerable +0 of 2/);
    expect(out).toMatch(/unsure, answerable +0 of 2/);
    expect(out).toMatch(/refused, unanswerable +1 of 1/);
    expect(out).toMatch(/unsure, unanswerable +0 of 1/);
    expect(out).not.toContain('Not as wanted');
    const health = await fetch(`${server.url}/health/ready`);
    expect(await health.json()).toMatchObject({ status: 'ready' });
  });

  it('lists wrong results, and exits with 1 below the gate', async () => {
    const { code, out } = await footnoteEval([
      await fileOf([...GOOD, ...BAD]),
      '--project',
      projectId,
      '--min-hit=0.8',
    ]);
    expect(code).toBe(1);
    expect(out).toMatch(/^ +4 +– +– +How often may a loan be extended\?$/m);
    expect(out).toMatch(/^ +5 +no +When does the library open\?$/m);
    expect(out).toMatch(/hit@5 is 0\.67, and --min-hit asks for 0\.8\.\n$/);
    expect((await footnoteEval([await fileOf(BAD)])).code).toBe(0);
  });

  it('reads CSV', async () => {
    const path = join(folder, 'golden.csv');
    await writeFile(path, 'question,text\nHow long may a book be kept?,four weeks\n');
    expect(await footnoteEval([path])).toMatchObject({ code: 0, out: expect.stringMatching(/cited +1 of 1/) });
  });

  it('ends with 2 at an unknown option', async () => {
    expect(await footnoteEval(['x', '--hit', '1'])).toMatchObject({
      code: 2,
      errorOut: expect.stringMatching(/--hit/),
    });
  });

  it.each<[string, () => Promise<{ words: string[]; env?: Record<string, string> }>, RegExp]>([
    ['no file', async () => ({ words: [] }), /name one file of questions/],
    ['a missing file', async () => ({ words: ['nowhere.jsonl'] }), /nowhere\.jsonl cannot be read/],
    [
      'mistakes in the file',
      async () => ({ words: [await fileOf([{ question: 'x' }, { text: 'y' }], 'bad.jsonl')] }),
      /bad\.jsonl: these lines cannot be read:\n {2}line 1: .+\n {2}line 2: /,
    ],
    [
      'a gate that is no share',
      async () => ({ words: ['x', '--min-hit', '80'] }),
      /--min-hit must be a number from 0 to 1/,
    ],
    [
      'a project that is not there',
      async () => ({ words: [await fileOf(GOOD), '--project', 'proj_x'] }),
      /There is no project proj_x/,
    ],
    [
      'a directory without a database, which stays empty',
      async () => ({ words: [await fileOf(GOOD)], env: { DATA_DIR: join(folder, 'mistyped') } }),
      /There is no database in .+mistyped/,
    ],
  ])('reports why it cannot run: %s', async (_, given, sentence) => {
    const { words, env = {} } = await given();
    const { code, out, errorOut } = await footnoteEval(words, env);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(errorOut).toMatch(/^The evaluation was not made: /);
    expect(errorOut).toMatch(sentence);
    expect(errorOut).not.toMatch(/\n {4}at /);
    expect(await readdir(folder)).not.toContain('mistyped');
  });

  it('asks for the project if there are several', async () => {
    // Right after the server has stopped, when no process has the database open.
    const dataDir = server.dataDir;
    const owner = new Footnote({ baseURL: server.baseURL });
    const { access_token } = await owner.auth.login({ email: 'a@x.org', password: 'long enough' });
    const second = new Footnote({ baseURL: server.baseURL, accessToken: access_token });
    await second.projects.create({ name: 'Second' });
    await server.stop();
    const { code, errorOut } = await footnoteEval([await fileOf(GOOD)]);
    expect(code).toBe(1);
    expect(errorOut).toContain(`There are 2 projects; choose one with --project:\n  ${projectId}  Library\n`);
    const { out } = await footnoteEval([await fileOf(GOOD), '--project', projectId]);
    expect(out).toMatch(/hit@5 +2 of 2/);
    // Nothing is left for the next start to write.
    const log = await stat(join(dataDir, 'footnote.db-wal')).catch(() => null);
    expect(log?.size ?? 0).toBe(0);
  });
});
