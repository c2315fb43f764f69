/** Builds the program of the server from its sources, as a few large files: `server/dist`, without what other builds write there. */
import { copyFileSync, cpSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { sbomOf } from './bundle/sbom.ts';
import { COMPILED_IN, compiledIn } from './locked-packages.ts';
import { writeNgrams } from './ngrams/write-ngrams.ts';

const SERVER = fileURLToPath(new URL('../server/', import.meta.url));
const DIST = join(SERVER, 'dist');
const ROOT = join(SERVER, '..');
/** What other builds write. */
const OTHERS = ['console', 'docs', 'packages', 'widget'];

/** The programs of processes and threads, and what a thread or a test of the build imports by its address. */
const ENTRIES = [
  'main.ts',
  '**/*-child.ts',
  '**/*-thread-main.ts',
  'ingestion/parse/parser-process.ts',
  'ingestion/git/git-process.ts',
  'engines/builtin/builtin-embedder.ts',
  'app.ts',
  'config/env.ts',
  'platform/log.ts',
  'commands/models/models.ts',
  'language/detect.ts',
  'services/access/origins.ts',
];

/** Files that the program reads at the place of the module that reads them. */
const FILES = [
  'engines/builtin/vectors.bin',
  'engines/builtin/vectors.md',
  'language/lexicon/wordnet.txt',
  ...['encoder.onnx', 'tokenizer.json', 'encoder.md', 'LICENSE'].map((name) => `engines/reader/${name}`),
];
const LOCKS = 'engines/packages/locks';

// The test runner, which builds missing parts before the tests, does not support import.meta.resolve.
const folderOf = (name: string) => dirname(findPackageJSON(name, import.meta.url) ?? '');
/** The detector's sizes that the server does not use: 8 of the package's 9 MB. */
const OTHER_SIZES = /\/(?:ngrams|entries)\/(?!(?:static\.)?extrasmall\.js$)/;

export async function buildServerProgram(): Promise<void> {
  mkdirSync(DIST, { recursive: true });
  for (const name of readdirSync(DIST))
    if (!OTHERS.includes(name)) rmSync(join(DIST, name), { recursive: true, force: true });
  const compiled = await bundleModules();
  writeFileSync(COMPILED_IN, JSON.stringify(compiled));
  writeFileSync(join(DIST, 'LICENSES.txt'), compiled.map(licenceOf).join('\n'));
  await copyAssets();
  const { version } = JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8')) as { version: string };
  // npm itself lists what it installs beside it.
  writeFileSync(join(DIST, 'sbom.cdx.json'), sbomOf(version, compiledIn()));
}

/** Asked for by `pg` in a property that is never read, and not installed. */
const NEVER_THERE = ['pg-native'];

/**
 * Each start of a process or thread finds, reads and links its modules one by one, and npm has to install each package
 * (.github/decisions/compiled-in-packages.md). Only packages with binaries, and those whose files are chosen by name, stay
 * dependencies. Returns the places of all others, in order.
 */
async function bundleModules(): Promise<string[]> {
  const { build } = await import('vite');
  const { dependencies } = JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8'));
  const paths = ENTRIES.flatMap((pattern) =>
    globSync(pattern, { cwd: SERVER, exclude: ['dist', 'node_modules', 'console'] }),
  );
  const places = new Set<string>();
  await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [placesOfSources, httpWithoutFetch, packagesIn(places)],
    ssr: { noExternal: true, external: [...Object.keys(dependencies), ...NEVER_THERE] },
    build: {
      ssr: true,
      outDir: DIST,
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: {
        // `depd` calls eval to name its functions.
        checks: { bundlerTimings: false, eval: false },
        input: Object.fromEntries(paths.map((path) => [path.replace(/\.ts$/, ''), join(SERVER, path)])),
        // A thread is told the name of the function that it calls.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          keepNames: true,
          comments: { jsdoc: false },
        },
      },
    },
  });
  return [...places].sort();
}

/**
 * Node reads every property of a module that is imported, also those of `node:http` that load the whole of `fetch`: a tenth of a
 * second of processor time in each start and most commands. What is had without an import is read when it is used.
 */
const httpWithoutFetch: Plugin = {
  name: 'http-without-fetch',
  enforce: 'pre',
  resolveId: (id) => (/^(?:node:)?http$/.test(id) ? '\0http' : null),
  load: (id) => (id === '\0http' ? "module.exports = process.getBuiltinModule('node:http');" : null),
};

/** Collects the places of the packages that are in the chunks. */
const packagesIn = (places: Set<string>): Plugin => ({
  name: 'packages-in-chunks',
  generateBundle(_, chunks) {
    const ids = Object.values(chunks).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
    for (const id of ids) {
      const [, place] = /^.*?\/(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
      if (place !== undefined) places.add(place);
    }
  },
});

/** The licence of a package, as its authors wrote it; where they have written none, what its manifest says. */
function licenceOf(place: string): string {
  const folder = join(ROOT, place);
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const named = `${license?.type ?? license}, by ${author?.name ?? author ?? 'its contributors'}`;
  return [`# ${name} ${version}`, ...(texts.length > 0 ? texts : [named])].join('\n\n').concat('\n');
}

/**
 * Leaves `import.meta.url` the address of its own module, at which the module finds files and programs beside it, though its code is
 * in another file.
 */
const placesOfSources: Plugin = {
  name: 'places-of-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(SERVER) || !code.includes('import.meta.url')) return null;
    const place = relative(SERVER, id).replace(/\.ts$/, '.js');
    return { code: code.replaceAll('import.meta.url', `new URL('${place}', __DIST__).href`), map: null };
  },
  renderChunk(code, { fileName }) {
    if (!code.includes('__DIST__')) return null;
    const up = '../'.repeat(fileName.split('/').length - 1) || './';
    return { code: code.replaceAll('__DIST__', `new URL('${up}', import.meta.url)`), map: null };
  },
};

async function copyAssets(): Promise<void> {
  // What is pinned of the engines, a folder each.
  cpSync(join(SERVER, LOCKS), join(DIST, LOCKS), { recursive: true });
  for (const file of FILES) {
    mkdirSync(dirname(join(DIST, file)), { recursive: true });
    copyFileSync(join(SERVER, file), join(DIST, file));
  }
  // Of ONNX Runtime's WebAssembly the smallest: 14 of the package's 139 MB.
  const webAssembly = 'ort-wasm-simd-threaded.wasm';
  copyFileSync(join(folderOf('onnxruntime-web'), 'dist', webAssembly), join(DIST, 'engines/reader', webAssembly));
  const eld = folderOf('eld');
  for (const part of ['LICENSE', 'src'])
    cpSync(join(eld, part), join(DIST, 'language/eld', part), {
      recursive: true,
      filter: (path) => !OTHER_SIZES.test(path),
    });
  const ngrams = 'src/ngrams/extrasmall.js';
  await writeNgrams(join(eld, ngrams), join(DIST, 'language/eld', ngrams));
  const tldts = folderOf('tldts');
  const suffixes = join(DIST, 'services/tldts');
  mkdirSync(suffixes, { recursive: true });
  copyFileSync(join(tldts, 'LICENSE'), join(suffixes, 'LICENSE'));
  // The Public Suffix List with its reader: 0.1 of the 3.7 MB of the package. No ES module, unlike the build.
  copyFileSync(join(tldts, 'dist/index.cjs.min.js'), join(suffixes, 'tldts.cjs'));
}

if (import.meta.main) await buildServerProgram();
