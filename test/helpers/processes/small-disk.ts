import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

/** A disk of 64 MB for the tests of one file. */
export interface SmallDisk {
  folder: string;
  /** Fills it with a file of somebody else, except for so many bytes. */
  fill(left?: number): void;
  /** Removes that file. */
  clear(): void;
}

/** Mounts one. Null if this user may not mount it: then the tests are skipped. */
export function mountSmallDisk(): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-small-disk-'));
  const filling = join(folder, 'filling');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    process.stderr.write('Skipped, as this user may not mount the small disk that the test fills.\n');
    return null;
  }
  afterAll(() => {
    execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, fill: (left = 0) => fill(filling, left), clear: () => rmSync(filling, { force: true }) };
}

/** In one step: bytes that a server gives back meanwhile, as it does on a disk that is nearly full, are not taken from it. */
function fill(path: string, left: number): void {
  for (let attempt = 1; ; attempt++) {
    rmSync(path, { force: true });
    const { bavail, bsize } = statfsSync(dirname(path));
    try {
      execFileSync('fallocate', ['--length', String(bavail * bsize - left), path], { stdio: 'pipe' });
      return;
    } catch (cause) {
      // A server has written since.
      if (attempt === 10) throw cause;
    }
  }
}
