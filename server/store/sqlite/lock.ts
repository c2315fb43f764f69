import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createPrivateFile } from '../files/local-files.ts';

/** Holds the data directory for this process until released. */
export interface DirectoryLock {
  release(): void;
}

/**
 * Two processes on one embedded database would block each other's event loops, and each would take the other's jobs for
 * abandoned. The lock is an exclusive lock of SQLite on a separate small file: the operating system releases it when the
 * process ends, so a killed server never blocks the next start.
 */
export function lockDataDirectory(path: string, dataDir: string): DirectoryLock {
  createPrivateFile(path);
  const holder = new Database(path, { timeout: 0 });
  try {
    holder.pragma('journal_mode = delete');
    holder.exec('begin exclusive');
  } catch (cause) {
    holder.close();
    if (!isBusy(cause)) throw cause;
    throw new Error(
      `Another Footnote process is using the data directory ${dataDir}. Stop it first, or set DATA_DIR to another directory.`,
      { cause },
    );
  }
  return {
    release() {
      holder.exec('rollback');
      holder.close();
    },
  };
}

/** Reports whether a process is using the data directory. */
export function isHeld(dataDir: string): boolean {
  const lock = join(dataDir, 'footnote.lock');
  if (!existsSync(lock)) return false;
  try {
    lockDataDirectory(lock, dataDir).release();
    return false;
  } catch {
    return true;
  }
}

function isBusy(cause: unknown): boolean {
  return cause instanceof Database.SqliteError && cause.code.startsWith('SQLITE_BUSY');
}
