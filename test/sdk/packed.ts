import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tarballOf } from '../../.build/packages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** The package as npm publishes it, installed in a separate application. */
export interface PackedPackage {
  /** The tarball. */
  tarball: string;
  /** The application's folder. */
  application: string;
  /** The package's folder in the application. */
  installed: string;
  /** Runs a Node.js program in the application; returns its output, or throws with it on failure. */
  run(...parameters: string[]): string;
  /** Writes a file of the application. */
  write(name: string, content: string | Uint8Array): void;
  remove(): void;
}

/** The package of a workspace, as the server offers it. */
export const packedTarball = (name: 'sdk' | 'widget'): string => join(ROOT, 'server/dist/packages', tarballOf(name));

/** Installs the package that the server offers, which global set-up has built. It has no dependencies, so no registry is needed. */
export function installSdk(): PackedPackage {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-package-'));
  const application = join(folder, 'application');
  mkdirSync(application);
  const execute = (command: string, parameters: string[], cwd: string) => {
    try {
      return execFileSync(command, parameters, { cwd, encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command} ${parameters.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
    }
  };
  const tarball = packedTarball('sdk');
  writeFileSync(join(application, 'package.json'), '{"name":"application","private":true,"type":"module"}');
  execute('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', tarball], application);
  return {
    tarball,
    application,
    installed: join(application, 'node_modules/@footnote/sdk'),
    run: (...parameters) => execute(process.execPath, parameters, application),
    write: (file, content) => writeFileSync(join(application, file), content),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
