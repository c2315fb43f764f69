import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How a command of Footnote is written. */
export interface CommandForm {
  /** In the directory that this process was started in: `npx footnote`, `/opt/footnote/footnote`. */
  here: string;
  /** In Footnote's own folder. Says nothing about this machine, so anybody may read it: `npx footnote`, `./footnote`. */
  inItsFolder: string;
}

/**
 * The bundle, which the container holds as well, has a script at its root. In a clone npm links the command, and npx finds it
 * only from within the clone; elsewhere npx would ask the registry for a package of that name, which is a stranger's.
 */
export function commandForm(root: string, directory: string): CommandForm {
  const script = join(root, 'footnote');
  if (existsSync(script)) return { here: script, inItsFolder: './footnote' };
  const isInside = !/^(?:\.\.(?:[\\/]|$)|[\\/]|[A-Za-z]:)/.test(relative(root, directory));
  return {
    here: isInside ? 'npx footnote' : join(root, 'node_modules/.bin/footnote'),
    inItsFolder: 'npx footnote',
  };
}

const form = () =>
  commandForm(fileURLToPath(new URL('..', import.meta.resolve('@footnote/server/package.json'))), process.cwd());

/** As it can be typed in the directory that this process was started in. */
export const commandHere = (): string => form().here;

/** For hints: the same with what follows it. */
export const commandLine = (words: string): string => `${commandHere()} ${words}`;

/** As it can be typed in Footnote's folder, for who does not know where that is. */
export const commandInItsFolder = (): string => form().inItsFolder;
