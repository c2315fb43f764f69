import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HERE, type Target } from './targets.ts';

/** What npm reads of the workspace to install the server's packages. */
const MANIFESTS = ['package.json', 'package-lock.json', '.npmrc', '.build/nothing'];
const WORKSPACES = ['server', 'sdk', 'widget'];

/** Packages that are installed in a folder of their own. */
export interface Installation {
  /** The folder with `node_modules` and `package-lock.json`. */
  root: string;
  remove(): Promise<void>;
}

/**
 * The server's packages for a platform. Those of this machine are the ones of the clone; for another, npm installs them in a
 * temporary folder: it chooses by `os`, `cpu` and `libc` of each package, and compares its bytes with the lock file's hash. No
 * install script runs.
 */
export async function installFor(root: string, target: Target): Promise<Installation> {
  if (target.name === HERE) return { root, remove: async () => undefined };
  const files = [...MANIFESTS, ...WORKSPACES.map((name) => `${name}/package.json`)];
  return installed(root, files, target, ['--omit=dev', '--workspace=server']);
}

/** The package with the Node.js for that platform. */
export const installNode = (folder: string, target: Target): Promise<Installation> =>
  installed(folder, ['package.json', 'package-lock.json'], target, []);

async function installed(from: string, files: string[], target: Target, words: string[]): Promise<Installation> {
  const root = await mkdtemp(join(tmpdir(), 'footnote-install-'));
  const remove = () => rm(root, { recursive: true, force: true });
  try {
    for (const file of files) await cp(join(from, file), join(root, file), { recursive: true });
    const libc = target.platform === 'linux' ? ['--libc=glibc'] : [];
    const platform = [`--os=${target.platform}`, `--cpu=${target.arch}`, ...libc];
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await promisify(execFile)('npm', ['ci', ...platform, ...quiet, '--prefer-offline', ...words], { cwd: root });
    return { root, remove };
  } catch (error) {
    await remove();
    const why = (error as { stderr?: string }).stderr ?? (error as Error).message;
    throw new Error(`npm could not install the packages for ${target.name}.\n${why}`);
  }
}
