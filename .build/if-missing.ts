/** Builds the server, the widget, the console and the API reference where they have not been built since their sources last changed. Says so when it does, and only then. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyServerAssets } from './server-assets.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Something that is built: the file that is written last, what it is made from, and how. Paths are relative to the root. */
interface Build {
  built: string;
  sources: string[];
  run(): Promise<void>;
}

const BUILDS = {
  /** Node runs the TypeScript as it is, but taking the types out again at each start costs half of the start, and as much for each document's own process. */
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
      // Only now: loading the builder takes longer than finding out that nothing is to be built.
      const { createBuilder } = await import('vite');
      const builder = await createBuilder({ configFile: join(ROOT, 'widget/vite.config.ts') });
      await builder.buildApp();
    },
  },
  /** After the widget, as it names the widget's file. */
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
  /** What shows the API reference. */
  reference: {
    built: 'server/dist/docs/redoc.js.gz',
    sources: ['.build/api-reference.ts', '.build/precompress.ts', 'package-lock.json'],
    async run() {
      const { buildApiReference } = await import('./api-reference.ts');
      buildApiReference();
    },
  },
} satisfies Record<string, Build>;

/** True where the built file is missing, or older than a source. */
export function isStale(built: string, sources: string[]): boolean {
  if (!existsSync(built)) return true;
  const { mtimeMs } = statSync(built);
  return sources.some((path) => newestIn(path) > mtimeMs);
}

/** Builds one of them where that is needed; true where it was. */
export async function buildIfMissing(name: keyof typeof BUILDS): Promise<boolean> {
  const { built, sources, run } = BUILDS[name];
  const inRoot = (path: string) => join(ROOT, path);
  if (!isStale(inRoot(built), sources.map(inRoot))) return false;
  await run();
  return true;
}

/** Not made by a person: what is built, what is installed, and what the compiler and the server keep. */
const MADE = new Set(['dist', 'node_modules', 'data']);

/** Milliseconds since 1970 of the last change in a file, or in a folder and all below it. A removal changes a folder. */
function newestIn(path: string): number {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  const inside = readdirSync(path).filter((name) => !MADE.has(name));
  // Making "dist" changes the folder that it is made in, so of a folder's own time nothing follows where it holds one.
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
