import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { backupLink, serverBackups } from '../presenters/shapes/backups.ts';

const server = { tag: 'Server', decided: true } as const;
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
  'backups.download': {
    ...server,
    summary: 'Download a backup with a link',
    noSdkMethod: 'page',
    answers: { 200: { mediaType: 'application/octet-stream', description: 'The file.' } },
  },
};
