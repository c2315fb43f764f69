import { z } from 'zod';
import { backupPlace } from './enums.ts';
import { count, decidedShape, field, text, time } from './shape.ts';

export const backupSchedule = decidedShape(
  'BackupSchedule',
  'When backups are made, where they go, and how many are kept.',
  z.strictObject({
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
  }),
);

const backupTask = decidedShape(
  'BackupTask',
  'The backup that is being made.',
  z.strictObject({
    step: field(
      z.enum(['writing', 'uploading']),
      'What is being done. A backup for the bucket is written to the folder first.',
      'writing',
    ),
    place: backupPlace,
    origin: field(z.enum(['console', 'schedule']), 'What began it.', 'console'),
    done: count('The bytes of this step that are done.', 12_000_000),
    total: count('All bytes of this step; 0 while it is not known.', 48_000_000),
    started_at: time('The time when it began.'),
  }),
);

const keptBackup = decidedShape(
  'KeptBackup',
  'A backup that is kept.',
  z.strictObject({
    name: text('The name of its file.', 'footnote-scheduled-2026-01-31T030000Z.fnb'),
    place: backupPlace,
    origin: field(
      z.enum(['console', 'schedule', 'upload', 'other']),
      'What made it. `upload`: it was sent to this server; `other`: the command `backup`, or somebody who copied it.',
      'schedule',
    ),
    size: count('The size in bytes.', 48_000_000),
    created_at: time('The time when it was written there.'),
  }),
);

const backupFailure = decidedShape(
  'BackupFailure',
  'Why a backup failed.',
  z.strictObject({
    at: time('The time when it failed.'),
    error: text('The reason, in a sentence.', 'The bucket does not answer (ECONNREFUSED).'),
  }),
);

export const serverBackups = decidedShape(
  'ServerBackups',
  'The backups of the server, for its operator.',
  z.strictObject({
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
    backups: field(z.array(keptBackup), 'The backups that are kept, the newest first.'),
  }),
);

export const backupLink = decidedShape(
  'BackupLink',
  'A link for one download.',
  z.strictObject({
    url: text('The path on this server. It needs no credential, and works once.', '/v1/backups/5mN8…'),
    expires_at: time('The time until which the download can begin.'),
  }),
);
