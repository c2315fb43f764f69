import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file aside (mode 0600) and moves it into place: whoever reads it meanwhile reads the old one or the new, whole. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(aside, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
    await rename(aside, path);
  } finally {
    await file.close();
    await rm(aside, { force: true });
  }
}
