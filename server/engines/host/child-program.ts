import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file of a child's program beside this one, in the form that this file runs in: TypeScript from a checkout, JavaScript once built. */
export function childProgram(name: string): string {
  return fileURLToPath(new URL(`./${name}${extname(import.meta.url)}`, import.meta.url));
}
