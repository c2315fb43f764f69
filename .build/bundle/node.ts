import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FileEntry, filesBelow } from './entries.ts';
import { type Installation, installNode } from './install-for.ts';
import type { BundledPackage } from './sbom.ts';
import { HERE, type Target } from './targets.ts';

const FOLDER = fileURLToPath(new URL('./node', import.meta.url));

/** The Node.js of a bundle, which is a package like the others. */
export interface BundledNode extends Omit<BundledPackage, 'place'> {
  entries: FileEntry[];
  remove(): Promise<void>;
}

/**
 * The Node.js for a platform: the one that npm installed in the clone, if it is of the version in the lock file beside this
 * module, else installed from that lock file. Null for a platform that the lock file does not have.
 */
export async function nodeFor(root: string, target: Target): Promise<BundledNode | null> {
  const lock = JSON.parse(await readFile(join(FOLDER, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity: string; os?: string; cpu?: string }>;
  };
  const found = Object.entries(lock.packages).find(([, { os, cpu }]) => os === target.platform && cpu === target.arch);
  if (found === undefined) return null;
  const [place, { version, integrity }] = found;
  const name = place.slice('node_modules/'.length);
  // The package "node" of the clone brings its own.
  const own = join(root, 'node_modules/node/node_modules', name);
  const isThere = target.name === HERE && (await versionAt(own)) === version;
  const { root: at, remove }: Installation = isThere
    ? { root: own, remove: async () => undefined }
    : await installNode(FOLDER, target).then((made) => ({ ...made, root: join(made.root, place) }));
  const files = await filesBelow(at, 'node', (file) => file === 'bin' || file === 'LICENSE');
  // npm and its links are not needed.
  const entries = files.filter(({ path }) => path === 'node/bin/node' || path === 'node/LICENSE');
  return { name, version, integrity, license: 'MIT', dependencies: [], entries, remove };
}

async function versionAt(folder: string): Promise<string | null> {
  const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
  return manifest === null ? null : (JSON.parse(manifest) as { version: string }).version;
}
