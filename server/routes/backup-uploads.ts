import type { ServerRestart } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { presentBackups } from '../presenters/backups.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { BackupUploads } from '../services/backup-uploads.ts';
import type { BackupService } from '../services/backups.ts';

interface Deps {
  backups: Pick<BackupService, 'report'>;
  backupUploads: BackupUploads;
  restart: ServerRestart;
}

/** A petabyte: beyond it, the sum of two sizes is no longer exact. */
const MAX_BYTES = 1e15;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case');

const create = shape(
  'CreateBackupUploadRequest',
  'What is known of the file.',
  z.strictObject({
    size: z.int().min(1).max(MAX_BYTES).exactOptional(),
    sha256: sha256.exactOptional(),
  }),
);
const part = z.strictObject({ offset: z.int().min(0).max(MAX_BYTES), sha256: sha256.exactOptional() });

/** The upload of a backup in parts, for the operator only. */
export function backupUploadRoutes({ backups, backupUploads, restart }: Deps): Routes {
  const routes = createRoutes('/v1/server/backup-uploads');
  const common = { accepts: ['user'], limit: 'general' } as const;
  const report = async () => presentBackups(await backups.report(), await backupUploads.current(), restart);

  routes.post(
    '/',
    guard(
      { ...common, name: 'backup-uploads.create', resource: 'server', audited: true, body: create, answers: [201] },
      async ({ body }) => {
        const upload = await backupUploads.create(body);
        return { status: 201, body: upload, about: upload.name };
      },
    ),
  );

  routes.get(
    '/:upload',
    guard(
      { ...common, name: 'backup-uploads.retrieve', resource: 'server', answers: [200, 404] },
      async ({ param }) => {
        return { status: 200, body: await backupUploads.retrieve(param('upload')) };
      },
    ),
  );

  routes.put(
    '/:upload',
    guard(
      {
        ...common,
        name: 'backup-uploads.append',
        resource: 'server',
        file: 'one',
        fileSize: 'part',
        fields: part,
        answers: [200, 404],
      },
      async ({ param, form, file }) => {
        // Before the bytes are received.
        await backupUploads.retrieve(param('upload'));
        const { temporaryPath } = await file();
        const { offset, sha256 } = (await form()).fields;
        const body = await backupUploads.append(param('upload'), { path: temporaryPath, offset, sha256 });
        return { status: 200, body };
      },
    ),
  );

  routes.post(
    '/:upload/finish',
    guard(
      {
        ...common,
        name: 'backup-uploads.finish',
        resource: 'server',
        audited: true,
        answers: [202, 404],
        body: z.strictObject({}).optional(),
      },
      async ({ param }) => {
        const name = await backupUploads.finish(param('upload'));
        return { status: 202, body: await report(), about: name };
      },
    ),
  );

  routes.delete(
    '/:upload',
    guard(
      { ...common, name: 'backup-uploads.delete', resource: 'server', audited: true, answers: [200, 404] },
      async ({ param }) => {
        const name = await backupUploads.delete(param('upload'));
        return { status: 200, body: await report(), about: name };
      },
    ),
  );

  return routes;
}
