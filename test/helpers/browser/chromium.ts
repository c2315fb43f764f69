import { delimiter, join } from 'node:path';
import { isExecutable } from '../processes/executable.ts';

// The headless shell is the same engine without windows. It opens a page in half the time.
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of the installed browser; undefined if there is none, and tests that need one are skipped. */
export function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}
