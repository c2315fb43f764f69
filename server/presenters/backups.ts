import type { BackupUpload, ServerBackups, ServerRestart } from '@footnote/sdk/contract';
import { z } from 'zod';
import { backupPlace } from './enums.ts';
import { count, field, flag, id, shape, text, time } from './shape.ts';

export const backupSchedule = shape('BackupSchedule', 'When backups are made, where they go, and how many are kept.', {
  at: field(
    z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 03:00')
      .nullable(),
    'The time of day in UTC, such as `03:00`; `null` for an interval.',
    '03:00',
  ),
  every_hours: field(
    z.int().min(1).max(720).nullable(),
    'The hours from one backup to the next; `null` for a time of day.',
    null,
  ),
  keep: field(
    z.int().min(1).max(1000),
    'How many scheduled backups are kept. Older ones are deleted; those that were not scheduled stay.',
    7,
  ),
  place: backupPlace,
});

const backupTask = shape('BackupTask', 'The backup that is being made or examined.', {
  step: field(
    z.enum(['writing', 'uploading', 'downloading', 'examining']),
    'What is being done. A backup for the bucket is written to the folder first, and one from there is downloaded before it is examined.',
    'writing',
  ),
  place: backupPlace,
  origin: field(z.enum(['console', 'schedule']), 'What began it.', 'console'),
  done: count('The bytes of this step that are done.', 12_000_000),
  total: count('All bytes of this step; 0 while it is not known.', 48_000_000),
  started_at: time('The time when it began.'),
});

const keptBackup = shape('KeptBackup', 'A backup that is kept.', {
  name: text('The name of its file.', 'footnote-scheduled-2026-01-31T030000Z.fnb'),
  place: backupPlace,
  origin: field(
    z.enum(['console', 'schedule', 'upload', 'other']),
    'What made it, or brought it here. `other`: the command `backup`, or somebody who copied it.',
    'schedule',
  ),
  size: count('The size in bytes.', 48_000_000),
  created_at: time('The time when it was written there.'),
});

const contents = {
  accounts: count('Accounts.', 12),
  projects: count('Projects.', 3),
  sources: count('Sources.', 480),
  conversations: count('Conversations.', 300),
};

const counts = z.strictObject({ ...contents, passages: count('Passages that are searched.', 12_000) });

const restorePreview = shape('RestorePreview', 'What a restore would do.', {
  created_at: time('The moment of the data in the backup.'),
  footnote: text('The version of Footnote that wrote it.', '0.1.0'),
  schema: count('The version of its schema. An older one is migrated at the start.', 21),
  embedder: field(z.string().nullable(), 'The embedder of its vectors; `null` if it has none.', 'builtin'),
  counts: field(counts, 'What is in it.'),
  originals: count('The originals in it.', 460),
  lost_originals: count('The originals that were missing when it was made.', 0),
  present: field(
    z.strictObject({ schema: count('The version of its schema.', 21), counts }).nullable(),
    'The present data; `null` if it cannot be read.',
  ),
  lost_since: field(z.strictObject(contents), 'What is there now and not in the backup: a restore would lose it.'),
  comes_back: field(z.strictObject(contents), 'What is in the backup and was deleted since: it would come back.'),
  lost_projects: field(z.array(z.string()), 'The names of the projects that would be lost, at most 20.', ['Support']),
});

const backupExamination = shape('BackupExamination', 'What came of a dry run.', {
  name: text('The name of the backup.', 'footnote-2026-01-31T030000Z.fnb'),
  at: time('The time when it ended.'),
  error: field(z.string().nullable(), 'Why it cannot be restored; `null` if it can.', null),
  preview: field(restorePreview.nullable(), '`null` if it cannot be restored.'),
});

const plannedRestore = shape('PlannedRestore', 'A restore that the next start of the server makes.', {
  name: text('The name of the backup.', 'footnote-2026-01-31T030000Z.fnb'),
  planned_at: time('The time when it was planned.'),
});

const finishedRestore = shape('FinishedRestore', 'What came of the last restore.', {
  name: text('The name of the backup.', 'footnote-2026-01-31T030000Z.fnb'),
  at: time('The time of the restore, or of its plan where it failed.'),
  error: field(z.string().nullable(), 'Why nothing was restored; `null` if it was.', null),
  kept_in: field(
    z.string().nullable(),
    'The folder with the data from before.',
    '/var/lib/footnote/replaced-2026-02-01',
  ),
  keys: field(
    z.array(z.strictObject({ name: z.string(), prefix: z.string(), project: z.string() })),
    'The API keys that had been deleted or rotated since the backup and are valid again.',
    [],
  ),
});

const backupFailure = shape('BackupFailure', 'Why a backup failed.', {
  at: time('The time when it failed.'),
  error: text('The reason, in a sentence.', 'The bucket does not answer (ECONNREFUSED).'),
});

export const backupUpload = shape('BackupUpload', 'A backup that is being uploaded.', {
  id: id('bup', 'The id of the upload.'),
  name: text('The name that the backup gets.', 'footnote-uploaded-2026-01-31T120000Z.fnb'),
  size: field(z.int().min(1).nullable(), 'The bytes that there will be; `null` if it was begun without.', 48_000_000),
  received: count('The bytes that have arrived: the offset of the next part.', 16_777_216),
  started_at: time('The time when it was begun.'),
  expires_at: time('The time when it is deleted, unless another part arrives.'),
});

export const serverRestart = shape('ServerRestart', 'How the server is restarted.', {
  supervised: flag(
    'Whether something starts the server again when it ends (`SUPERVISED`), so that the API can restart it.',
    true,
  ),
  command: text('What to type on the server’s machine otherwise.', 'sudo systemctl restart footnote'),
  stop_first: flag('Whether it has to be stopped before that, where it runs.', false),
});

export const serverBackups = shape('ServerBackups', 'The backups of the server, for its operator.', {
  unsupported: field(
    z.string().nullable(),
    'Why this server makes no backups; `null` if it does. With Postgres, its own tools make them.',
    null,
  ),
  folder: text('The path of the folder on the server’s machine.', '/var/lib/footnote/backups'),
  bucket: field(
    z
      .strictObject({
        address: text('The bucket and the prefix of its objects.', 'https://s3.example.com/backups/footnote/'),
        error: field(z.string().nullable(), 'Why it could not be listed; `null` if it was.', null),
      })
      .nullable(),
    'The S3-compatible bucket; `null` if none is set up.',
  ),
  schedule: field(backupSchedule.nullable(), 'When backups are made by themselves; `null` for never.'),
  next_at: field(time('').nullable(), 'The time of the next scheduled backup; `null` without a schedule.'),
  running: field(backupTask.nullable(), 'The backup that is being made; `null` if there is none.'),
  last_failure: field(
    backupFailure.nullable(),
    'Why the last backup failed; `null` if it did not, or was followed by one that did not.',
  ),
  examined: field(backupExamination.nullable(), 'The last dry run since the start; `null` if there was none.'),
  planned_restore: field(plannedRestore.nullable(), 'What the next start restores; `null` for nothing.'),
  restart: field(serverRestart, 'How the server is restarted, which a planned restore waits for.'),
  last_restore: field(finishedRestore.nullable(), 'What came of the last restore from here; `null` if there was none.'),
  upload: field(backupUpload.nullable(), 'The backup that is being uploaded; `null` if there is none.'),
  backups: field(z.array(keptBackup), 'The backups that are kept, the newest first.'),
});

export const backupLink = shape('BackupLink', 'A link for one download.', {
  url: text('The path on this server. It needs no credential, and works once.', '/v1/backups/5mN8…'),
  expires_at: time('The time until which the download can begin.'),
});

/** The backups of a server, with the one that is being uploaded, and how the server is restarted. */
export const presentBackups = (
  report: Omit<ServerBackups, 'upload' | 'restart'>,
  upload: BackupUpload | null,
  restart: ServerRestart,
): ServerBackups => ({ ...report, upload, restart });
