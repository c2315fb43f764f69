import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { bytesOf, type Entry, type FileEntry, filesBelow } from './entries.ts';

/** The platform of the bundle, as Node names it: `linux-x64`. */
export const TARGET = `${process.platform}-${process.arch}`;

/** Packages that only the build needs. */
const NEVER_RUN = /^(?:@types\/.*|typescript|@typescript\/.*|@footnote\/sdk)$/;

/** Type declarations and source maps. */
const NEVER_READ = /\.(?:d\.[cm]?ts|map)$/;

/** The widget within the server's npm package. The bundle has it beside the server. */
const WITHIN_PACKAGE = 'server/dist/widget/';

/** Folders with files for several platforms or for a compiler. Only names that begin with `keep` are included. */
const PARTLY_READ = [
  { name: 'better-sqlite3', folder: 'prebuilds/', keep: `${TARGET}.node` },
  { name: 'better-sqlite3', folder: 'deps/', keep: null },
  { name: 'better-sqlite3', folder: 'src/', keep: null },
  { name: 'onnxruntime-node', folder: 'bin/napi-v6/', keep: `${process.platform}/${process.arch}/` },
];

/** Packages for a single platform that npm installs on other platforms, too. */
const ONE_PLATFORM = /^@node-llama-cpp\/(.+)$/;
const LLAMA_TARGET = TARGET.replace('darwin', 'mac').replace('win32', 'win');

/** The files of the installed packages that the server needs. */
export interface Packages {
  entries: FileEntry[];
  count: number;
  /** The bytes of installed files that are not needed on this platform. */
  leftOut: number;
}

/** Returns the entries below `node_modules/`. Throws if npm finds the installation inconsistent. */
export async function packagesOf(root: string): Promise<Packages> {
  const packages: Packages = { entries: [], count: 0, leftOut: 0 };
  for (const folder of await productionFolders(root)) {
    const place = relative(root, folder).split(sep).join('/');
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    // The list has the packages within it as separate folders.
    const installed = await filesBelow(folder, place, (path) => path !== 'node_modules');
    const taken = isForHere(name) ? installed.filter(({ path }) => isRead(name, path.slice(place.length + 1))) : [];
    if (taken.length > 0) packages.count += 1;
    packages.leftOut += bytesOf(installed) - bytesOf(taken);
    packages.entries.push(...taken);
  }
  return packages;
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

function isForHere(name: string): boolean {
  const platform = ONE_PLATFORM.exec(name)?.[1];
  return !NEVER_RUN.test(name) && (platform === undefined || `${platform}-`.startsWith(`${LLAMA_TARGET}-`));
}

function isRead(name: string, path: string): boolean {
  if (NEVER_READ.test(path)) return false;
  const rules = PARTLY_READ.filter((rule) => rule.name === name && path.startsWith(rule.folder));
  return rules.every(({ folder, keep }) => keep !== null && path.slice(folder.length).startsWith(keep));
}
