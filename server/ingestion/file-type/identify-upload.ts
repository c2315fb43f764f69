import { FILE_FORMATS } from '../../platform/files/file-formats.ts';
import { errors } from '../errors.ts';
import { identifyFile } from './identify-file.ts';
import { safeFileName } from './safe-file-name.ts';

/** Checks that the name and the content of an upload agree. Throws `unsupported_file_type`. */
type IdentifyUpload = (path: string, sentName: string) => Promise<{ filename: string; contentType: string }>;

/** Pictures are refused unless `readsPictures`: they would only wait in the queue to fail. */
export function createUploadIdentifier(readsPictures: () => boolean): IdentifyUpload {
  return async (path, sentName) => {
    const filename = safeFileName(sentName);
    const identity = await identifyFile(path, filename);
    if (!('contentType' in identity))
      throw identity.reason === 'mismatch' ? errors.fileTypeMismatch(identity.extension) : errors.unsupportedFileType();
    const isPicture = FILE_FORMATS[identity.format].kind === 'picture';
    if (isPicture && !readsPictures()) throw errors.pictureWithoutOcr();
    return { filename, contentType: identity.contentType };
  };
}
