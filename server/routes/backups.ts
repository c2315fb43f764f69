import type { BackupLink, ServerRestart } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { errors } from '../platform/errors.ts';
import { presentBackups } from '../presenters/backups.ts';
import { backupPlace } from '../presenters/shapes/enums.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { BackupUploads } from '../services/backup-uploads.ts';
import type { BackupService } from '../services/backups.ts';

interface Deps {
  backups: BackupService;
  backupUploads: BackupUploads;
  restart: ServerRestart;
}

const start = shape(
  'CreateBackupRequest',
  'Where the backup is to be kept.',
  z.strictObject({ place: backupPlace.default('folder') }),
);
const schedule = shape(
  'ScheduleBackupsRequest',
  'When backups are made: one of `at` and `every_hours`.',
  z
    .strictObject({
      at: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time in UTC such as 03:00')
        .nullable()
        .default(null),
      every_hours: z.int().min(1).max(720).nullable().default(null),
      keep: z.int().min(1).max(1000),
      place: backupPlace.default('folder'),
    })
    .refine(({ at, every_hours }) => (at === null) !== (every_hours === null), {
      path: ['at'],
      error: 'must be set, or every_hours, but not both',
    }),
);

const restore = shape(
  'RestoreBackupRequest',
  'The backup that the next start restores.',
  z.strictObject({ name: z.string().min(1).max(200) }),
);

/** The backups of the server, for the operator only. */
export function backupRoutes({ backups, backupUploads, restart }: Deps): Routes {
  const routes = createRoutes('/v1');
  const common = { accepts: ['user'], limit: 'general' } as const;
  const report = async () => presentBackups(await backups.report(), await backupUploads.current(), restart);
  const placeOf = (text: string) => {
    const { data } = backupPlace.safeParse(text);
    if (data === undefined) throw errors.notFound();
    return data;
  };

  routes.get(
    '/server/backups',
    guard({ ...common, name: 'backups.list', resource: 'server', answers: [200] }, async () => {
      return { status: 200, body: await report() };
    }),
  );

  routes.post(
    '/server/backups',
    guard(
      { ...common, name: 'backups.create', resource: 'server', audited: true, body: start, answers: [202] },
      async ({ body }) => {
        const name = await backups.start(body.place);
        return { status: 202, body: await report(), about: name };
      },
    ),
  );

  routes.delete(
    '/server/backups/running',
    guard({ ...common, name: 'backups.cancel', resource: 'server', answers: [200] }, async () => {
      await backups.cancel();
      return { status: 200, body: await report() };
    }),
  );

  routes.put(
    '/server/backups/schedule',
    guard(
      { ...common, name: 'backups.schedule', resource: 'server', audited: true, body: schedule, answers: [200] },
      async ({ body }) => {
        await backups.schedule(body);
        return { status: 200, body: await report() };
      },
    ),
  );

  routes.delete(
    '/server/backups/schedule',
    guard({ ...common, name: 'backups.unschedule', resource: 'server', audited: true, answers: [200] }, async () => {
      await backups.schedule(null);
      return { status: 200, body: await report() };
    }),
  );

  routes.post(
    '/server/backups/:place/:backup/link',
    guard(
      {
        ...common,
        name: 'backups.link',
        resource: 'server',
        audited: true,
        body: z.strictObject({}).optional(),
        answers: [200, 404],
      },
      async ({ credential, param }) => {
        const { ticket, expiresAt } = await backups.link(credential, placeOf(param('place')), param('backup'));
        const body: BackupLink = { url: `/v1/backups/${ticket}`, expires_at: new Date(expiresAt).toISOString() };
        return { status: 200, body };
      },
    ),
  );

  routes.post(
    '/server/backups/:place/:backup/examine',
    guard(
      {
        ...common,
        name: 'backups.examine',
        resource: 'server',
        body: z.strictObject({}).optional(),
        answers: [202, 404],
      },
      async ({ param }) => {
        await backups.examine(placeOf(param('place')), param('backup'));
        return { status: 202, body: await report() };
      },
    ),
  );

  routes.put(
    '/server/restore',
    guard(
      { ...common, name: 'backups.restore', resource: 'server', audited: true, body: restore, answers: [200] },
      async ({ credential, body }) => {
        await backups.planRestore(credential, body.name);
        return { status: 200, body: await report(), about: body.name };
      },
    ),
  );

  routes.delete(
    '/server/restore',
    guard(
      { ...common, name: 'backups.cancel-restore', resource: 'server', audited: true, answers: [200] },
      async () => {
        const name = await backups.cancelRestore();
        return { status: 200, body: await report(), ...(name !== null && { about: name }) };
      },
    ),
  );

  routes.delete(
    '/server/backups/:place/:backup',
    guard(
      { ...common, name: 'backups.delete', resource: 'server', audited: true, answers: [200, 404] },
      async ({ credential, param }) => {
        await backups.remove(credential, placeOf(param('place')), param('backup'));
        return { status: 200, body: await report() };
      },
    ),
  );

  // The ticket is the credential: a browser saves a link to the disk, whatever its size.
  routes.get(
    '/backups/:ticket',
    guard({ name: 'backups.download', accepts: ['none'], limit: 'general', answers: [200, 404] }, async ({ param }) => {
      const { name, size, stream } = await backups.download(param('ticket'));
      return {
        status: 200,
        body: stream,
        type: 'application/octet-stream',
        file: { name, shown: false },
        headers: { 'content-length': String(size), 'cache-control': 'no-store' },
      };
    }),
  );

  return routes;
}
