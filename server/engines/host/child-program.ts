import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The path of a child process's program, given as a URL relative to the module that starts it, without an extension.
 * The extension is that of the module: TypeScript in a checkout, JavaScript once built.
 */
export function childProgram(name: string, parentUrl: string): string {
  return fileURLToPath(new URL(`${name}${extname(parentUrl)}`, parentUrl));
}
