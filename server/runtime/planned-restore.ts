import { join, resolve } from 'node:path';
import { createBackupFolder } from '../backup/backup-folder.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { type RestorePlan, readRestorePlan, storeRestorePlan } from '../backup/restore-plan.ts';
import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import type { RecordedAction } from '../services/accounts/audit-log.ts';
import { lockDataDirectory } from '../store/sqlite/lock.ts';
import type { Store } from '../store/types.ts';

/** API keys beyond this number are not listed. */
const NAMED_KEYS = 100;

/** What has just been restored, and by whom. */
export type PlannedRestore = NonNullable<RestorePlan['planned']>;

/**
 * Restores the backup that the operator has chosen in the console, before anything else of the server starts. If it cannot, the
 * server starts with its present data, and the console says why. A server that is killed meanwhile tries again at its next start.
 * Returns what has been restored; null for nothing.
 */
export async function restorePlanned(
  { dataDir: folder, backupDir, databaseUrl }: Env,
  log: Log,
): Promise<PlannedRestore | null> {
  if (databaseUrl !== null) return null;
  const dataDir = resolve(folder);
  const { planned } = await readRestorePlan(dataDir);
  if (planned === null) return null;
  const { name, at } = planned;
  const file = createBackupFolder(backupDir).pathOf(name);
  const lock = lockDataDirectory(join(dataDir, 'footnote.lock'), dataDir);
  try {
    log.info('restore_started', { name });
    const signal = new AbortController().signal;
    const { aside, keys } = await restoreBackup({ dataDir, file, signal, onProgress: () => undefined });
    const named = keys.keys
      .slice(0, NAMED_KEYS)
      .map(({ name: key, prefix, project }) => ({ name: key, prefix, project }));
    await storeRestorePlan(dataDir, { planned: null, last: { name, at: Date.now(), error: null, aside, keys: named } });
    log.info('restored', { name, aside });
    return planned;
  } catch (error) {
    log.error('restore_failed', { name, error });
    const failed = { name, at, error: (error as Error).message, aside: null, keys: [] };
    await storeRestorePlan(dataDir, { planned: null, last: failed });
    return null;
  } finally {
    lock.release();
  }
}

/** Keeps in the audit log of the restored data that it has been restored: the entry of the order is in the former data. */
export async function recordRestore(
  store: Pick<Store, 'auditLog' | 'users' | 'now'>,
  { name, by }: PlannedRestore,
): Promise<void> {
  if ((await store.users.byId(by)) === null) return;
  await store.auditLog.append({
    userId: by,
    action: 'command.restore' satisfies RecordedAction,
    at: store.now(),
    actor: { kind: 'command', id: null },
    outcome: 'done',
    projectId: null,
    targetId: name,
    fields: [],
    client: null,
    addressHash: null,
  });
}
