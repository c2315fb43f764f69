import { execFile } from 'node:child_process';
import {
  cpSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The workspaces that are packages, in the order in which they need each other. */
export const PACKAGES = ['sdk', 'widget', 'server'] as const;
export type Package = (typeof PACKAGES)[number];

/** The name of a package's file, which no new version changes: guides and the console name it. */
export const tarballOf = (name: Package): string => `footnote-${name}.tgz`;

/** Packs a workspace that has been built, as npm publishes it, into a folder. Returns the file. */
export async function packWorkspace(name: Package, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  // Within the folder, so that renaming the file does not leave its disk.
  const unfinished = mkdtempSync(join(folder, '.pack-'));
  try {
    const words = ['pack', '--silent', '--ignore-scripts', '--pack-destination', unfinished];
    const { stdout } = await promisify(execFile)('npm', words, { cwd: join(ROOT, name) });
    const file = join(folder, tarballOf(name));
    renameSync(join(unfinished, stdout.trim().split('\n').at(-1) ?? ''), file);
    return file;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** The name of the Python package's file, which pip installs from a server as well. */
export const PYTHON_PACKAGE = 'footnote-python.tgz';

/** Packs the sources of the Python package, which need no build. */
export async function packPython(folder: string): Promise<void> {
  const root = join(ROOT, 'sdk/python');
  const archive = pack();
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of files) {
    const path = relative(root, join(parentPath, name));
    if (/^tests|__pycache__|\.egg-info/.test(path)) continue;
    archive.entry({ name: `footnote-sdk/${path}` }, readFileSync(join(root, path)));
  }
  archive.finalize();
  await pipeline(archive, createGzip(), createWriteStream(join(folder, PYTHON_PACKAGE)));
}

/**
 * Copies the widget's build into the server's. In a clone the widget is a workspace of its own; the server's package contains
 * it, so that it needs neither the widget's package nor what that depends on.
 */
export function includeWidget(): void {
  const place = join(ROOT, 'server/dist/widget');
  rmSync(place, { recursive: true, force: true });
  cpSync(join(ROOT, 'widget/dist'), join(place, 'dist'), { recursive: true });
  const { name, version } = JSON.parse(readFileSync(join(ROOT, 'widget/package.json'), 'utf8'));
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version }));
}
