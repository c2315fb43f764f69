import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { bytesOf, type Entry, type FileEntry, filesBelow } from './entries.ts';

/** For which machines a bundle is made: `linux-x64`, as Node names them. */
export const TARGET = `${process.platform}-${process.arch}`;

/** Only the compiler reads them, or what builds the widget: the server runs without. */
const NEVER_RUN = /^(?:@types\/.*|typescript|@typescript\/.*|@footnote\/sdk)$/;

/** Type declarations and maps of sources. */
const NEVER_READ = /\.(?:d\.[cm]?ts|map)$/;

/** Folders of packages that are for several platforms, or for a compiler: only what begins with `keep` is taken. */
const PARTLY_READ = [
  { name: 'better-sqlite3', folder: 'prebuilds/', keep: `${TARGET}.node` },
  { name: 'better-sqlite3', folder: 'deps/', keep: null },
  { name: 'better-sqlite3', folder: 'src/', keep: null },
  { name: 'onnxruntime-node', folder: 'bin/napi-v6/', keep: `${process.platform}/${process.arch}/` },
];

/** Packages that are for one platform each, but which npm installs on others, too. */
const ONE_PLATFORM = /^@node-llama-cpp\/(.+)$/;
const LLAMA_TARGET = TARGET.replace('darwin', 'mac').replace('win32', 'win');

/** What the server needs of the installed packages. */
export interface Packages {
  entries: FileEntry[];
  count: number;
  /** Bytes that are installed and not needed on this platform. */
  leftOut: number;
}

/** Under `node_modules/`, as it is installed. Throws what npm complains about. */
export async function packagesOf(root: string): Promise<Packages> {
  const packages: Packages = { entries: [], count: 0, leftOut: 0 };
  for (const folder of await productionFolders(root)) {
    const place = relative(root, folder).split(sep).join('/');
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    // The packages within it are folders of their own in the list.
    const installed = await filesBelow(folder, place, (path) => path !== 'node_modules');
    const taken = isForHere(name) ? installed.filter(({ path }) => isRead(name, path.slice(place.length + 1))) : [];
    if (taken.length > 0) packages.count += 1;
    packages.leftOut += bytesOf(installed) - bytesOf(taken);
    packages.entries.push(...taken);
  }
  return packages;
}

/** What a workspace publishes, and the link under which the others find it. */
export async function workspaceEntries(root: string, workspace: string): Promise<Entry[]> {
  const folder = join(root, workspace);
  const manifest = await readFile(join(folder, 'package.json'), 'utf8');
  const { name, files = ['dist'] } = JSON.parse(manifest) as { name: string; files?: string[] };
  const published = await filesBelow(folder, workspace, (file) => files.includes(file));
  return [
    { path: `${workspace}/package.json`, text: manifest, executable: false },
    ...published.filter(({ path }) => !NEVER_READ.test(path)),
    { path: `node_modules/${name}`, linkTo: `../../${workspace}` },
  ];
}

/** The folders of the packages that the server asks for, and of those that these ask for, but not of the workspaces. */
async function productionFolders(root: string): Promise<string[]> {
  const list = ['ls', '--omit=dev', '--parseable', '--all', '--workspace', 'server'];
  const npm = promisify(execFile)('npm', list, { cwd: root, maxBuffer: 2 ** 24 });
  const { stdout } = await npm.catch(({ stderr }: { stderr: string }) => {
    throw new Error(`the installed packages are not those of package-lock.json; run npm ci first.\n${stderr}`);
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
