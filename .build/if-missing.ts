/** Builds the server, the widget, the console and the API reference if they are older than their sources. Prints what it builds. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whileNobodyBuilds } from './build-lock.ts';
import { copyServerAssets } from './server-assets.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** A build: the file that is written last, its sources, and how it is built. Paths are relative to the root. */
interface Build {
  built: string;
  sources: string[];
  run(): Promise<void>;
}

const BUILDS = {
  /** Node can run the TypeScript sources, but removing the types takes half of the start, also for each document's process. */
  server: {
    built: 'server/dist/main.js',
    sources: ['server', 'sdk/src/contract', '.build/server-assets.ts', 'package-lock.json'],
    async run() {
      const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
      execFileSync(process.execPath, [compiler, '-p', join(ROOT, 'server/tsconfig.build.json'), '--noCheck']);
      copyServerAssets();
    },
  },
  widget: {
    built: 'widget/dist/widget.js.gz',
    sources: [
      'widget/src',
      'widget/vite.config.ts',
      '.build/precompress.ts',
      'widget/package.json',
      'sdk/src',
      'package-lock.json',
    ],
    async run() {
      // Imported only if needed: loading the builder takes longer than finding out that there is nothing to build.
      const { createBuilder } = await import('vite');
      const builder = await createBuilder({ configFile: join(ROOT, 'widget/vite.config.ts') });
      await builder.buildApp();
    },
  },
  /** Built after the widget, as it contains the name of the widget's file. */
  console: {
    built: 'server/dist/console/index.html.gz',
    sources: [
      'server/console',
      'widget/src',
      'widget/vite.config.ts',
      '.build/precompress.ts',
      'widget/package.json',
      'sdk/src',
      'package-lock.json',
    ],
    async run() {
      const { build } = await import('vite');
      await build({ configFile: join(ROOT, 'server/console/vite.config.ts') });
    },
  },
  /** The API reference. */
  reference: {
    built: 'server/dist/docs/redoc.js.gz',
    sources: ['.build/api-reference.ts', '.build/precompress.ts', 'package-lock.json'],
    async run() {
      const { buildApiReference } = await import('./api-reference.ts');
      buildApiReference();
    },
  },
} satisfies Record<string, Build>;

/** True if the built file is missing or older than a source. */
export function isStale(built: string, sources: string[]): boolean {
  if (!existsSync(built)) return true;
  const { mtimeMs } = statSync(built);
  return sources.some((path) => newestIn(path) > mtimeMs);
}

/** Runs a build if it is needed; true if it was. */
export async function buildIfMissing(name: keyof typeof BUILDS): Promise<boolean> {
  const { built, sources, run } = BUILDS[name];
  const inRoot = (path: string) => join(ROOT, path);
  const isNeeded = () => isStale(inRoot(built), sources.map(inRoot));
  if (!isNeeded()) return false;
  return whileNobodyBuilds(async () => {
    // Another process may have built it meanwhile.
    if (!isNeeded()) return false;
    await run();
    return true;
  });
}

/** Folders of generated files: builds, installed packages, and data of the server. */
const MADE = new Set(['dist', 'node_modules', 'data']);

/** The time of the last change of a file, or of anything in a folder, in milliseconds since 1970. A removal changes a folder. */
function newestIn(path: string): number {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  const inside = readdirSync(path).filter((name) => !MADE.has(name));
  // Creating "dist" changes its parent folder, so the time of a folder that contains one is ignored.
  const own = existsSync(join(path, 'dist')) ? 0 : entry.mtimeMs;
  return Math.max(own, ...inside.map((name) => newestIn(join(path, name))));
}

if (import.meta.main) {
  for (const name of ['server', 'widget', 'console', 'reference'] as const) {
    const started = performance.now();
    if (await buildIfMissing(name))
      process.stdout.write(`Built the ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
  }
}
