import type { Readable } from 'node:stream';
import type { BackupPlace, BackupSchedule, KeptBackup, RestorePreview, ServerBackups } from '@footnote/sdk/contract';
import type { Log } from '../../platform/log.ts';
import { requireConfirmation } from '../access/confirmation.ts';
import type { UserCredential } from '../access/credentials.ts';
import { errors } from '../errors.ts';
import { nextScheduled } from './backup-schedule.ts';
import type { BackupPlan, BackupStorage, OnProgress, RestorePlan } from './backup-storage.ts';
import { createBackupTasks } from './backup-tasks.ts';
import { createDownloadTickets } from './download-tickets.ts';

/** What the server says about its backups, but for the one that is being uploaded and how it is restarted. */
export type BackupReport = Omit<ServerBackups, 'upload' | 'restart'>;

/** Reads a whole backup, and says what a restore of it would do. */
type Examine = (onProgress: OnProgress, signal: AbortSignal) => Promise<RestorePreview>;

interface BackupServiceDeps {
  storage: BackupStorage;
  log: Log;
  now: () => number;
}

const CHECK_EVERY_MS = 30_000;
const SCHEDULE_OFF: BackupPlan = { schedule: null, setAt: 0, last: null };

const iso = (at: number) => new Date(at).toISOString();

export type BackupService = ReturnType<typeof createBackupService>;

/** The backups of a server, for its operator. One is made at a time. */
export function createBackupService({ storage, log, now }: BackupServiceDeps) {
  /** Undefined until a backup ends: then what came of the schedule before counts. */
  let failure: ServerBackups['last_failure'] | undefined;
  let examined: ServerBackups['examined'] = null;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  const tickets = createDownloadTickets(now);
  const tasks = createBackupTasks({ log, now });

  const requireSupport = () => {
    if (storage.unsupported !== null) throw errors.backupsUnsupported(storage.unsupported);
  };
  const requirePlace = (place: BackupPlace) => {
    requireSupport();
    if (place === 'bucket' && storage.bucket === null) throw errors.noBackupBucket();
  };
  const requireBackup = async (place: BackupPlace, name: string) => {
    if (!(await storage.list(place)).some((each) => each.name === name)) throw errors.notFound();
  };

  async function write(order: Parameters<BackupStorage['write']>[0]): Promise<string | null> {
    const { place, origin } = order;
    const error = await tasks.run({ step: 'writing', place, origin }, async (onProgress, signal) => {
      const { name, size } = await storage.write(order, onProgress, signal);
      failure = null;
      log.info('backup_made', { name, place, size });
    });
    if (error !== null) failure = { at: iso(now()), error };
    return error;
  }

  /** Runs a dry run, and keeps what comes of it for the report. */
  function beginExamination(place: BackupPlace, name: string, examine: Examine): void {
    tasks.requireIdle();
    examined = null;
    const ended = (result: Pick<NonNullable<typeof examined>, 'error' | 'preview'>) => {
      examined = { name, at: iso(now()), ...result };
    };
    const work = tasks.run({ step: 'examining', place, origin: 'console' }, async (onProgress, signal) => {
      ended({ error: null, preview: await examine(onProgress, signal) });
    });
    void work.then((error) => error !== null && ended({ error, preview: null }));
  }

  async function runScheduled(): Promise<void> {
    const plan = storage.unsupported === null ? await storage.readPlan() : SCHEDULE_OFF;
    const { schedule } = plan;
    if (closed || tasks.current() !== null || schedule === null || now() < nextScheduled(schedule, plan)) return;
    const at = now();
    const error = await write({ name: storage.newName('schedule'), place: schedule.place, origin: 'schedule' });
    // The schedule may have been changed meanwhile.
    await storage.storePlan({ ...(await storage.readPlan()), last: { at, error } });
    if (error === null) await prune(schedule);
  }

  /** Removes the oldest scheduled backups; others are kept until somebody deletes them. */
  async function prune({ place, keep }: BackupSchedule): Promise<void> {
    const scheduled = (await storage.list(place)).filter(({ origin }) => origin === 'schedule');
    for (const { name } of scheduled.toSorted((one, other) => other.at - one.at).slice(keep)) {
      await storage.remove(place, name);
      log.info('backup_removed', { name, place });
    }
  }

  const listed = async (place: BackupPlace): Promise<KeptBackup[]> =>
    (await storage.list(place)).map(({ at, ...backup }) => ({ ...backup, place, created_at: iso(at) }));

  /** A bucket that cannot be reached must not hide the folder. */
  async function bucketReport(): Promise<{ bucket: ServerBackups['bucket']; backups: KeptBackup[] }> {
    const { bucket } = storage;
    if (bucket === null) return { bucket: null, backups: [] };
    try {
      return { bucket: { ...bucket, error: null }, backups: await listed('bucket') };
    } catch (error) {
      return { bucket: { ...bucket, error: (error as Error).message }, backups: [] };
    }
  }

  return {
    async report(): Promise<BackupReport> {
      const { unsupported, folder } = storage;
      if (unsupported !== null) {
        const idle = { schedule: null, next_at: null, running: null, last_failure: null, backups: [] };
        const unrestored = { examined: null, planned_restore: null, last_restore: null };
        return { unsupported, folder, bucket: null, ...idle, ...unrestored };
      }
      const [plan, restore, kept, { bucket, backups }] = await Promise.all([
        storage.readPlan(),
        storage.readRestore(),
        listed('folder'),
        bucketReport(),
      ]);
      const { schedule, last } = plan;
      return {
        unsupported,
        folder,
        bucket,
        schedule,
        next_at: schedule && iso(Math.max(now(), nextScheduled(schedule, plan))),
        running: tasks.current(),
        last_failure: failure === undefined ? failureOf(last) : failure,
        examined,
        ...presentRestore(restore),
        backups: [...kept, ...backups].toSorted((one, other) => (one.created_at < other.created_at ? 1 : -1)),
      };
    },

    /** Begins a backup, unless one is being made, and returns its name. `report` shows its progress. Throws 400 `backup_running` and others. */
    async start(place: BackupPlace): Promise<string> {
      requirePlace(place);
      tasks.requireIdle();
      // Its failure is in the report.
      const name = storage.newName('console');
      void write({ name, place, origin: 'console' });
      return name;
    },

    /** Stops the backup that is being made. Does nothing if there is none. */
    cancel: (): Promise<void> => tasks.cancel(),

    /** Begins a dry run of a restore; `report` has what came of it. Throws 400 `backup_running`, and 404. */
    async examine(place: BackupPlace, name: string): Promise<void> {
      requirePlace(place);
      tasks.requireIdle();
      await requireBackup(place, name);
      beginExamination(place, name, (...how) => storage.examine(place, name, ...how));
    },

    /** Begins a dry run that is made by `work`, of a backup of the folder that is not listed yet. Throws 400 `backup_running`. */
    examineBy: (name: string, work: Examine): void => beginExamination('folder', name, work),
    /** Throws 400 `backups_unsupported`. */
    requireSupport,

    /** Plans the restore of the backup that was examined last, for the next start. Throws 400 `not_examined`. */
    async planRestore(credential: UserCredential, name: string): Promise<void> {
      requireConfirmation(credential, now());
      requireSupport();
      if (examined?.name !== name || examined.preview === null) throw errors.notExamined();
      await storage.planRestore({ name, at: now(), by: credential.userId });
      log.warn('restore_planned', { name });
    },

    /** Returns the name of the backup; null if none was planned. */
    async cancelRestore(): Promise<string | null> {
      if (storage.unsupported !== null) return null;
      const { planned } = await storage.readRestore();
      await storage.planRestore(null);
      return planned?.name ?? null;
    },

    async schedule(schedule: BackupSchedule | null): Promise<void> {
      requireSupport();
      if (schedule) requirePlace(schedule.place);
      const { last } = await storage.readPlan();
      await storage.storePlan({ schedule, setAt: now(), last });
    },

    /** A ticket with which anyone can download the backup once, within a minute. Throws 404. */
    async link(
      credential: UserCredential,
      place: BackupPlace,
      name: string,
    ): Promise<{ ticket: string; expiresAt: number }> {
      requireConfirmation(credential, now());
      requirePlace(place);
      await requireBackup(place, name);
      return tickets.issue({ place, name });
    },

    /** Throws 404. */
    async download(ticket: string): Promise<{ name: string; size: number; stream: Readable }> {
      const asked = tickets.take(ticket);
      const found = asked && (await storage.open(asked.place, asked.name));
      if (!asked || !found) throw errors.notFound();
      return { name: asked.name, ...found };
    },

    /** Throws 404. */
    async remove(credential: UserCredential, place: BackupPlace, name: string): Promise<void> {
      requireConfirmation(credential, now());
      requirePlace(place);
      if (!(await storage.remove(place, name))) throw errors.notFound();
    },

    /** Makes scheduled backups from now on. */
    startSchedule(): void {
      const check = () => runScheduled().catch((error) => log.error('backup_schedule_failed', { error }));
      void check();
      timer = setInterval(check, CHECK_EVERY_MS).unref();
    },

    /** Stops the backup that is being made. */
    async close(): Promise<void> {
      closed = true;
      if (timer) clearInterval(timer);
      await tasks.cancel();
    },
  };
}

function failureOf(last: BackupPlan['last']): ServerBackups['last_failure'] {
  return last?.error ? { at: iso(last.at), error: last.error } : null;
}

function presentRestore({ planned, last }: RestorePlan): Pick<ServerBackups, 'planned_restore' | 'last_restore'> {
  return {
    planned_restore: planned && { name: planned.name, planned_at: iso(planned.at) },
    last_restore: last && {
      name: last.name,
      at: iso(last.at),
      error: last.error,
      kept_in: last.aside,
      keys: last.keys,
    },
  };
}
