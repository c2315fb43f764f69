import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { type Installation, installation } from './installation.ts';

/** The forms in which Footnote's command is typed. */
export interface CommandForm {
  /**
   * For the directory in which this process was started: `npx footnote`, `/opt/footnote/footnote`. In a container, for the
   * machine that it runs on, beside the server: `docker exec 3f9a1c2b5d7e footnote`.
   */
  here: string;
  /**
   * For Footnote's own folder, while the server is stopped. It reveals nothing about this machine, so anyone may see it:
   * `npx footnote`, `./footnote`, `docker compose run --rm footnote`.
   */
  inItsFolder: string;
}

/**
 * How the command of an installation is typed in a directory. `host` is the machine's name, which in a container is its id
 * and in a pod the pod's name. npx finds the command only inside the folder of a clone or project: elsewhere, it would
 * download an unrelated package of that name from the registry.
 */
export function commandForm({ form, root }: Installation, directory: string, host: string): CommandForm {
  switch (form) {
    case 'bundle':
      return { here: join(root, 'footnote'), inItsFolder: './footnote' };
    case 'container':
      return { here: `docker exec ${host} footnote`, inItsFolder: 'docker compose run --rm footnote' };
    case 'pod':
      return { here: `kubectl exec ${host} -- footnote`, inItsFolder: 'kubectl exec POD -- footnote' };
    case 'global':
      return { here: 'footnote', inItsFolder: 'footnote' };
    case 'clone':
    case 'project': {
      const isInside = !/^(?:\.\.(?:[\\/]|$)|[\\/]|[A-Za-z]:)/.test(relative(root, directory));
      return {
        here: isInside ? 'npx footnote' : join(root, 'node_modules/.bin/footnote'),
        inItsFolder: 'npx footnote',
      };
    }
  }
}

/** The commands that work in the server's own container: the others need a server that is stopped, or that cannot start. */
const BESIDE_THE_SERVER = new Set(['backup', 'export', 'doctor', 'eval', 'models list', 'COMMAND']);

/** What to type to run the command with these words. */
export function typedCommand(of: Installation, words: string, directory: string, host: string): string {
  const { here, inItsFolder } = commandForm(of, directory, host);
  if (of.form !== 'container' || BESIDE_THE_SERVER.has(words)) return `${here} ${words}`;
  if (BESIDE_THE_SERVER.has(words.split(' ')[0] ?? '')) return `${here} ${words}`;
  return words === 'start' ? 'docker compose up --detach' : `${inItsFolder} ${words}`;
}

const form = () => commandForm(installation(), process.cwd(), hostname());

/** The command for the directory in which this process was started. */
export const commandHere = (): string => form().here;

/** The same command with arguments, for hints. */
export const commandLine = (words: string): string => typedCommand(installation(), words, process.cwd(), hostname());

/** The command for Footnote's own folder, for readers on another machine. */
export const commandInItsFolder = (): string => form().inItsFolder;
