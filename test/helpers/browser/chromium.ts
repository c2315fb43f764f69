import { delimiter, join } from 'node:path';
import { isExecutable } from '../processes/executable.ts';

// The shell is the same engine without the windows around it, which open a page in half the time.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The installed browser for tests that need one; undefined where there is none, and they name themselves as skipped. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}
