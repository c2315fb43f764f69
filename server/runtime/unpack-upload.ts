import { ArchiveError } from '../archive/manifest.ts';
import { unpackFolder } from '../archive/unpack-folder.ts';
import { errors } from '../platform/errors.ts';
import type { UnpackArchive } from '../services/source-sync.ts';

/** Unpacks an archive that was uploaded. Its files may be as large together as one upload. */
export const unpackUpload =
  (maxUploadMegabytes: number): UnpackArchive =>
  async (archive, into, mostFiles) => {
    try {
      return await unpackFolder(archive, into, { files: mostFiles, bytes: maxUploadMegabytes * 2 ** 20 });
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      throw errors.invalidArchive(`The archive cannot be used: ${error.message}`);
    }
  };
