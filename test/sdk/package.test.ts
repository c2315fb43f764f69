import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const GZIP_LIMIT = 6 * 1024;

let folder: string;
let installed: string;

/** Runs a program of Node's in the folder of an application that has the package installed. */
const run = (...parameters: string[]) => execFileSync(process.execPath, parameters, { cwd: folder, encoding: 'utf8' });

describe('the package as it is published', () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'footnote-package-'));
    installed = join(folder, 'node_modules/@footnote/sdk');
    mkdirSync(installed, { recursive: true });
    cpSync(join(ROOT, 'sdk/package.json'), join(installed, 'package.json'));
    run(TSC, '-p', join(ROOT, 'sdk/tsconfig.build.json'), '--outDir', join(installed, 'dist'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('works in plain JavaScript', () => {
    const code = `
      import { Footnote, APIConnectionError } from '@footnote/sdk';
      import { fileFromPath } from '@footnote/sdk/node';
      import '@footnote/sdk/contract';
      const file = await fileFromPath('application.js');
      const call = new Footnote({ baseURL: 'http://a.test/v1', fetch: () => Promise.reject(), maxRetries: 0 }).sources.upload({ file });
      console.log(APIConnectionError.isInstance(await call.catch((error) => error)), file.name);`;
    writeFileSync(join(folder, 'application.js'), code);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    expect(run('application.js')).toBe('true application.js\n');
  });

  it('brings its types, under the strictest of settings and without Node’s own', () => {
    const code = `
      import { APIError, Footnote, type Page, type Source } from '@footnote/sdk';
      const { sources, chat } = new Footnote();
      export const page: Page<Source> = await sources.list('proj_1');
      for await (const { status } of sources.list('proj_1')) status satisfies string;
      export const [one]: [Source, Source[]] = [await sources.waitUntilReady(page.items[0]!), await sources.waitUntilReady(page.items)];
      export const codeOf = (error: unknown): string => (APIError.isInstance(error) ? error.code : '');
      // @ts-expect-error a question is a text
      chat.create('proj_1', { query: 7 });`;
    writeFileSync(join(folder, 'application.ts'), code);
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false', '--types', ''];
    const lib = ['--target', 'es2022', '--lib', 'es2023,dom,dom.iterable,dom.asynciterable'];
    for (const [module, resolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ] as const)
      run(TSC, '--noEmit', ...strict, ...lib, '--module', module, '--moduleResolution', resolution, 'application.ts');
  });

  it('has no dependency, and names none', () => {
    expect(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies');
    const files = readdirSync(join(installed, 'dist'), { recursive: true, encoding: 'utf8' });
    const code = files
      .filter((name) => /(?<!node)\.js$/.test(name))
      .map((name) => readFileSync(join(installed, 'dist', name), 'utf8'));
    expect(code.length).toBeGreaterThan(10);
    for (const text of code) expect(text).not.toMatch(/from ['"](?!\.)/);
  });

  it(`is at most ${GZIP_LIMIT} bytes in a page, compressed`, async () => {
    const result = await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        target: 'es2022',
        lib: { entry: join(installed, 'dist/index.js'), formats: ['iife'], name: 'sdk' },
      },
    });
    const [bundle] = Array.isArray(result) ? result : [result];
    if (!bundle || !('output' in bundle)) throw new Error('vite built nothing');
    const size = gzipSync(bundle.output[0].code, { level: 9 }).byteLength;
    expect(size).toBeGreaterThan(1_000);
    expect(size).toBeLessThanOrEqual(GZIP_LIMIT);
  });
});
