import { accessSync, constants } from 'node:fs';

/** Is there a program at that path that we may run? */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
