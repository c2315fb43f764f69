import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandForm } from '../../server/platform/command-line.ts';

// Each command is a process of its own, and a busy machine takes its time with several.
vi.setConfig({ testTimeout: 60_000 });

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const home = mkdtempSync(join(tmpdir(), 'footnote-command-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** No registry can be asked, so that a command which is not linked fails instead of installing a stranger's package. */
const SURROUNDINGS = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', npm_config_offline: 'true' };

const run = (program: string, words: string[], { cwd = ROOT, env = {} } = {}) =>
  promisify(execFile)(program, words, { cwd, env: { ...SURROUNDINGS, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, signal: null, stdout, stderr }),
    ({ code, signal, stdout, stderr }) => ({ code, signal, stdout, stderr }),
  );

const { version, bin, engines } = JSON.parse(read('server/package.json'));

/** Words for Node that make it take itself for an older one. */
const older = [
  '--import',
  `data:text/javascript,${encodeURIComponent("Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })")}`,
];

describe('the command that npm links', () => {
  /** The workspace without its packages, so that npm needs no network to install it. */
  const clone = join(home, 'clone');
  const main = join(clone, 'server/dist/main.js');
  beforeAll(async () => {
    mkdirSync(join(clone, 'server/dist'), { recursive: true });
    cpSync(join(ROOT, 'server/bin'), join(clone, 'server/bin'), { recursive: true });
    writeFileSync(
      join(clone, 'package.json'),
      JSON.stringify({ name: 'clone', private: true, workspaces: ['server'] }),
    );
    const manifest = { name: '@footnote/server', version, bin, engines, type: 'module' };
    writeFileSync(join(clone, 'server/package.json'), JSON.stringify(manifest));
    writeFileSync(main, 'console.log(process.versions.node, ...process.argv.slice(2)); process.exitCode = 3;');
    const installed = await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: clone });
    expect(installed, installed.stderr).toMatchObject({ code: 0 });
  });

  it('is a file of the repository that may be run', () => {
    const listed = execFileSync('git', ['ls-files', '--stage', join('server', bin.footnote)], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(listed).toMatch(/^100755 /);
  });

  it('is there after npm install, before anything is built, and runs the program with its words', async () => {
    expect(existsSync(join(clone, 'node_modules/.bin/footnote'))).toBe(true);
    expect(await run('npx', ['footnote', 'backup', 'a b'], { cwd: clone })).toMatchObject({
      code: 3,
      stdout: `${process.versions.node} backup a b\n`,
    });
  });

  const command = (words: string[]) => [...older, join(clone, 'server/bin/footnote.cjs'), ...words];

  it('says in one sentence what to do where Node is too old and there is no other', async () => {
    expect(await run(process.execPath, command(['doctor']))).toEqual({
      code: 1,
      signal: null,
      stdout: '',
      stderr: `Footnote needs Node.js 24.7 or newer, and this is 20.20.2: run npm install in ${clone}, which brings one, or install it.\n`,
    });
  });

  describe('with the Node of the clone', () => {
    beforeAll(() => {
      mkdirSync(join(clone, 'node_modules/node/bin'), { recursive: true });
      symlinkSync(process.execPath, join(clone, 'node_modules/node/bin/node'));
    });

    it('runs on that one where the one on the path is too old, and ends as the program does', async () => {
      expect(await run(process.execPath, command(['doctor', '--json']))).toMatchObject({
        code: 3,
        stdout: `${process.versions.node} doctor --json\n`,
      });
    });

    it('passes a signal on, and ends by it', async () => {
      const program = readFileSync(main);
      writeFileSync(main, "setInterval(() => undefined, 1000); console.log('up');");
      const child = spawn(process.execPath, command([]), { env: SURROUNDINGS, stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
      writeFileSync(main, program);
    });
  });
});

describe('what is printed', () => {
  it('names the command as it works in a clone, in its folder and elsewhere', () => {
    const clone = join(home, 'some/clone');
    expect(commandForm(clone, clone).here).toBe('npx footnote');
    expect(commandForm(clone, join(clone, 'data')).here).toBe('npx footnote');
    expect(commandForm(clone, join(clone, '..data'))).toEqual({ here: 'npx footnote', inItsFolder: 'npx footnote' });
    for (const elsewhere of [join(home, 'some'), join(home, 'some/clone-2'), '/']) {
      expect(commandForm(clone, elsewhere).here).toBe(join(clone, 'node_modules/.bin/footnote'));
    }
  });

  it('names the script of the bundle, and shows no path of the machine to whoever is not on it', () => {
    const bundle = join(home, 'bundle');
    mkdirSync(bundle);
    writeFileSync(join(bundle, 'footnote'), '');
    expect(commandForm(bundle, '/')).toEqual({ here: join(bundle, 'footnote'), inItsFolder: './footnote' });
  });

  it('names the command beside the versions of an installed bundle, which no upgrade moves', () => {
    const installed = join(home, 'installed');
    const release = join(installed, 'releases/1.0.0');
    mkdirSync(release, { recursive: true });
    for (const folder of [release, installed]) writeFileSync(join(folder, 'footnote'), '');
    expect(commandForm(release, '/')).toEqual({ here: join(installed, 'footnote'), inItsFolder: './footnote' });
  });

  it('can be typed as it is, from one hint to the next', async () => {
    /** Exactly as printed. */
    const type = (hint: string, env = {}) => run('sh', ['-c', hint], { env: { DATA_DIR: home, OFFLINE: '1', ...env } });
    const hintIn = (text: string) => /npx footnote [a-z][^\n.)]*/.exec(text)?.[0].trim() ?? 'no hint';

    const doctor = await type('npx footnote doctor');
    const start = hintIn(doctor.stdout);
    expect(start).toBe('npx footnote start');
    const server = spawn('sh', ['-c', `exec ${start}`], {
      cwd: ROOT,
      detached: true,
      env: { ...SURROUNDINGS, DATA_DIR: home, PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = await once(server.stdout, 'data');
    expect(String(line)).toContain('Footnote is listening on');
    // As a terminal sends Ctrl-C, to npx and the server alike.
    process.kill(-(server.pid ?? 0), 'SIGINT');
    await once(server, 'close');

    const unknown = await type('npx footnote models use nonsense');
    expect(unknown.code).toBe(1);
    const list = await type(hintIn(unknown.stderr));
    expect(list).toMatchObject({ code: 0, stdout: expect.stringContaining('all-MiniLM-L6-v2') });
    const offline = await type('npx footnote models pull all-MiniLM-L6-v2');
    const verify = await type(hintIn(offline.stderr));
    expect(verify).toMatchObject({ code: 1, stdout: expect.stringContaining('is not on this machine') });
    expect(hintIn(verify.stdout)).toBe('npx footnote models pull all-MiniLM-L6-v2');
    const usage = await type('npx footnote strat');
    expect(usage).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage: npx footnote COMMAND') });
    expect(await type('npm run --silent footnote -- help')).toMatchObject({ code: 0, stdout: usage.stderr });
  }, 120_000);
});

describe('every document and every text of the program', () => {
  // In the place of npx or a path, a container's name may stand in front of the words for its own command.
  const COMMAND =
    /(\S*\s?)\bfootnote (?:start|users|models|eval|backup|restore|export|import|migrate|upgrade|compact|doctor|help)\b/g;
  const tracked = (...patterns: string[]) =>
    execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
      .trim()
      .split('\n');
  const bare = (path: string, text: string) =>
    [...text.matchAll(COMMAND)]
      .filter(([, before = '']) => !/(?:npx |\/|--rm )$/.test(before))
      .map(([found]) => `${path}: ${found}`);

  it('writes the command with what makes it work', () => {
    const documents = tracked('*.md', '*.html', '*.service', '*.timer', '*.yaml', '*.conf', '*.sh', '*Dockerfile');
    expect(documents.length).toBeGreaterThan(40);
    expect(documents.flatMap((path) => bare(path, read(path)))).toEqual([]);
  });

  it('asks for the form of the command where it is printed', () => {
    const sources = tracked('server/*.ts', 'sdk/src/*.ts', 'widget/src/*.ts', '.build/*.ts', 'examples/*.ts');
    expect(sources.length).toBeGreaterThan(400);
    const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
    expect(sources.flatMap((path) => bare(path, withoutComments(read(path))))).toEqual([]);
  });
});
