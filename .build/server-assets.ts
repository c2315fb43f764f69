/** Copies what the server needs and the compiler does not copy into its build. */
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sbomOf } from './bundle/sbom.ts';
import { compiledIn } from './locked-packages.ts';

const SERVER = fileURLToPath(new URL('../server/', import.meta.url));
const FILES = ['engines/builtin/vectors.bin', 'engines/builtin/vectors.md', 'language/lexicon/wordnet.txt'];
const LOCKS = 'engines/packages/locks';

// The test runner, which builds missing parts before the tests, does not support import.meta.resolve.
const ELD = dirname(findPackageJSON('eld', import.meta.url) ?? '');
const TLDTS = dirname(findPackageJSON('tldts', import.meta.url) ?? '');
const MCP = dirname(findPackageJSON('@modelcontextprotocol/server', import.meta.url) ?? '');
/** The detector's sizes that the server does not use: 8 of the package's 9 MB. */
const OTHER_SIZES = /\/(?:ngrams|entries)\/(?!(?:static\.)?extrasmall\.js$)/;

export async function copyServerAssets(): Promise<void> {
  // What is pinned of the engines, a folder each.
  cpSync(join(SERVER, LOCKS), join(SERVER, 'dist', LOCKS), { recursive: true });
  for (const file of FILES) {
    const to = join(SERVER, 'dist', file);
    mkdirSync(dirname(to), { recursive: true });
    copyFileSync(join(SERVER, file), to);
  }
  const detector = join(SERVER, 'dist/language/eld');
  rmSync(detector, { recursive: true, force: true });
  for (const part of ['LICENSE', 'src'])
    cpSync(join(ELD, part), join(detector, part), { recursive: true, filter: (path) => !OTHER_SIZES.test(path) });
  const suffixes = join(SERVER, 'dist/services/tldts');
  mkdirSync(suffixes, { recursive: true });
  copyFileSync(join(TLDTS, 'LICENSE'), join(suffixes, 'LICENSE'));
  // The Public Suffix List with its reader: 0.1 of the 3.7 MB of the package. No ES module, unlike the build.
  copyFileSync(join(TLDTS, 'dist/index.cjs.min.js'), join(suffixes, 'tldts.cjs'));
  await bundleMcpSdk();
  await bundleStoreThread();
  const { version } = JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8')) as { version: string };
  // npm itself lists what it installs beside it.
  writeFileSync(join(SERVER, 'dist/sbom.cdx.json'), sbomOf(version, compiledIn()));
}

/**
 * One file of what is used of the SDK: a tenth of the 8 MB of its packages, which hold every module twice, with source maps. It
 * checks with zod, which the server has.
 */
async function bundleMcpSdk(): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: ['zod'] },
    build: {
      ssr: join(SERVER, 'mcp/sdk.ts'),
      outDir: join(SERVER, 'dist/mcp'),
      emptyOutDir: false,
      target: 'node24',
      rolldownOptions: { external: [/^zod(?:\/|$)/], output: { entryFileNames: 'sdk.js', codeSplitting: false } },
    },
  });
  copyFileSync(join(MCP, 'LICENSE'), join(SERVER, 'dist/mcp/LICENSE'));
}

/**
 * One file of all modules of the store's thread. A thread loads its modules at each start, with nothing of the main thread's: from
 * 90 files that took a third of the time in which a store is opened.
 */
async function bundleStoreThread(): Promise<void> {
  const { build } = await import('vite');
  const folder = 'store/sqlite/worker';
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: join(SERVER, folder, 'worker-thread-main.ts'),
      outDir: join(SERVER, 'dist', folder),
      emptyOutDir: false,
      target: 'node24',
      // Its packages stay where npm installs them.
      rolldownOptions: {
        external: /^[^./]/,
        output: { entryFileNames: 'worker-thread-main.js', codeSplitting: false },
      },
    },
  });
}

if (import.meta.main) await copyServerAssets();
