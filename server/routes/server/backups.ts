import type { BackupLink, ServerRestart } from '@footnote/sdk/contract';
import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { errors } from '../../platform/errors.ts';
import { backupLink, presentBackups, serverBackups } from '../../presenters/backups.ts';
import { backupPlace } from '../../presenters/enums.ts';
import { field, named, shape } from '../../presenters/shape.ts';
import type { BackupUploads } from '../../services/server/backup-uploads.ts';
import type { BackupService } from '../../services/server/backups.ts';

interface Deps {
  backups: BackupService;
  backupUploads: BackupUploads;
  restart: ServerRestart;
}

const start = shape('CreateBackupRequest', 'Where the backup is to be kept.', {
  place: field(
    backupPlace.default('folder'),
    '`folder` for the folder on the server’s machine, `bucket` for the S3-compatible bucket.',
    'folder',
  ),
});
const schedule = named(
  'ScheduleBackupsRequest',
  'When backups are made: one of `at` and `every_hours`.',
  z
    .strictObject({
      at: field(
        z
          .string()
          .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time in UTC such as 03:00')
          .nullable()
          .default(null),
        'The time of day in UTC.',
        '03:00',
      ),
      every_hours: field(
        z.int().min(1).max(720).nullable().default(null),
        'The hours from one backup to the next.',
        null,
      ),
      keep: field(
        z.int().min(1).max(1000),
        'How many scheduled backups are kept; older ones are deleted. Others are never deleted by themselves.',
        7,
      ),
      place: field(backupPlace.default('folder'), '`folder` or `bucket`.', 'folder'),
    })
    .refine(({ at, every_hours }) => (at === null) !== (every_hours === null), {
      path: ['at'],
      error: 'must be set, or every_hours, but not both',
    }),
);

const restore = shape('RestoreBackupRequest', 'The backup that the next start restores.', {
  name: field(z.string().min(1).max(200), 'The name of the backup.', 'footnote-2026-01-31T030000Z.fnb'),
});

/** The backups of the server, for the operator only. */
export function backupRoutes({ backups, backupUploads, restart }: Deps): Routes {
  const routes = createRoutes('/v1');
  const common = { tag: 'Server', accepts: ['user'], limit: 'general', resource: 'server' } as const;
  const report = async () => presentBackups(await backups.report(), await backupUploads.current(), restart);
  const placeOf = (text: string) => {
    const { data } = backupPlace.safeParse(text);
    if (data === undefined) throw errors.notFound();
    return data;
  };

  routes.get(
    '/server/backups',
    {
      ...common,
      name: 'backups.list',
      summary: 'List the backups',
      description:
        'With the schedule, the backup that is being made, and why the last one failed. Only for the operator, by default the first account of the server.',
      sdk: {
        method: 'server.backups.list',
        says: 'Lists the backups, with the schedule and the one that is being made.',
        example: 'const { backups, schedule, last_failure } = await operator.server.backups.list();',
      },
      answers: { 200: serverBackups },
    },
    async () => ({ status: 200, body: await report() }),
  );

  routes.post(
    '/server/backups',
    {
      ...common,
      name: 'backups.create',
      audited: true,
      summary: 'Make a backup now',
      description:
        'The server runs on meanwhile. One backup is made at a time; the list shows its progress. It holds everything but models and the secret that signs tokens. Only for the operator.',
      sdk: { method: 'server.backups.create', says: 'Begins a backup; `list` shows its progress.' },
      body: start,
      answers: { 202: serverBackups },
    },
    async ({ body }) => {
      const name = await backups.start(body.place);
      return { status: 202, body: await report(), about: name };
    },
  );

  routes.delete(
    '/server/backups/running',
    {
      ...common,
      name: 'backups.cancel',
      summary: 'Stop the backup that is being made',
      description: 'Nothing of it is kept. Only for the operator.',
      sdk: { method: 'server.backups.cancel' },
      answers: { 200: serverBackups },
    },
    async () => {
      await backups.cancel();
      return { status: 200, body: await report() };
    },
  );

  routes.put(
    '/server/backups/schedule',
    {
      ...common,
      name: 'backups.schedule',
      audited: true,
      summary: 'Set the schedule of backups',
      description:
        'At a time of day, or every so many hours: one of `at` and `every_hours`. One that fails is tried again an hour later. One that was missed because the server did not run is made at its start. Only for the operator.',
      sdk: {
        method: 'server.backups.schedule',
        says: 'Makes backups at a time of day in UTC, or every so many hours.',
        example: "await operator.server.backups.schedule({ at: '03:00', keep: 7, place: 'folder' });",
      },
      body: schedule,
      answers: { 200: serverBackups },
    },
    async ({ body }) => {
      await backups.schedule(body);
      return { status: 200, body: await report() };
    },
  );

  routes.delete(
    '/server/backups/schedule',
    {
      ...common,
      name: 'backups.unschedule',
      audited: true,
      summary: 'Turn scheduled backups off',
      description: 'The backups that were made are kept. Only for the operator.',
      sdk: { method: 'server.backups.unschedule' },
      answers: { 200: serverBackups },
    },
    async () => {
      await backups.schedule(null);
      return { status: 200, body: await report() };
    },
  );

  routes.post(
    '/server/backups/:place/:backup/link',
    {
      ...common,
      name: 'backups.link',
      audited: true,
      summary: 'Create a link that downloads a backup',
      description:
        'It works once, within a minute, and needs no credential, so that a browser or `curl` can save the file. A backup holds all documents, conversations and password hashes: this needs a password that was given within the last ten minutes. Only for the operator.',
      sdk: {
        method: 'server.backups.link',
        says: 'Creates a link that downloads a backup once, within a minute, without a credential. Needs a fresh password.',
        example: [
          'const [newest] = (await operator.server.backups.list()).backups;',
          'if (newest) console.log(await operator.server.backups.link(newest.place, newest.name));',
        ],
      },
      body: z.strictObject({}).optional(),
      answers: { 200: backupLink },
      fails: [404],
    },
    async ({ credential, param }) => {
      const { ticket, expiresAt } = await backups.link(credential, placeOf(param('place')), param('backup'));
      const body: BackupLink = { url: `/v1/backups/${ticket}`, expires_at: new Date(expiresAt).toISOString() };
      return { status: 200, body };
    },
  );

  routes.post(
    '/server/backups/:place/:backup/examine',
    {
      ...common,
      name: 'backups.examine',
      summary: 'Make a dry run of a restore',
      description:
        'Reads the whole backup and checks it as a restore does, and changes nothing. `examined` of the list says what a restore would replace, and what would be lost. One from the bucket is downloaded to the folder first. Only for the operator.',
      sdk: {
        method: 'server.backups.examine',
        says: 'Makes a dry run of a restore; `list` has what came of it as `examined`.',
        example: [
          'const [latest] = (await operator.server.backups.list()).backups;',
          'if (latest) await operator.server.backups.examine(latest.place, latest.name);',
        ],
      },
      body: z.strictObject({}).optional(),
      answers: { 202: serverBackups },
      fails: [404],
    },
    async ({ param }) => {
      await backups.examine(placeOf(param('place')), param('backup'));
      return { status: 202, body: await report() };
    },
  );

  routes.put(
    '/server/restore',
    {
      ...common,
      name: 'backups.restore',
      audited: true,
      summary: 'Plan a restore',
      description:
        'The next start of the server restores this backup before anything else, and keeps the present data in a folder named `replaced-…`. If it cannot, the server starts with its present data, and `last_restore` says why. Needs a dry run of the same backup just before (`not_examined`) and a password that was given within the last ten minutes. Only for the operator.',
      sdk: {
        method: 'server.backups.restore',
        says: 'Plans the restore of the backup that was examined last, for the next start of the server. Needs a fresh password.',
        example: [
          'const { examined } = await operator.server.backups.list();',
          'if (examined?.preview) await operator.server.backups.restore({ name: examined.name });',
        ],
      },
      body: restore,
      answers: { 200: serverBackups },
    },
    async ({ credential, body }) => {
      await backups.planRestore(credential, body.name);
      return { status: 200, body: await report(), about: body.name };
    },
  );

  routes.delete(
    '/server/restore',
    {
      ...common,
      name: 'backups.cancel-restore',
      audited: true,
      summary: 'Cancel a planned restore',
      description: 'Only for the operator.',
      sdk: { method: 'server.backups.cancelRestore' },
      answers: { 200: serverBackups },
    },
    async () => {
      const name = await backups.cancelRestore();
      return { status: 200, body: await report(), ...(name !== null && { about: name }) };
    },
  );

  routes.delete(
    '/server/backups/:place/:backup',
    {
      ...common,
      name: 'backups.delete',
      audited: true,
      summary: 'Delete a backup',
      description: 'Needs a password that was given within the last ten minutes. Only for the operator.',
      sdk: {
        method: 'server.backups.delete',
        says: 'Deletes a backup. Needs a fresh password.',
        example: [
          'const oldest = (await operator.server.backups.list()).backups.at(-1);',
          'if (oldest) await operator.server.backups.delete(oldest.place, oldest.name);',
        ],
      },
      answers: { 200: serverBackups },
      fails: [404],
    },
    async ({ credential, param }) => {
      await backups.remove(credential, placeOf(param('place')), param('backup'));
      return { status: 200, body: await report() };
    },
  );

  // The ticket is the credential: a browser saves a link to the disk, whatever its size.
  routes.get(
    '/backups/:ticket',
    {
      name: 'backups.download',
      accepts: ['none'],
      limit: 'general',
      tag: 'Server',
      summary: 'Download a backup with a link',
      sdk: 'page',
      answers: { 200: { mediaType: 'application/octet-stream', description: 'The file.' } },
      fails: [404],
    },
    async ({ param }) => {
      const { name, size, stream } = await backups.download(param('ticket'));
      return {
        status: 200,
        body: stream,
        type: 'application/octet-stream',
        file: { name, shown: false },
        headers: { 'content-length': String(size), 'cache-control': 'no-store' },
      };
    },
  );

  return routes;
}
