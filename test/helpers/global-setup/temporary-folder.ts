import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Four times what the tests have ever needed at the same time. */
const NEEDED_BYTES = 4e9;

/**
 * Has the tests keep their temporary files in memory where there is room: databases wait for the disk at each commit, which was a
 * quarter of the time of all tests.
 */
export function setup(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !hasRoomInMemory()) return;
  const folder = mkdtempSync(join(IN_MEMORY, 'footnote-tests-'));
  // As `/tmp`: some tests run programs as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function hasRoomInMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return Math.min(bavail * bsize, freemem()) >= NEEDED_BYTES && allowsPrograms();
}

/** Containers often mount it such that nothing in it can be run, as some tests do. */
function allowsPrograms(): boolean {
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === IN_MEMORY);
  return mount !== undefined && !mount.split(' ')[3]?.split(',').includes('noexec');
}
