import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toolOrNull } from '../helpers/tools.ts';
import { installSdk, type PackedPackage, packedTarball, TSC } from '../sdk/packed.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const WIDGET = join(ROOT, 'widget');
const BIN = join(ROOT, 'node_modules/.bin/');

let application: PackedPackage;
let tarball: string;
let installed: string;

/** The application already has the packed SDK; Lit comes from this repository, so no registry is needed. */
beforeAll(() => {
  application = installSdk();
  tarball = packedTarball('widget');
  const modules = join(application.application, 'node_modules');
  installed = join(modules, '@footnote/widget');
  mkdirSync(installed);
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  for (const name of ['lit', 'lit-html', 'lit-element', '@lit', '@lit-labs', '@types', 'sugar-high'])
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
});
afterAll(() => application?.remove());

const attwProgram = await toolOrNull('attw');
const analyzer = await toolOrNull('cem');

describe('the packed widget', () => {
  it('passes publint', () => {
    const words = [join(BIN, 'publint'), 'run', '--strict', tarball];
    const publint = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect([publint.status, publint.stdout], publint.stdout).toEqual([0, expect.stringContaining('All good')]);
  });

  it.skipIf(attwProgram === null)('passes attw (which is installed at its first use)', () => {
    const left = ['--exclude-entrypoints', 'custom-elements.json', 'package.json'];
    const words = [attwProgram ?? '', '--profile', 'esm-only', ...left, '--', tarball];
    const attw = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(attw.status, attw.stdout + attw.stderr).toBe(0);
    expect(attw.stdout).toContain('@footnote/widget/define');
  });

  it('contains only its own modules: Lit, the SDK and what highlights code are imported', () => {
    expect(readdirSync(installed).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'custom-elements.json',
      'dist',
      'documentation',
      'module',
      'package.json',
    ]);
    const files = readdirSync(join(installed, 'module'), { recursive: true, encoding: 'utf8' });
    const imported = files
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => [...readFileSync(join(installed, 'module', name), 'utf8').matchAll(/from '([^.'][^']*)'/g)])
      .map(([, name]) => name);
    expect([...new Set(imported.map((name = '') => name.replace(/^(sugar-high)\/.*/, '$1')))].sort()).toEqual([
      '@footnote/sdk',
      'lit',
      'sugar-high',
    ]);
    const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(Object.keys(dependencies).sort()).toEqual(['@footnote/sdk', 'lit', 'sugar-high']);
  });

  it('can be imported without a browser, as in server-side rendering', () => {
    application.write(
      'server.js',
      `import { FootnoteChat } from '@footnote/widget';
      import '@footnote/widget/define';
      console.log(FootnoteChat.name, customElements.get('footnote-chat') === FootnoteChat);`,
    );
    expect(application.run('server.js')).toBe('FootnoteChat true\n');
  });

  it('has types for the element by name, its members and its events', () => {
    application.write(
      'application.ts',
      `import type { FootnoteChat, FootnoteChatEvents, Strings } from '@footnote/widget';
      import '@footnote/widget/define';
      const chat: FootnoteChat = document.createElement('footnote-chat');
      chat.getToken = async () => 'token';
      chat.strings = { title: 'Ask us' } satisfies Partial<Strings>;
      chat.addEventListener('footnote-answer', ({ detail }) => detail.citations.map(({ quote }) => quote satisfies string));
      document.addEventListener('footnote-token-expired', (event) => event.detail.refused satisfies boolean);
      export const asked: Promise<void> = chat.ask('When?');
      export const id: string | null = chat.conversationId;
      export type Names = keyof FootnoteChatEvents;
      // @ts-expect-error this mode does not exist
      chat.mode = 'sidebar';
      // @ts-expect-error only the server sets the id
      chat.conversationId = 'conv_1';
      // @ts-expect-error an answer has no such member
      chat.addEventListener('footnote-answer', ({ detail }) => detail.sources);`,
    );
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', '--types', ''];
    const module = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022'];
    application.run(TSC, '--noEmit', ...strict, ...module, '--lib', 'es2023,dom,dom.iterable', 'application.ts');
  });

  it('leaves nothing in a bundle that does not use it', async () => {
    const sizeOf = async (program: string) => {
      application.write('bundled.js', program);
      const result = await build({
        root: application.application,
        configFile: false,
        logLevel: 'silent',
        build: {
          write: false,
          target: 'es2022',
          lib: { entry: join(application.application, 'bundled.js'), formats: ['es'] },
          rolldownOptions: { external: /^lit/ },
        },
      });
      const [bundle] = Array.isArray(result) ? result : [result];
      if (!bundle || !('output' in bundle)) throw new Error('vite built nothing');
      return gzipSync(bundle.output[0].code, { level: 9 }).byteLength;
    };
    expect(await sizeOf("import '@footnote/widget';")).toBeLessThan(300);
    expect(await sizeOf("import '@footnote/widget/define';")).toBeGreaterThan(5000);
  });
});

describe('custom-elements.json', () => {
  it.skipIf(analyzer === null)('is up to date with the sources (by a tool that is installed at its first use)', () => {
    const folder = join(application.application, 'manifest');
    cpSync(join(WIDGET, 'src'), join(folder, 'src'), { recursive: true });
    for (const name of ['package.json', 'custom-elements-manifest.config.mjs'])
      cpSync(join(WIDGET, name), join(folder, name));
    const analyze = ['analyze', '--quiet', '--config', 'custom-elements-manifest.config.mjs'];
    execFileSync(process.execPath, [analyzer ?? '', ...analyze], { cwd: folder, stdio: 'pipe' });
    const [made, kept] = [folder, WIDGET].map((at) => readFileSync(join(at, 'custom-elements.json'), 'utf8'));
    expect(made, 'It is out of date: npm run manifest --workspace widget').toBe(kept);
  });

  it('names every attribute, event, part and custom property of the element, and nothing else', () => {
    const read = (path: string) => readFileSync(join(WIDGET, 'src', path), 'utf8');
    const [declaration] = JSON.parse(readFileSync(join(WIDGET, 'custom-elements.json'), 'utf8')).modules[0]
      .declarations;
    const named = (list: string) => declaration[list].map(({ name }: { name: string }) => name).sort();
    const found = (pattern: RegExp, paths: string[]) =>
      [...new Set(paths.flatMap((path) => [...read(path).matchAll(pattern)].map(([, name]) => name)))].sort();
    const sources = readdirSync(join(WIDGET, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.ts'),
    );
    expect(named('events')).toEqual(found(/'(footnote-[a-z-]+)': CustomEvent/g, ['base/events.ts']));
    expect(named('cssParts')).toEqual(
      found(/(?:\bpart="|\bpart=\$\{[^}']*'|\brenderPicture\(')([a-z-]+)["']/g, sources),
    );
    expect(named('cssProperties')).toEqual(found(/var\((--footnote-[a-z-]+)/g, sources));
    expect(named('attributes')).toEqual(
      [
        ...['accent', 'base-url', 'filter', 'locale', 'look', 'mode'],
        ...['open', 'position', 'project', 'search', 'theme', 'token'],
      ].sort(),
    );
    const methods = declaration.members.filter(({ kind }: { kind: string }) => kind === 'method');
    expect(methods.map(({ name }: { name: string }) => name)).toEqual([
      'show',
      'hide',
      'toggle',
      'ask',
      'search',
      'stop',
      'reset',
      'focus',
    ]);
  });
});
