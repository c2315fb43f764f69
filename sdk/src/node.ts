import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

/** A file on disk, ready for `sources.upload`; read while it is sent, not before. Rejects where it cannot be read. */
export async function fileFromPath(path: string, name: string = basename(path)): Promise<File> {
  return new File([await openAsBlob(path)], name);
}
