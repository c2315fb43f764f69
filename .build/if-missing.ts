/** Builds everything that is older than its sources. Prints what it builds. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whileNobodyBuilds } from './build-lock.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * A build: the file that is written last, its sources, and how it is built. Paths are relative to the root.
 * What only a build needs is imported by its `run`: every command in a clone asks whether there is something to build.
 */
interface Build {
  built: string;
  sources: string[];
  run(): Promise<void>;
}

const BUILDS = {
  /** Node can run the TypeScript sources, but removing the types takes half of the start. */
  server: {
    built: 'server/dist/main.js',
    sources: ['server', 'sdk/src/contract', '.build/server-program.ts', '.build/ngrams', 'package-lock.json'],
    async run() {
      const { buildServerProgram } = await import('./server-program.ts');
      await buildServerProgram();
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
      '.build/published.ts',
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
  /** The SDK for those who install it. Within the workspace, its sources are used. */
  sdk: {
    built: 'sdk/dist/index.js',
    sources: ['sdk/src', 'sdk/tsconfig.build.json', 'package-lock.json'],
    async run() {
      compile('sdk/tsconfig.build.json');
      removeStale('sdk/dist', 'sdk/src');
    },
  },
  /** The widget for those who install it. */
  modules: {
    built: 'widget/module/index.js',
    sources: ['widget/src', 'widget/tsconfig.build.json', 'sdk/src', 'package-lock.json'],
    async run() {
      compile('widget/tsconfig.build.json');
      removeStale('widget/module', 'widget/src');
    },
  },
  /** The widget within the server's package. */
  'widget copy': {
    built: 'server/dist/widget/package.json',
    sources: ['widget/dist', 'widget/package.json', '.build/packages.ts'],
    async run() {
      const { includeWidget } = await import('./packages.ts');
      includeWidget();
    },
  },
  /** The packages that the server offers for installation. Built after everything that they contain. */
  packages: {
    built: 'server/dist/packages/footnote-widget.tgz',
    sources: ['sdk', 'widget', '.build/packages.ts'],
    async run() {
      const { packPython, packWorkspace } = await import('./packages.ts');
      const folder = join(ROOT, 'server/dist/packages');
      for (const name of ['sdk', 'widget'] as const) await packWorkspace(name, folder);
      await packPython(folder);
    },
  },
} satisfies Record<string, Build>;

function compile(project: string): void {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', join(ROOT, project), '--noCheck']);
}

/** Deletes what was compiled from sources that are gone, or it would be published. */
function removeStale(built: string, sources: string): void {
  for (const path of readdirSync(join(ROOT, built), { recursive: true, encoding: 'utf8' })) {
    const [, name] = /^(.+?)(?:\.d\.ts|\.js)$/.exec(path) ?? [];
    if (name !== undefined && !existsSync(join(ROOT, sources, `${name}.ts`))) rmSync(join(ROOT, built, path));
  }
}

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
const MADE = new Set(['dist', 'module', 'node_modules', 'data']);

/** The time of the last change of a file, or of anything in a folder, in milliseconds since 1970. A removal changes a folder. */
function newestIn(path: string): number {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  const inside = readdirSync(path).filter((name) => !MADE.has(name));
  // Creating "dist" changes its parent folder, so the time of a folder that contains one is ignored.
  const own = existsSync(join(path, 'dist')) ? 0 : entry.mtimeMs;
  return Math.max(own, ...inside.map((name) => newestIn(join(path, name))));
}

/** Runs all builds that are needed, in their order. `onBuilt` is called with the name of each and the seconds it took. */
export async function buildAllMissing(onBuilt: (name: string, seconds: number) => void = () => {}): Promise<void> {
  for (const name of Object.keys(BUILDS) as (keyof typeof BUILDS)[]) {
    const started = performance.now();
    if (await buildIfMissing(name)) onBuilt(name, (performance.now() - started) / 1000);
  }
}

if (import.meta.main) {
  await buildAllMissing((name, seconds) => process.stdout.write(`Built the ${name} in ${seconds.toFixed(1)} s.\n`));
}
