import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

const TOUCH_EVERY_MS = 60 * 60_000;
/** Its process has not touched it for a day, and so is gone. */
const STALE_MS = 24 * TOUCH_EVERY_MS;

/**
 * A directory of this process alone for files under way, below `dataDir`, which several processes may share. What others have
 * left there that were killed is removed after a day: whether they live cannot be told from another machine or container.
 */
export function openTemporaryDirectory(dataDir: string, now: () => number = Date.now) {
  const all = join(dataDir, 'temporary');
  mkdirSync(all, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(all)) {
    const path = join(all, name);
    const touched = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now();
    if (touched < now() - STALE_MS) rmSync(path, { recursive: true, force: true });
  }
  const path = mkdtempSync(join(all, 'replica-'));
  const timer = setInterval(() => {
    try {
      // A process that was asleep for longer than a day finds it removed.
      mkdirSync(path, { recursive: true, mode: 0o700 });
      utimesSync(path, now() / 1000, now() / 1000);
    } catch {
      // A disk that is full or gone is told by the upload that needs it.
      return;
    }
  }, TOUCH_EVERY_MS).unref();
  return {
    path,
    close(): void {
      clearInterval(timer);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
