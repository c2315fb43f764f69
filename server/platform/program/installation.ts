import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How this copy of Footnote came onto the machine, which decides how its command is typed. */
export interface Installation {
  /**
   * A clone of the repository; the offline bundle; the bundle in a container, or in a pod of Kubernetes; the npm package in
   * the folder of a project; or the npm package for the whole machine (`npm install --global`).
   */
  form: 'clone' | 'bundle' | 'container' | 'pod' | 'project' | 'global';
  /** The folder of the clone, bundle or project. For the whole machine, the folder that holds its `node_modules`. */
  root: string;
}

/** The image has this file beside the bundle's script: the engines for containers leave no mark that they all share. */
const IN_IMAGE = '.container';

/** `packageFolder` holds the server's package.json, with symbolic links resolved; `hosts` is the text of the hosts file. */
export function installationOf(packageFolder: string, hosts: () => string = readHosts): Installation {
  const parent = dirname(packageFolder);
  if (existsSync(join(parent, 'footnote'))) {
    if (!existsSync(join(parent, IN_IMAGE))) return { form: 'bundle', root: bundleRoot(parent) };
    // In every pod, Kubernetes writes this as the first line.
    return { form: hosts().startsWith('# Kubernetes-managed hosts file') ? 'pod' : 'container', root: parent };
  }
  const modules = outermostModules(packageFolder);
  if (modules === null) return { form: 'clone', root: parent };
  return { form: existsSync(join(modules, '.bin/footnote')) ? 'project' : 'global', root: dirname(modules) };
}

/** Installed, the versions are in a folder "releases", and the operator's command is beside that. */
function bundleRoot(folder: string): string {
  const installed = dirname(dirname(folder));
  const isRelease = basename(dirname(folder)) === 'releases' && existsSync(join(installed, 'footnote'));
  return isRelease ? installed : folder;
}

/** The outermost folder `node_modules` around a folder: pnpm keeps packages several such folders deep. */
function outermostModules(folder: string): string | null {
  const parent = dirname(folder);
  if (parent === folder) return null;
  return outermostModules(parent) ?? (basename(folder) === 'node_modules' ? folder : null);
}

function readHosts(): string {
  try {
    return readFileSync('/etc/hosts', 'utf8');
  } catch {
    return '';
  }
}

/** The folder of the server's package.json, which is one further up where this file is built. */
function packageFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageFolder(dirname(folder));
}

/** The installation that this process belongs to. */
export const installation = (): Installation => installationOf(packageFolder(dirname(fileURLToPath(import.meta.url))));
