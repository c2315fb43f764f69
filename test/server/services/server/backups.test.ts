import { Readable } from 'node:stream';
import type { BackupSchedule, RestorePreview } from '@footnote/sdk/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../../server/platform/log.ts';
import { nextScheduled } from '../../../../server/services/server/backup-schedule.ts';
import type {
  BackupPlan,
  BackupStorage,
  RestorePlan,
  StoredBackup,
} from '../../../../server/services/server/backup-storage.ts';
import { createBackupService } from '../../../../server/services/server/backups.ts';

const HOUR = 60 * 60_000;
const MIDNIGHT = Date.parse('2026-11-24T00:00:00Z');
const daily = { at: '03:00', every_hours: null };
const hourly = { at: null, every_hours: 6 };

describe('the next scheduled backup', () => {
  const due = (
    schedule: Pick<BackupSchedule, 'at' | 'every_hours'>,
    setAt: number,
    last: { at: number; error: string | null } | null = null,
  ) => (nextScheduled(schedule, { setAt: MIDNIGHT + setAt * HOUR, last }) - MIDNIGHT) / HOUR;
  const at = (hour: number, error: string | null = null) => ({ at: MIDNIGHT + hour * HOUR, error });

  it.each([
    ['is at its time of the same day', due(daily, 1), 3],
    ['or of the next', due(daily, 4), 27],
    ['and a day after the last', due(daily, 1, at(3)), 27],
    ['by an interval, it is at once', due(hourly, 1), 1],
    ['then an interval after the last', due(hourly, 1, at(2)), 8],
    ['is tried again an hour after a failure', due(daily, 1, at(3, 'The disk is full.')), 4],
    ['or when it is due, if that is earlier', due({ at: null, every_hours: 1 }, 1, at(2, 'No.')), 3],
    ['follows a changed schedule, whatever came of the former', due(daily, 5, at(4, 'No.')), 27],
  ])('%s', (_what, found, expected) => {
    expect(found).toBe(expected);
  });
});

describe('the backups of a server', () => {
  let kept: StoredBackup[];
  let plan: BackupPlan;
  let restore: RestorePlan;
  let failing: Error | null;
  /** Lets the backup that is being written end. */
  let finish: (() => void) | null;
  let lines: string[];
  let held: boolean;

  function start(options: Partial<BackupStorage> = {}) {
    const storage: BackupStorage = {
      ...{ unsupported: null, folder: '/backups', bucket: null },
      list: async () => kept,
      open: async (_place, name) => {
        const found = kept.find((each) => each.name === name);
        return found ? { size: found.size, stream: Readable.from(['x']) } : null;
      },
      remove: async (_place, name) => {
        const before = kept.length;
        kept = kept.filter((each) => each.name !== name);
        return kept.length < before;
      },
      newName: (origin) => `${origin}-${kept.length}-${Date.now()}.fnb`,
      async write({ name, origin }, onProgress, signal) {
        onProgress('writing', 1, 2);
        await new Promise<void>((resolve, reject) => {
          finish = resolve;
          if (!held) resolve();
          signal.addEventListener('abort', () => reject(signal.reason));
        });
        if (failing) throw failing;
        const made = { name, size: 1, at: Date.now(), origin };
        kept.push(made);
        return made;
      },
      async examine(_place, name) {
        if (name === 'damaged.fnb') throw new Error(`${name} is damaged: its end is missing.`);
        return { footnote: '0.1.0' } as RestorePreview;
      },
      readRestore: async () => restore,
      async planRestore(planned) {
        restore = { planned, last: restore.last };
      },
      readPlan: async () => plan,
      async storePlan(next) {
        plan = next;
      },
      ...options,
    };
    return createBackupService({ storage, log: createLog((line) => lines.push(line)), now: () => Date.now() });
  }
  type Service = ReturnType<typeof createBackupService>;
  const fresh = () => ({ confirmedAt: Date.now() }) as Parameters<Service['link']>[0];

  beforeEach(() => {
    kept = [];
    plan = { schedule: null, setAt: 0, last: null };
    restore = { planned: null, last: null };
    failing = null;
    finish = null;
    lines = [];
    held = false;
    vi.useFakeTimers({ now: MIDNIGHT });
  });
  afterEach(() => vi.useRealTimers());
  const pass = (hours: number) => vi.advanceTimersByTimeAsync(hours * HOUR);

  it('are made when they are due, and the oldest scheduled ones go', async () => {
    kept = [{ name: 'by-hand.fnb', size: 1, at: 0, origin: 'console' }];
    const backups = start();
    await backups.schedule({ ...hourly, keep: 2, place: 'folder' });
    backups.startSchedule();
    await pass(0.1);
    expect((await backups.report()).next_at).toBe('2026-11-24T06:00:00.000Z');
    await pass(23);
    expect(kept.map(({ at }) => (at - MIDNIGHT) / HOUR).map(Math.round)).toEqual([
      Math.round(-MIDNIGHT / HOUR),
      12,
      18,
    ]);
    await backups.schedule(null);
    await pass(24);
    expect(kept).toHaveLength(3);
    await backups.close();
  });

  it('say why one failed until one has not', async () => {
    failing = new Error('The disk is full.');
    const backups = start();
    await backups.schedule({ ...hourly, keep: 2, place: 'folder' });
    backups.startSchedule();
    await pass(0.1);
    expect((await backups.report()).last_failure).toEqual({ at: expect.any(String), error: 'The disk is full.' });
    // The next process knows as well.
    expect((await start().report()).last_failure?.error).toBe('The disk is full.');
    expect(lines.join()).toContain('backup_failed');
    failing = null;
    await pass(1.1);
    expect(await backups.report()).toMatchObject({ last_failure: null, backups: [{ origin: 'schedule' }] });
    await backups.close();
  });

  it('say nothing of a scheduled one that failed once one by hand has not', async () => {
    failing = new Error('The disk is full.');
    const backups = start();
    await backups.schedule({ ...hourly, keep: 2, place: 'folder' });
    backups.startSchedule();
    await pass(0.1);
    failing = null;
    await backups.start('folder');
    await pass(0.1);
    expect(await backups.report()).toMatchObject({ last_failure: null, backups: [{ origin: 'console' }] });
    await backups.close();
  });

  it('are made one at a time, and can be stopped', async () => {
    held = true;
    const backups = start();
    await backups.start('folder');
    await expect(backups.start('folder')).rejects.toMatchObject({ code: 'backup_running' });
    expect((await backups.report()).running).toMatchObject({ origin: 'console', step: 'writing', done: 1, total: 2 });
    await backups.cancel();
    expect(await backups.report()).toMatchObject({ running: null, last_failure: null, backups: [] });
    await backups.start('folder');
    finish?.();
    await vi.advanceTimersByTimeAsync(1);
    expect((await backups.report()).backups).toHaveLength(1);
    await backups.close();
  });

  it('can be downloaded once with a link, within a minute, by who has just given the password', async () => {
    kept = [{ name: 'a.fnb', size: 1, at: 0, origin: 'other' }];
    const backups = start();
    const late = { confirmedAt: Date.now() - HOUR } as Parameters<Service['link']>[0];
    await expect(backups.link(late, 'folder', 'a.fnb')).rejects.toMatchObject({ code: 'confirmation_required' });
    await expect(backups.remove(late, 'folder', 'a.fnb')).rejects.toMatchObject({ code: 'confirmation_required' });
    await expect(backups.link(fresh(), 'folder', 'b.fnb')).rejects.toMatchObject({ code: 'not_found' });
    const { ticket } = await backups.link(fresh(), 'folder', 'a.fnb');
    expect(await backups.download(ticket)).toMatchObject({ name: 'a.fnb', size: 1 });
    await expect(backups.download(ticket)).rejects.toMatchObject({ code: 'not_found' });
    const { ticket: second } = await backups.link(fresh(), 'folder', 'a.fnb');
    vi.setSystemTime(MIDNIGHT + 2 * HOUR);
    await expect(backups.download(second)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are restored at the next start after a dry run of the same backup that found nothing wrong', async () => {
    kept = ['a.fnb', 'damaged.fnb'].map((name) => ({ name, size: 1, at: 0, origin: 'other' }));
    const backups = start();
    const plan = (name: string) => backups.planRestore({ ...fresh(), userId: 'usr_1' }, name);
    const refused = { code: 'not_examined' };
    const examine = async (name: string) => {
      await backups.examine('folder', name);
      await vi.advanceTimersByTimeAsync(1);
      return (await backups.report()).examined;
    };
    await expect(plan('a.fnb')).rejects.toMatchObject(refused);
    await expect(backups.examine('folder', 'none.fnb')).rejects.toMatchObject({ code: 'not_found' });
    expect(await examine('damaged.fnb')).toMatchObject({
      error: 'damaged.fnb is damaged: its end is missing.',
      preview: null,
    });
    await expect(plan('damaged.fnb')).rejects.toMatchObject(refused);
    expect(await examine('a.fnb')).toMatchObject({ name: 'a.fnb', error: null, preview: { footnote: '0.1.0' } });
    await expect(plan('damaged.fnb')).rejects.toMatchObject(refused);
    const late = { confirmedAt: Date.now() - HOUR } as Parameters<Service['link']>[0];
    await expect(backups.planRestore(late, 'a.fnb')).rejects.toMatchObject({ code: 'confirmation_required' });
    await plan('a.fnb');
    expect(restore.planned).toEqual({ name: 'a.fnb', at: Date.now(), by: 'usr_1' });
    expect((await backups.report()).planned_restore).toEqual({ name: 'a.fnb', planned_at: expect.any(String) });
    await backups.cancelRestore();
    expect((await backups.report()).planned_restore).toBeNull();
  });

  it('are refused where the server makes none, and where there is no bucket', async () => {
    const none = start({ unsupported: 'Use pg_dump.' });
    expect(await none.report()).toMatchObject({ unsupported: 'Use pg_dump.', backups: [] });
    await expect(none.start('folder')).rejects.toMatchObject({ code: 'backups_unsupported' });
    await expect(start().start('bucket')).rejects.toMatchObject({ code: 'no_backup_bucket' });
  });

  it('in the folder are listed also while the bucket cannot be reached', async () => {
    const backups = start({
      bucket: { address: 'https://s3.example.com/b/' },
      list: async (place) => {
        if (place === 'bucket') throw new Error('The bucket does not answer.');
        return [{ name: 'a.fnb', size: 1, at: 0, origin: 'other' }];
      },
    });
    expect(await backups.report()).toMatchObject({
      bucket: { error: 'The bucket does not answer.' },
      backups: [{ name: 'a.fnb' }],
    });
  });
});
