import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { backupLink, backupUpload, serverBackups } from '../presenters/shapes/backups.ts';

const server = { tag: 'Server' } as const;
const answers = { 200: serverBackups };

/** Operations on the backups of the server. */
export const backupOperations: Record<string, OperationDocs> = {
  'backups.list': {
    ...server,
    summary: 'List the backups',
    description:
      'With the schedule, the backup that is being made, and why the last one failed. Only for the operator, by default the first account of the server.',
    answers,
  },
  'backups.create': {
    ...server,
    summary: 'Make a backup now',
    description:
      'The server goes on meanwhile. One backup is made at a time; the list shows its progress. It holds everything but models and the secret that signs tokens. Only for the operator.',
    input: {
      place: ['`folder` for the folder on the server’s machine, `bucket` for the S3-compatible bucket.', 'folder'],
    },
    answers: { 202: serverBackups },
  },
  'backups.cancel': {
    ...server,
    summary: 'Stop the backup that is being made',
    description: 'Nothing of it is kept. Only for the operator.',
    answers,
  },
  'backups.schedule': {
    ...server,
    summary: 'Set the schedule of backups',
    description:
      'At a time of day, or every so many hours: one of `at` and `every_hours`. One that fails is tried again an hour later. One that was missed because the server did not run is made at its start. Only for the operator.',
    input: {
      at: ['The time of day in UTC.', '03:00'],
      every_hours: ['The hours from one backup to the next.', null],
      keep: ['How many scheduled backups are kept; older ones are deleted. Others are never deleted by themselves.', 7],
      place: ['`folder` or `bucket`.', 'folder'],
    },
    answers,
  },
  'backups.unschedule': {
    ...server,
    summary: 'Turn scheduled backups off',
    description: 'The backups that were made are kept. Only for the operator.',
    answers,
  },
  'backups.link': {
    ...server,
    summary: 'Create a link that downloads a backup',
    description:
      'It works once, within a minute, and needs no credential, so that a browser or `curl` can save the file. A backup holds all documents, conversations and password hashes: this needs a password that was given within the last ten minutes. Only for the operator.',
    answers: { 200: backupLink },
  },
  'backups.examine': {
    ...server,
    summary: 'Make a dry run of a restore',
    description:
      'Reads the whole backup and checks it as a restore does, and changes nothing. `examined` of the list says what a restore would replace, and what would be lost. One from the bucket is downloaded to the folder first. Only for the operator.',
    answers: { 202: serverBackups },
  },
  'backups.restore': {
    ...server,
    summary: 'Plan a restore',
    description:
      'The next start of the server restores this backup before anything else, and keeps the present data in a folder named `replaced-…`. If it cannot, the server starts with its present data, and `last_restore` says why. Needs a dry run of the same backup just before (`not_examined`) and a password that was given within the last ten minutes. Only for the operator.',
    input: { name: ['The name of the backup.', 'footnote-2026-01-31T030000Z.fnb'] },
    answers,
  },
  'backups.cancel-restore': {
    ...server,
    summary: 'Cancel a planned restore',
    description: 'Only for the operator.',
    answers,
  },
  'backups.delete': {
    ...server,
    summary: 'Delete a backup',
    description: 'Needs a password that was given within the last ten minutes. Only for the operator.',
    answers,
  },
  'backup-uploads.create': {
    ...server,
    summary: 'Begin the upload of a backup',
    description:
      'For a file from another machine. It is sent in parts, so that no proxy has to take it whole, and a broken connection costs one part. There is one upload at a time; it is deleted a day after its last part. `backups.list` shows it as `upload`. Only for the operator.',
    input: {
      size: ['The bytes of the file. With it, the room for them is asked for at once.', 48_000_000],
      sha256: [
        'The SHA-256 of the whole file, which is compared at the end.',
        '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      ],
    },
    answers: { 201: backupUpload },
  },
  'backup-uploads.retrieve': {
    ...server,
    summary: 'Retrieve how much of an upload has arrived',
    description: '`received` is the offset to go on from after a broken connection. Only for the operator.',
    answers: { 200: backupUpload },
  },
  'backup-uploads.append': {
    ...server,
    summary: 'Send the next part of an upload',
    description:
      'At most 16 MB, at the offset that has been reached (`wrong_offset` says which). A part is taken whole or not at all. A file that is no backup is refused with its first bytes. Only for the operator.',
    input: {
      file: ['The bytes of the part.', '(binary)'],
      offset: ['Where the part belongs in the file, in bytes.', 16_777_216],
      sha256: [
        'The SHA-256 of the part; if it is given, it is compared.',
        '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      ],
    },
    answers: { 200: backupUpload },
  },
  'backup-uploads.finish': {
    ...server,
    summary: 'Finish an upload',
    description:
      'Begins a dry run of the whole file, as `backups.examine` does. If nothing is wrong with it, it is listed as a backup, and `examined` says what its restore would do; if it cannot be used, it is deleted, and `examined` says why. Only for the operator.',
    answers: { 202: serverBackups },
  },
  'backup-uploads.delete': {
    ...server,
    summary: 'Give an upload up',
    description: 'What has arrived is deleted. Only for the operator.',
    answers,
  },
  'backups.download': {
    ...server,
    summary: 'Download a backup with a link',
    noSdkMethod: 'page',
    answers: { 200: { mediaType: 'application/octet-stream', description: 'The file.' } },
  },
};
