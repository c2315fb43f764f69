import { ArchiveError } from '../archive/manifest.ts';
import { unpackFolder } from '../archive/unpack-folder.ts';
import { expandUnpacked } from '../includes/expand-unpacked.ts';
import { errors } from '../services/errors.ts';
import type { UnpackArchive } from '../services/sources/source-sync.ts';

/** Unpacks an archive that was uploaded; its pages have what they include of it. Its files may be as large together as one upload. */
export const unpackUpload =
  (maxUploadMegabytes: number): UnpackArchive =>
  async (archive, into, mostFiles) => {
    try {
      const bytes = maxUploadMegabytes * 2 ** 20;
      const files = await unpackFolder(archive, into, { files: mostFiles, bytes });
      await expandUnpacked(files, bytes);
      return files;
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      throw errors.invalidArchive(`The archive cannot be used: ${error.message}`);
    }
  };
