import { existsSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The forms in which Footnote's command is typed. */
export interface CommandForm {
  /** For the directory in which this process was started: `npx footnote`, `/opt/footnote/footnote`. */
  here: string;
  /**
   * For Footnote's own folder. It reveals nothing about this machine, so anyone may see it: `npx footnote`, `./footnote`.
   */
  inItsFolder: string;
}

/**
 * The bundle, which is also in the container, has a script at its root. In a clone, npm links the command, and npx finds it
 * only inside the clone. Elsewhere, npx would download an unrelated package of that name from the registry.
 */
export function commandForm(root: string, directory: string): CommandForm {
  // Installed, the versions are in a folder "releases", and the operator's command is beside that.
  const [folder, releases] = [join(root, '../..'), basename(join(root, '..'))];
  const scripts = [...(releases === 'releases' ? [join(folder, 'footnote')] : []), join(root, 'footnote')];
  const script = scripts.find((path) => existsSync(path));
  if (script !== undefined) return { here: script, inItsFolder: './footnote' };
  const isInside = !/^(?:\.\.(?:[\\/]|$)|[\\/]|[A-Za-z]:)/.test(relative(root, directory));
  return {
    here: isInside ? 'npx footnote' : join(root, 'node_modules/.bin/footnote'),
    inItsFolder: 'npx footnote',
  };
}

const form = () =>
  commandForm(fileURLToPath(new URL('..', import.meta.resolve('@footnote/server/package.json'))), process.cwd());

/** The command for the directory in which this process was started. */
export const commandHere = (): string => form().here;

/** The same command with arguments, for hints. */
export const commandLine = (words: string): string => `${commandHere()} ${words}`;

/** The command for Footnote's own folder, for readers on another machine. */
export const commandInItsFolder = (): string => form().inItsFolder;
