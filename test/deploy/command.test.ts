import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandForm, typedCommand } from '../../server/platform/program/command-line.ts';
import { type Installation, installationOf } from '../../server/platform/program/installation.ts';
import { complaintAboutNode, OLDEST_NODE } from '../../server/platform/program/node-version.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
// As Node sees its files: macOS has a link in the path of its temporary folder.
const home = realpathSync(mkdtempSync(join(tmpdir(), 'footnote-command-')));
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

  it.each(Object.values<string>(bin))('is a file of the repository that may be run: %s', (path) => {
    const listed = execFileSync('git', ['ls-files', '--stage', join('server', path)], { cwd: ROOT, encoding: 'utf8' });
    expect(listed).toMatch(/^100755 /);
  });

  it('is beside the one that comments on pull requests, which says what it misses', async () => {
    expect(await run('npx', ['footnote-comment', 'none.md'], { cwd: clone })).toMatchObject({
      code: 0,
      stdout: 'There is nothing to comment: the sync ended before it knew what has changed.\n',
    });
    writeFileSync(join(clone, 'summary.md'), 'What has changed');
    expect(await run('npx', ['footnote-comment', 'summary.md'], { cwd: clone })).toMatchObject({
      code: 1,
      stderr: 'footnote-comment: set GITLAB_TOKEN to a token that may comment.\n',
    });
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

/** What the machine of each kind of installation has on its disk: a path of the server's package.json, and what is beside it. */
const INSTALLED = {
  clone: { server: 'clone-1/server', beside: [] },
  bundle: { server: 'bundle/server', beside: ['bundle/footnote'] },
  container: { server: 'image/server', beside: ['image/footnote', 'image/.container'] },
  project: { server: 'shop/node_modules/@footnote/server', beside: ['shop/node_modules/.bin/footnote'] },
  global: { server: 'prefix/lib/node_modules/@footnote/server', beside: [] },
} satisfies Partial<Record<Installation['form'], { server: string; beside: string[] }>>;
const FORMS = Object.keys(INSTALLED) as (keyof typeof INSTALLED)[];

/** Makes one, as far as the server looks at it. */
function installed(form: keyof typeof INSTALLED, hosts = '127.0.0.1 localhost\n'): Installation {
  const { server, beside } = INSTALLED[form];
  for (const file of [join(server, 'package.json'), ...beside]) {
    mkdirSync(join(home, file, '..'), { recursive: true });
    writeFileSync(join(home, file), '{}');
  }
  return installationOf(join(home, server), () => hosts);
}

const tracked = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n');

/** The words of every command that some text of the server shows, with names in the place of values. */
function hints(): string[] {
  const found = tracked('server/*.ts').flatMap((path) => {
    const server = [...read(path).matchAll(/commandLine\((?:'([^']+)'|`((?:[^`$]|\$\{[^}]+\})+)`)\)/g)];
    const console = [...read(path).matchAll(/\$\{(?:command|this\.#setup\.value\.command)\} ([a-z][^<"`]+)[<"`]/g)];
    return [...server, ...console].map(([, plain, filled]) => plain ?? filled?.replace(/\$\{[^}]+\}/g, 'NAME') ?? '');
  });
  return [...new Set(found)].sort();
}

describe('what is printed', () => {
  it('comes from wherever Footnote is: a clone, a bundle, a container, a project, or the whole machine', () => {
    for (const form of FORMS) expect(installed(form).form).toBe(form);
    expect(installed('container', '# Kubernetes-managed hosts file.\n127.0.0.1 localhost\n').form).toBe('pod');
    // As pnpm keeps it.
    const deep = join(home, 'shop/node_modules/.pnpm/@footnote+server@0.1.0/node_modules/@footnote/server');
    expect(installationOf(deep)).toEqual({ form: 'project', root: join(home, 'shop') });
  });

  it('names the command as it works in a clone or project, in its folder and elsewhere', () => {
    for (const form of ['clone', 'project'] as const) {
      const at = installed(form);
      expect(commandForm(at, at.root, 'host').here).toBe('npx footnote');
      expect(commandForm(at, join(at.root, 'data'), 'host').here).toBe('npx footnote');
      expect(commandForm(at, join(at.root, '..data'), 'host')).toEqual({
        here: 'npx footnote',
        inItsFolder: 'npx footnote',
      });
      for (const elsewhere of [join(at.root, '..'), `${at.root}-2`, '/'])
        expect(commandForm(at, elsewhere, 'host').here).toBe(join(at.root, 'node_modules/.bin/footnote'));
    }
  });

  it('shows no path and no name of the machine to whoever is not on it', () => {
    const shown = FORMS.map((form) => commandForm(installed(form), '/', '3f9a1c2b5d7e').inItsFolder);
    expect(shown).toEqual([
      'npx footnote',
      './footnote',
      'docker compose run --rm footnote',
      'npx footnote',
      'footnote',
    ]);
  });

  /** One regular expression for each form: whatever is printed there has it. */
  const TYPED: Record<keyof typeof INSTALLED, RegExp> = {
    clone: /^npx footnote \S/,
    bundle: /^\/\S+\/bundle\/footnote \S/,
    container:
      /^docker exec 3f9a1c2b5d7e footnote (?:backup|export|doctor|eval|models list|COMMAND)|^docker compose (?:up --detach$|run --rm footnote (?!start|backup|export|doctor|eval)\S)/,
    project: /^npx footnote \S/,
    global: /^footnote \S/,
  };

  it.each(FORMS)('is typed as it works there, every hint of it: %s', (form) => {
    const at = installed(form);
    const words = hints();
    expect(words).toEqual(expect.arrayContaining(['doctor', 'start', 'restore FILE --force', 'models pull NAME']));
    expect(words.length).toBeGreaterThan(14);
    for (const each of words) expect(typedCommand(at, each, at.root, '3f9a1c2b5d7e'), each).toMatch(TYPED[form]);
  });

  it('names the command beside the versions of an installed bundle, which no upgrade moves', () => {
    const folder = join(home, 'installed');
    const release = join(folder, 'releases/1.0.0');
    mkdirSync(release, { recursive: true });
    for (const place of [release, folder]) writeFileSync(join(place, 'footnote'), '');
    expect(installationOf(join(release, 'server'))).toEqual({ form: 'bundle', root: folder });
  });

  it('can be typed as it is, from one hint to the next', async () => {
    const backup = join(home, 'one.fnb');
    const env = { DATA_DIR: join(home, 'data'), OFFLINE: '1', PORT: '0' };
    mkdirSync(env.DATA_DIR);
    /** Exactly as printed, but for the names in capitals. */
    const type = (hint: string) =>
      run('sh', ['-c', hint.replace('FILE', backup).replace('EMAIL', 'ada@example.com')], { env });
    const hintIn = (text: string) => /npx footnote [a-z][^\n.)"]*/.exec(text)?.[0].trim() ?? 'no hint';

    const doctor = await type('npx footnote doctor');
    const start = hintIn(doctor.stdout);
    expect(start).toBe('npx footnote start');
    const server = spawn('sh', ['-c', `exec ${start}`], {
      cwd: ROOT,
      detached: true,
      env: { ...SURROUNDINGS, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = await once(server.stdout, 'data');
    const url = /http:\/\/\S+/.exec(String(line))?.[0];
    const [, setup_token] = /#setup=(\S+)/.exec(String(line)) ?? [];
    const setup = await (await fetch(`${url}/v1/setup`)).json();
    await fetch(`${url}/v1/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'a long password', setup_token }),
    });
    // As a terminal sends Ctrl-C, to npx and the server alike.
    process.kill(-(server.pid ?? 0), 'SIGINT');
    await once(server, 'close');

    // As the console shows it to who has forgotten the password.
    const reset = await type(`${setup.command} users reset-password EMAIL`);
    expect(reset, reset.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('ada@example.com') });
    expect(await type('npx footnote backup FILE')).toMatchObject({ code: 0 });
    expect(await type('npx footnote restore FILE --force')).toMatchObject({ code: 0 });

    const unknown = await type('npx footnote models use nonsense');
    expect(unknown.code).toBe(1);
    const list = await type(hintIn(unknown.stderr));
    expect(list).toMatchObject({ code: 0, stdout: expect.stringContaining('all-MiniLM-L6-v2') });
    const offline = await type('npx footnote models pull all-MiniLM-L6-v2');
    const verify = await type(hintIn(offline.stderr));
    expect(verify).toMatchObject({ code: 1, stdout: expect.stringContaining('is not on this machine') });
    expect(hintIn(verify.stdout)).toBe('npx footnote models pull all-MiniLM-L6-v2');
    for (const engine of ['builtin', 'extractive'])
      expect(await type(`npx footnote models use ${engine}`), engine).toMatchObject({ code: 0 });
    const usage = await type('npx footnote strat');
    expect(usage).toMatchObject({ code: 2, stderr: expect.stringContaining('Usage: npx footnote COMMAND') });
    expect(await type('npm run --silent footnote -- help')).toMatchObject({ code: 0, stdout: usage.stderr });
    const sync = await type('npx footnote sync --help');
    expect(sync).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: npx footnote sync') });
    for (const spelling of ['--version', '-v'])
      expect(await type(`npx footnote ${spelling}`)).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('on an older Node', () => {
  it('needs the same version as package.json says', () => {
    expect(engines.node).toBe(`>=${OLDEST_NODE}`);
    expect(complaintAboutNode(`${OLDEST_NODE}.0`, installed('clone'))).toBeNull();
  });

  it('advises what helps where it was started', () => {
    const at = installed('clone');
    expect(complaintAboutNode('20.20.2', at, at.root)).toBe(
      'Footnote needs Node.js 24.7 or newer, and this is 20.20.2: use npx footnote, which runs on the one that npm install has brought.',
    );
    expect(complaintAboutNode('24.6.9', installed('global'))).toBe(
      'Footnote needs Node.js 24.7 or newer, and this is 24.6.9. Install a newer one.',
    );
  });

  it('imports nothing that an older Node lacks before it has looked at the version', () => {
    const main = join(ROOT, 'server/dist/main.js');
    const withoutNewNames = `
      import module from 'node:module';
      import { syncBuiltinESMExports } from 'node:module';
      delete module.enableCompileCache;
      syncBuiltinESMExports();
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(withoutNewNames)}`];
    return expect(run(process.execPath, [...preload, main, 'doctor'])).resolves.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^Footnote needs Node\.js 24\.7 or newer, and this is 20\.20\.2: use npx footnote.+\n$/,
      ),
    });
  });
});

describe('every document and every text of the program', () => {
  // In the place of npx or a path, a container's name may stand in front of the words for its own command.
  const COMMAND =
    /((?:exec )?\S*\s?)\bfootnote (?:start|users|models|eval|backup|restore|export|import|migrate|upgrade|compact|doctor|help)\b/g;
  const bare = (path: string, text: string) =>
    [...text.matchAll(COMMAND)]
      // “from footnote import” is Python.
      .filter(([, before = '']) => !/(?:npx |\/|--rm |exec (?:footnote|…) |^from )$/.test(before))
      .map(([found]) => `${path}: ${found}`);

  it('writes the command with what makes it work', () => {
    const documents = tracked('*.md', '*.html', '*.service', '*.timer', '*.yaml', '*.conf', '*.sh', '*Dockerfile');
    expect(documents.length).toBeGreaterThan(40);
    // Where the package has just been installed for the whole machine, the command is on the path.
    const others = (text: string) => text.split(/^(?=#+ )/m).filter((part) => !part.includes('npm install --global'));
    expect(documents.flatMap((path) => others(read(path)).flatMap((part) => bare(path, part)))).toEqual([]);
  });

  it('asks for the form of the command where it is printed', () => {
    const sources = tracked('server/*.ts', 'sdk/src/*.ts', 'widget/src/*.ts', '.build/*.ts', 'examples/*.ts');
    expect(sources.length).toBeGreaterThan(400);
    const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
    expect(sources.flatMap((path) => bare(path, withoutComments(read(path))))).toEqual([]);
  });
});
