import type { BackupUpload, CreateBackupUploadRequest, ServerBackups } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { Resource } from '../core/resource.ts';
import { addFields, uploadForm } from '../core/upload.ts';

/** One part of a backup. */
export interface BackupPart {
  /** At most 16 MB. */
  part: Blob;
  /** Where it belongs in the file, in bytes. */
  offset: number;
  /** The SHA-256 of the part in hexadecimal digits, which the server compares. */
  sha256?: string | undefined;
}

/** The upload of a backup in parts. Needs the operator's token. */
export class BackupUploads extends Resource {
  /**
   * Begins an upload; there is one at a time.
   * @example
   * await operator.server.backups.uploads.create({ size: 48_000_000 });
   */
  create(body: CreateBackupUploadRequest = {}, options?: RequestOptions): Promise<BackupUpload> {
    return this.request({ method: 'POST', path: '/server/backup-uploads', body }, options);
  }

  /**
   * Retrieves how much has arrived: `received` is the offset to go on from.
   * @example
   * const { upload } = await operator.server.backups.list();
   * if (upload) console.log((await operator.server.backups.uploads.retrieve(upload.id)).received);
   */
  retrieve(id: string, options?: RequestOptions): Promise<BackupUpload> {
    return this.request({ path: path`/server/backup-uploads/${id}` }, options);
  }

  /**
   * Sends the next part, at the offset that has been reached.
   * @example
   * const { upload } = await operator.server.backups.list();
   * const offset = upload?.received ?? 0;
   * if (upload) await operator.server.backups.uploads.append(upload.id, { part: backup.slice(offset, offset + 8e6), offset });
   */
  append(id: string, { part, ...fields }: BackupPart, options?: RequestOptions): Promise<BackupUpload> {
    const body = uploadForm(part, 'part').then((form) => addFields(form, fields));
    return this.request({ method: 'PUT', path: path`/server/backup-uploads/${id}`, body }, options);
  }

  /**
   * Begins a dry run of the whole file, which makes it a backup; `backups.list` has what came of it as `examined`.
   * @example
   * const { upload } = await operator.server.backups.list();
   * if (upload && upload.received === upload.size) await operator.server.backups.uploads.finish(upload.id);
   */
  finish(id: string, options?: RequestOptions): Promise<ServerBackups> {
    return this.request({ method: 'POST', path: path`/server/backup-uploads/${id}/finish` }, options);
  }

  /**
   * Gives an upload up.
   * @example
   * const { upload } = await operator.server.backups.list();
   * if (upload) await operator.server.backups.uploads.delete(upload.id);
   */
  delete(id: string, options?: RequestOptions): Promise<ServerBackups> {
    return this.request({ method: 'DELETE', path: path`/server/backup-uploads/${id}` }, options);
  }
}
