import type { ServerRestart } from '@footnote/sdk/contract';
import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { backupUpload, presentBackups, serverBackups } from '../../presenters/backups.ts';
import { field, optional, shape } from '../../presenters/shape.ts';
import type { BackupUploads } from '../../services/server/backup-uploads.ts';
import type { BackupService } from '../../services/server/backups.ts';

interface Deps {
  backups: Pick<BackupService, 'report'>;
  backupUploads: BackupUploads;
  restart: ServerRestart;
}

/** A petabyte: beyond it, the sum of two sizes is no longer exact. */
const MAX_BYTES = 1e15;
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits in lower case');

const create = shape('CreateBackupUploadRequest', 'What is known of the file.', {
  size: optional(
    z.int().min(1).max(MAX_BYTES),
    'The bytes of the file. With it, the room for them is asked for at once.',
    48_000_000,
  ),
  sha256: optional(
    sha256,
    'The SHA-256 of the whole file, which is compared at the end.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
});
const part = z.strictObject({
  offset: field(z.int().min(0).max(MAX_BYTES), 'Where the part belongs in the file, in bytes.', 16_777_216),
  sha256: optional(
    sha256,
    'The SHA-256 of the part; if it is given, it is compared.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
});

/** The upload of a backup in parts, for the operator only. */
export function backupUploadRoutes({ backups, backupUploads, restart }: Deps): Routes {
  const routes = createRoutes('/v1/server/backup-uploads');
  const common = { tag: 'Server', accepts: ['user'], limit: 'general', resource: 'server' } as const;
  const report = async () => presentBackups(await backups.report(), await backupUploads.current(), restart);

  routes.post(
    '/',
    {
      ...common,
      name: 'backup-uploads.create',
      audited: true,
      summary: 'Begin the upload of a backup',
      description:
        'For a file from another machine. It is sent in parts, so that no proxy has to take it whole, and a broken connection costs one part. There is one upload at a time; it is deleted a day after its last part. `backups.list` shows it as `upload`. Only for the operator.',
      sdk: {
        method: 'server.backups.uploads.create',
        says: 'Begins an upload; there is one at a time.',
        example: 'await operator.server.backups.uploads.create({ size: 48_000_000 });',
      },
      body: create,
      answers: { 201: backupUpload },
    },
    async ({ body }) => {
      const upload = await backupUploads.create(body);
      return { status: 201, body: upload, about: upload.name };
    },
  );

  routes.get(
    '/:upload',
    {
      ...common,
      name: 'backup-uploads.retrieve',
      summary: 'Retrieve how much of an upload has arrived',
      description: '`received` is the offset to go on from after a broken connection. Only for the operator.',
      sdk: {
        method: 'server.backups.uploads.retrieve',
        says: 'Retrieves how much has arrived: `received` is the offset to go on from.',
        example: [
          'const { upload } = await operator.server.backups.list();',
          'if (upload) console.log((await operator.server.backups.uploads.retrieve(upload.id)).received);',
        ],
      },
      answers: { 200: backupUpload },
      fails: [404],
    },
    async ({ param }) => ({ status: 200, body: await backupUploads.retrieve(param('upload')) }),
  );

  routes.put(
    '/:upload',
    {
      ...common,
      name: 'backup-uploads.append',
      summary: 'Send the next part of an upload',
      description:
        'At most 16 MB, at the offset that has been reached (`wrong_offset` says which). A part is taken whole or not at all. A file that is no backup is refused with its first bytes. Only for the operator.',
      sdk: {
        method: 'server.backups.uploads.append',
        byHand: true,
        input: "{ part: await fileFromPath('part'), offset: 0 }",
      },
      file: 'one',
      fileSize: 'part',
      fields: part,
      answers: { 200: backupUpload },
      fails: [404],
    },
    async ({ param, form, file }) => {
      // Before the bytes are received.
      await backupUploads.retrieve(param('upload'));
      const { temporaryPath } = await file();
      const { offset, sha256 } = (await form()).fields;
      const body = await backupUploads.append(param('upload'), { path: temporaryPath, offset, sha256 });
      return { status: 200, body };
    },
  );

  routes.post(
    '/:upload/finish',
    {
      ...common,
      name: 'backup-uploads.finish',
      audited: true,
      summary: 'Finish an upload',
      description:
        'Begins a dry run of the whole file, as `backups.examine` does. If nothing is wrong with it, it is listed as a backup, and `examined` says what its restore would do; if it cannot be used, it is deleted, and `examined` says why. Only for the operator.',
      sdk: {
        method: 'server.backups.uploads.finish',
        says: 'Begins a dry run of the whole file, which makes it a backup; `backups.list` has what came of it as `examined`.',
        example: [
          'const { upload } = await operator.server.backups.list();',
          'if (upload && upload.received === upload.size) await operator.server.backups.uploads.finish(upload.id);',
        ],
      },
      body: z.strictObject({}).optional(),
      answers: { 202: serverBackups },
      fails: [404],
    },
    async ({ param }) => {
      const name = await backupUploads.finish(param('upload'));
      return { status: 202, body: await report(), about: name };
    },
  );

  routes.delete(
    '/:upload',
    {
      ...common,
      name: 'backup-uploads.delete',
      audited: true,
      summary: 'Give an upload up',
      description: 'What has arrived is deleted. Only for the operator.',
      sdk: {
        method: 'server.backups.uploads.delete',
        example: [
          'const { upload } = await operator.server.backups.list();',
          'if (upload) await operator.server.backups.uploads.delete(upload.id);',
        ],
      },
      answers: { 200: serverBackups },
      fails: [404],
    },
    async ({ param }) => {
      const name = await backupUploads.delete(param('upload'));
      return { status: 200, body: await report(), about: name };
    },
  );

  return routes;
}
