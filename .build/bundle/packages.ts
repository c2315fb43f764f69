import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { nameOf } from '../locked-packages.ts';
import { bytesOf, type Entry, type FileEntry, filesBelow } from './entries.ts';
import type { BundledPackage } from './sbom.ts';
import type { Target } from './targets.ts';

/** Type declarations and source maps. */
const NEVER_READ = /\.(?:d\.[cm]?ts|map)$/;

/** The widget within the server's npm package. The bundle has it beside the server. */
const WITHIN_PACKAGE = 'server/dist/widget/';

/** Folders with files for several platforms or for a compiler. Only names that begin with `keep` are included. */
const partlyRead = ({ name: target }: Target) => [
  { name: 'better-sqlite3', folder: 'prebuilds/', keep: `${target}.node` },
  { name: 'better-sqlite3', folder: 'deps/', keep: null },
  { name: 'better-sqlite3', folder: 'src/', keep: null },
];

/** The installed packages that the server needs. */
export interface Packages {
  entries: FileEntry[];
  /** Those of which there are entries, without those that stand for a package that is not needed (`.build/nothing`). */
  packages: BundledPackage[];
  count: number;
  /** The bytes of installed files that are not needed on this platform. */
  leftOut: number;
}

/** Returns the entries below `node_modules/`. Throws if npm finds the installation inconsistent. */
export async function packagesOf(root: string, target: Target): Promise<Packages> {
  const found: Packages = { entries: [], packages: [], count: 0, leftOut: 0 };
  const { packages: locked } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  for (const folder of await productionFolders(root)) {
    const place = relative(root, folder).split(sep).join('/');
    const name = nameOf(place);
    // The list has the packages within it as separate folders.
    const installed = await filesBelow(folder, place, (path) => path !== 'node_modules');
    const isWanted = (path: string) => isRead(name, path.slice(place.length + 1), target);
    const taken = installed.filter(({ path }) => isWanted(path));
    found.leftOut += bytesOf(installed) - bytesOf(taken);
    found.entries.push(...taken);
    if (taken.length === 0) continue;
    found.count += 1;
    const integrity = locked[place]?.integrity;
    if (integrity !== undefined) found.packages.push(await packageAt(folder, place, integrity));
  }
  return found;
}

async function packageAt(folder: string, place: string, integrity: string): Promise<BundledPackage> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const { name, version, license, dependencies, optionalDependencies, peerDependencies } = manifest;
  const needed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  return { place, name, version, license: String(license?.type ?? license), integrity, dependencies: needed };
}

/** The published files of a workspace, and the link through which others import it. */
export async function workspaceEntries(root: string, workspace: string): Promise<Entry[]> {
  const folder = join(root, workspace);
  const manifest = await readFile(join(folder, 'package.json'), 'utf8');
  const { name, files = ['dist'] } = JSON.parse(manifest) as { name: string; files?: string[] };
  const published = await filesBelow(folder, workspace, (file) => files.includes(file));
  return [
    { path: `${workspace}/package.json`, text: manifest, executable: false },
    ...published.filter(({ path }) => !NEVER_READ.test(path) && !path.startsWith(WITHIN_PACKAGE)),
    { path: `node_modules/${name}`, linkTo: `../../${workspace}` },
  ];
}

/** The folders of the server's dependencies, including transitive ones, without the workspaces. */
async function productionFolders(root: string): Promise<string[]> {
  const list = ['ls', '--omit=dev', '--parseable', '--all', '--workspace', 'server'];
  const npm = promisify(execFile)('npm', list, { cwd: root, maxBuffer: 2 ** 24 });
  const { stdout } = await npm.catch(({ stderr }: { stderr: string }) => {
    throw new Error(`the installed packages do not match package-lock.json. Run npm ci first.\n${stderr}`);
  });
  const own = join(root, 'node_modules/@footnote');
  const workspaces = new Set((await readdir(own)).map((name) => join(own, name)));
  const folders = stdout.split('\n').filter((folder) => folder.includes(`${sep}node_modules${sep}`));
  return [...new Set(folders)].filter((folder) => !workspaces.has(folder)).sort();
}

function isRead(name: string, path: string, target: Target): boolean {
  if (NEVER_READ.test(path)) return false;
  const rules = partlyRead(target).filter((rule) => rule.name === name && path.startsWith(rule.folder));
  return rules.every(({ folder, keep }) => keep !== null && path.slice(folder.length).startsWith(keep));
}
