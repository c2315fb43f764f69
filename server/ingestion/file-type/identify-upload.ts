import { errors } from '../../platform/errors.ts';
import { identifyFile } from './identify-file.ts';
import { safeFileName } from './safe-file-name.ts';

/** Checks that the name and the content of an upload agree. Throws `unsupported_file_type`. */
export async function identifyUpload(
  path: string,
  sentName: string,
): Promise<{ filename: string; contentType: string }> {
  const filename = safeFileName(sentName);
  const identity = await identifyFile(path, filename);
  if ('contentType' in identity) return { filename, contentType: identity.contentType };
  throw identity.reason === 'mismatch' ? errors.fileTypeMismatch(identity.extension) : errors.unsupportedFileType();
}
