import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const LOCK = fileURLToPath(new URL('../node_modules/.cache/footnote-build.lock', import.meta.url));
const WAIT_MS = 200;

/** Runs `build` while no other process of this checkout builds: two of them would write into the same folders. */
export async function whileNobodyBuilds<Result>(build: () => Promise<Result>, lock = LOCK): Promise<Result> {
  while (!take(lock)) await setTimeout(WAIT_MS);
  try {
    return await build();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** A folder is created by one process only. That of a process which has ended is removed. */
function take(lock: string): boolean {
  mkdirSync(dirname(lock), { recursive: true });
  try {
    mkdirSync(lock);
  } catch {
    if (!isHeld(lock)) rmSync(lock, { recursive: true, force: true });
    return false;
  }
  writeFileSync(join(lock, 'pid'), String(process.pid));
  return true;
}

function isHeld(lock: string): boolean {
  let holder: number;
  try {
    holder = Number(readFileSync(join(lock, 'pid'), 'utf8'));
  } catch {
    // It has just been created, or just been removed.
    return true;
  }
  try {
    process.kill(holder, 0);
    return true;
  } catch {
    return false;
  }
}
