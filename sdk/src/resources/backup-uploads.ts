import type { BackupUpload } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { addFields, uploadForm } from '../core/upload.ts';
import { BackupUploadMethods } from './generated/server.ts';

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
export class BackupUploads extends BackupUploadMethods {
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
}
