/** Builds the widget where it has not been built since its sources last changed. Says so when it does, and only then. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Built last, so it is there and young only where all else is. */
const BUILT = join(ROOT, 'widget/dist/widget.js');
const SOURCES = ['widget/src', 'widget/vite.config.ts', 'widget/package.json', 'sdk/src', 'package-lock.json'];

/** True where the built file is missing, or older than a source. */
export function isStale(built: string, sources: string[]): boolean {
  if (!existsSync(built)) return true;
  const { mtimeMs } = statSync(built);
  return sources.some((path) => newestIn(path) > mtimeMs);
}

/** Builds the widget into `widget/dist` where that is needed; true where it was. */
export async function buildIfMissing(): Promise<boolean> {
  if (
    !isStale(
      BUILT,
      SOURCES.map((path) => join(ROOT, path)),
    )
  )
    return false;
  // Only now: loading the builder takes longer than all of the above.
  const { createBuilder } = await import('vite');
  const builder = await createBuilder({ configFile: join(ROOT, 'widget/vite.config.ts') });
  await builder.buildApp();
  return true;
}

/** Milliseconds since 1970 of the last change in a file, or in a folder and all below it. A removal changes a folder. */
function newestIn(path: string): number {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

if (import.meta.main) {
  const started = performance.now();
  if (await buildIfMissing())
    process.stdout.write(`Built the widget in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
}
