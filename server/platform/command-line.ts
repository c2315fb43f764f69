import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How to type a command of Footnote. */
export interface CommandForm {
  /** In the directory that this process was started in: `npx footnote`, `/opt/footnote/footnote`. */
  here: string;
  /**
   * In Footnote's own folder. It reveals nothing about this machine, so it may be shown to anybody: `npx footnote`,
   * `./footnote`.
   */
  inItsFolder: string;
}

/**
 * The bundle, which the container holds as well, has a script at its root. In a clone npm links the command, and npx finds it
 * only inside the clone; elsewhere npx would download an unrelated package of that name from the registry.
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

/** The command as typed in the directory that this process was started in. */
export const commandHere = (): string => form().here;

/** The same with its arguments, for hints. */
export const commandLine = (words: string): string => `${commandHere()} ${words}`;

/** The command as typed in Footnote's own folder, for readers on another machine. */
export const commandInItsFolder = (): string => form().inItsFolder;
