import { execFile, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packAll } from '../../.build/pack.ts';
import { PACKAGES, type Package } from '../../.build/packages.ts';
import { PUBLISHED, pages, WIDGET_INSTALLATION, worded } from '../../.build/published.ts';
import { GUIDE } from '../examples/guide.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { TSC } from '../sdk/packed.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'footnote-packages-'));
/** The project into which the packages are installed; nothing of this repository is in its reach. */
const shop = join(home, 'shop');
const modules = join(shop, 'node_modules');

const run = (program: string, words: string[], { cwd = shop, env = {} } = {}) =>
  promisify(execFile)(program, words, { cwd, maxBuffer: 2 ** 24, env: { ...process.env, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );

const tarballs = {} as Record<Package, string>;
/** The paths in each package. */
const files = {} as Record<Package, string[]>;
/** Why nothing could be installed; null if it was. */
let obstacle: string | null = null;

beforeAll(async () => {
  const packed = await packAll(join(home, 'packed'));
  for (const [index, name] of PACKAGES.entries()) {
    tarballs[name] = packed[index] ?? '';
    const { stdout } = await run('tar', ['-tzf', tarballs[name]], { cwd: home });
    files[name] = stdout.trim().split('\n');
  }
  mkdirSync(shop);
  // What is optional is left out one by one: without all of it, a package would lack its binary for this platform.
  const optional = Object.keys(manifestOf('server').optionalDependencies ?? {});
  const overrides = Object.fromEntries(optional.map((name) => [name, 'file:./nothing']));
  cpSync(join(ROOT, '.build/nothing'), join(shop, 'nothing'), { recursive: true });
  writeFileSync(join(shop, 'package.json'), JSON.stringify({ name: 'shop', type: 'module', overrides }));
  const words = ['install', '--no-audit', '--no-fund', ...Object.values(tarballs)];
  const { code, stdout, stderr } = await run('npm', words);
  if (code === 0) expect(stdout + stderr).not.toMatch(/deprecated|vulnerab|EBADENGINE/);
  else if (/E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT)/.test(stderr))
    obstacle = 'npm reaches no registry for what the packages depend on';
  else throw new Error(stderr);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const manifestOf = (name: Package) => JSON.parse(readFileSync(join(ROOT, name, 'package.json'), 'utf8'));

describe('each package', () => {
  it.each(PACKAGES)('has all that npm shows and lawyers read: %s', (name) => {
    expect(files[name]).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json'].map((file) => `package/${file}`)),
    );
    expect(readFileSync(join(ROOT, name, 'LICENSE'), 'utf8')).toBe(readFileSync(join(ROOT, 'LICENSE'), 'utf8'));
    expect(manifestOf(name)).toMatchObject({
      name: `@footnote/${name}`,
      description: expect.stringMatching(/\w{4}/),
      keywords: expect.arrayContaining(['citations']),
      license: 'MIT',
    });
    expect(manifestOf(name)).not.toHaveProperty('private');
  });

  it.each(PACKAGES)('holds no source, test or secret: %s', (name) => {
    expect(
      files[name].filter((path) => /(?<!\.d)\.ts$|\.map$|\/test\/|\.env|node_modules|\/data\//.test(path)),
    ).toEqual([]);
  });

  it('is everything that the server serves: program, command, console, reference, widget, and the other packages', () => {
    for (const path of [
      'bin/footnote.cjs',
      'bin/footnote-comment.mjs',
      'dist/main.js',
      'dist/console/index.html.br',
      'dist/docs/redoc.js.gz',
      'dist/engines/builtin/vectors.bin',
      'dist/engines/reader/encoder.onnx',
      'dist/engines/reader/ort-wasm-simd-threaded.wasm',
      'dist/language/lexicon/wordnet.txt',
      'dist/widget/dist/widget.js.br',
      'dist/packages/footnote-sdk.tgz',
      'dist/packages/footnote-widget.tgz',
    ])
      expect(files.server).toContain(`package/${path}`);
    const { dependencies } = manifestOf('server');
    expect(Object.keys(dependencies).filter((name) => name.startsWith('@footnote/'))).toEqual([]);
  });

  it('holds no program whose source is gone', () => {
    const built = files.server.filter((path) =>
      /^package\/dist\/(?!chunks|console|docs|widget|language\/eld).*\.js$/.test(path),
    );
    expect(built.length).toBeGreaterThan(10);
    const source = (path: string) => join(ROOT, path.replace('package/dist', 'server').replace(/\.js$/, '.ts'));
    expect(built.filter((path) => !existsSync(source(path)))).toEqual([]);
  });

  it('passes publint: server', async () => {
    const publint = await run(process.execPath, [
      join(ROOT, 'node_modules/.bin/publint'),
      'run',
      '--strict',
      tarballs.server,
    ]);
    expect(publint, publint.stdout).toMatchObject({ code: 0, stdout: expect.stringContaining('All good') });
  });
});

describe('how to install a package', () => {
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  /** Whether a text tells its reader to get one of the packages from npm's registry, or from what mirrors it. */
  const fromRegistry = (text: string) =>
    /\b(?:npm (?:install|i|add|exec)|npx|(?:yarn|pnpm|bun) (?:add|dlx|x)|deno add)\b[^`\n]*@footnote\/|(?:unpkg\.com|jsdelivr\.net\/npm|esm\.sh)\/@footnote\//.test(
      text,
    );
  const aboutPackages = [
    'sdk/README.md',
    'widget/README.md',
    'server/README.md',
    'examples/docs/operator/deployment.md',
  ];

  it('is said on every page, and by the console, as it works today', () => {
    expect(pages().length).toBeGreaterThan(50);
    expect(pages().filter((path) => worded(read(path), PUBLISHED) !== read(path))).toEqual([]);
    if (!PUBLISHED) expect([...pages().map(read), WIDGET_INSTALLATION].filter(fromRegistry)).toEqual([]);
    for (const path of aboutPackages) expect(read(path), path).toContain('npm install');
  });

  it('is another text on every such page once the packages are published, and nothing else changes', () => {
    const changed = pages().filter((path) => worded(read(path), true) !== worded(read(path), false));
    expect(changed).toEqual(expect.arrayContaining(aboutPackages));
    for (const path of changed) {
      const after = worded(read(path), true);
      expect(fromRegistry(after), path).toBe(true);
      expect(after, path).not.toMatch(/registry yet|\/packages\/footnote-|npm run pack/);
      expect(worded(after, false), path).toBe(read(path));
    }
  });

  it('needs the address of the sources in each package once they are published', () => {
    const missing = PACKAGES.filter((name) => manifestOf(name).repository === undefined);
    expect(PUBLISHED ? missing : []).toEqual([]);
  });
});

/** The sum of the sizes of all files. */
function bytesIn(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.reduce((sum, path) => {
    const entry = lstatSync(join(folder, path));
    return entry.isFile() ? sum + entry.size : sum;
  }, 0);
}

describe('the packages, installed together into an empty folder', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    if (obstacle === null)
      server = await startServer({ command: [process.execPath, join(modules, '.bin/footnote'), 'start'] });
  });
  // Each says the reason that it is skipped for.
  const installed = (title: string, test: () => Promise<void> | void) =>
    it(title, async (context) => {
      if (obstacle !== null) context.skip(obstacle);
      await test();
    });

  installed('are at most 130 MB', () => {
    expect(bytesIn(modules) / 1e6).toBeLessThan(130);
  });

  installed('answer a question with its citation, asked with the SDK as the example does', async () => {
    copyFileSync(join(ROOT, 'examples/node-script/ask.ts'), join(shop, 'ask.ts'));
    writeFileSync(join(shop, 'library.md'), GUIDE.text);
    const asked = await run(process.execPath, ['ask.ts', 'library.md', GUIDE.question], {
      env: { FOOTNOTE_BASE_URL: server.baseURL, FOOTNOTE_SETUP_TOKEN: server.setupToken, NODE_OPTIONS: '' },
    });
    expect(asked, asked.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/four weeks.*\[1\]/s) });
  });

  installed(
    'know languages without a list of function words, with the part of the detector that is built in',
    async () => {
      const polish = 'Kto rano wstaje, temu Pan Bóg daje. '.repeat(9);
      const program = `import { detectLanguage } from './node_modules/@footnote/server/dist/language/detect.js';
      console.log(detectLanguage('${polish}'));`;
      writeFileSync(join(shop, 'language.js'), program);
      expect(await run(process.execPath, ['language.js'])).toMatchObject({ code: 0, stdout: 'pl\n' });
    },
  );

  installed(
    'know the suffixes below which everybody has names, with the part of the list that is built in',
    async () => {
      const program = `import { normalizeOrigin } from './node_modules/@footnote/server/dist/services/access/origins.js';
      for (const origin of ['https://*.github.io', 'https://*.example.com']) console.log(Object.keys(normalizeOrigin(origin))[0]);`;
      writeFileSync(join(shop, 'suffixes.js'), program);
      expect(existsSync(join(modules, 'tldts'))).toBe(false);
      expect(await run(process.execPath, ['suffixes.js'])).toMatchObject({ code: 0, stdout: 'problem\norigin\n' });
    },
  );

  installed('have the types that the example needs', async () => {
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', '--types', 'node'];
    const module = ['--module', 'nodenext', '--target', 'es2024', '--noEmit'];
    const nodes = join(ROOT, 'node_modules/@types');
    expect(await run(process.execPath, [TSC, ...strict, ...module, '--typeRoots', nodes, 'ask.ts'])).toMatchObject({
      code: 0,
      stdout: '',
    });
  });

  installed('serve the console, the widget, and each file that the widget loads', async () => {
    expect(
      (await fetch(`${server.url}/login`, { headers: { accept: 'text/html' } })).headers.get('content-type'),
    ).toContain('text/html');
    const script = await (await fetch(`${server.url}/widget.js`)).text();
    const [, loaded = 'none'] = /["'`/](footnote-chat-[\w-]+\.js)/.exec(script) ?? [];
    const { version } = manifestOf('widget');
    const chat = await fetch(`${server.url}/widget/${version}/${loaded}`);
    expect([chat.status, chat.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    const own = join(modules, '@footnote/widget/dist', loaded);
    expect(await chat.text()).toBe(readFileSync(own, 'utf8'));
  });

  installed('define the element where the widget is imported', async () => {
    writeFileSync(
      join(shop, 'widget.js'),
      "import '@footnote/widget/define'; console.log(typeof customElements.get('footnote-chat'));",
    );
    expect(await run(process.execPath, ['widget.js'])).toMatchObject({ code: 0, stdout: 'function\n' });
  });

  installed('are offered by the server itself, for other projects', async () => {
    const other = join(home, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'package.json'), '{"name":"other","private":true,"type":"module"}');
    // As the console shows it.
    const words = ['sdk', 'widget'].map((name) => `${server.url}/packages/footnote-${name}.tgz`);
    const command = `npm install ${words.join(' ')}`;
    if (!PUBLISHED) expect(WIDGET_INSTALLATION.replaceAll('%SERVER%', server.url)).toBe(command);
    const installing = await run('sh', ['-c', command], { cwd: other });
    expect(installing, installing.stderr).toMatchObject({ code: 0 });
    for (const name of ['sdk', 'widget'] as const)
      expect(readdirSync(join(other, 'node_modules/@footnote', name)).sort()).toEqual(
        readdirSync(join(modules, '@footnote', name)).sort(),
      );
  });

  const older = [
    '--import',
    `data:text/javascript,${encodeURIComponent("Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })")}`,
  ];
  const REFUSED = /^Footnote needs Node\.js 24\.7 or newer, and this is [\d.]+\. Install a newer one\.\n$/;
  installed('say in one sentence that Node is too old, also on a real Node 20 if the machine has one', async () => {
    const command = join(modules, '.bin/footnote');
    expect(await run(process.execPath, [...older, command, 'help'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(REFUSED),
    });
    const [program = ''] = ['/usr/bin/node', '/usr/local/bin/node'].filter((path) =>
      /^v(?:18|20|22)\./.test(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? ''),
    );
    if (program === '') return;
    for (const file of [command, join(modules, '@footnote/server/dist/main.js')])
      expect(await run(program, [file, 'help'], { env: { NODE_OPTIONS: '' } }), file).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(REFUSED),
      });
  });

  installed('print their version', async () => {
    for (const spelling of ['--version', '-v'])
      expect(await run(process.execPath, [join(modules, '.bin/footnote'), spelling])).toMatchObject({
        code: 0,
        stdout: `${manifestOf('server').version}\n`,
        stderr: '',
      });
  });

  installed('name the command as it works in that folder, elsewhere, and for the whole machine', async () => {
    const env = { DATA_DIR: home, NODE_OPTIONS: '' };
    const hint = async (program: string, cwd: string, path = '') => {
      const doctor = await run(program, program === 'npx' ? ['footnote', 'doctor'] : ['doctor'], {
        cwd,
        env: { ...env, ...(path && { PATH: `${path}:${process.env.PATH}` }) },
      });
      return /Start the server: (.+)/.exec(doctor.stdout)?.[1];
    };
    expect(await hint('npx', shop)).toBe('npx footnote start');
    expect(await hint(join(modules, '.bin/footnote'), home)).toBe(`${join(modules, '.bin/footnote')} start`);
    await server.stop();
    // As npm install --global puts it: the packages below the prefix, and the command on the path.
    const prefix = join(home, 'prefix');
    for (const folder of ['lib', 'bin']) mkdirSync(join(prefix, folder), { recursive: true });
    renameSync(modules, join(prefix, 'lib/node_modules'));
    rmSync(join(prefix, 'lib/node_modules/.bin'), { recursive: true });
    symlinkSync('../lib/node_modules/@footnote/server/bin/footnote.cjs', join(prefix, 'bin/footnote'));
    expect(await hint('footnote', home, `${join(prefix, 'bin')}:${dirname(process.execPath)}`)).toBe('footnote start');
  });
});
