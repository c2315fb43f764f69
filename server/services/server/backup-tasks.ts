import type { BackupTask } from '@footnote/sdk/contract';
import type { Log } from '../../platform/log.ts';
import { errors } from '../errors.ts';
import type { OnProgress } from './backup-storage.ts';

interface Running {
  task: BackupTask;
  controller: AbortController;
  settled: Promise<unknown>;
}

/** What is done with backups takes long: one task at a time, which can be stopped, and tells its progress. */
export function createBackupTasks({ log, now }: { log: Log; now: () => number }) {
  let running: Running | null = null;
  return {
    /** Null if there is none. */
    current: (): BackupTask | null => running && { ...running.task },

    /** Throws 400 `backup_running`. */
    requireIdle(): void {
      if (running) throw errors.backupRunning();
    },

    /** Runs a task; there must be none. Resolves with why it failed; null if it did not, or was stopped. */
    run(
      { step, place, origin }: Pick<BackupTask, 'step' | 'place' | 'origin'>,
      work: (onProgress: OnProgress, signal: AbortSignal) => Promise<void>,
    ): Promise<string | null> {
      const controller = new AbortController();
      const started_at = new Date(now()).toISOString();
      const task: BackupTask = { step, place, origin, done: 0, total: 0, started_at };
      const onProgress: OnProgress = (current, done, total) => Object.assign(task, { step: current, done, total });
      const result = work(onProgress, controller.signal)
        .then(() => null)
        .catch((error: unknown) => {
          if (controller.signal.aborted) return null;
          log.error(step === 'examining' ? 'backup_unusable' : 'backup_failed', { place, origin, error });
          return error instanceof Error ? error.message : String(error);
        })
        .finally(() => {
          running = null;
        });
      running = { task, controller, settled: result };
      return result;
    },

    /** Stops the task. Does nothing if there is none. */
    async cancel(): Promise<void> {
      running?.controller.abort();
      await running?.settled;
    },
  };
}
