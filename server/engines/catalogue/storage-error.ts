/** Why a model could not be written to this machine; the message is a sentence. */
export class StorageError extends Error {}

/** What an error of the file system in this folder means to a person; null for another error. */
export function storageError(error: unknown, folder: string): StorageError | null {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return null;
  return new StorageError(sentence(code, folder), { cause: error });
}

function sentence(code: string, folder: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `the disk of ${folder} is full. What has been downloaded is kept: free some space, and download it again.`;
    case 'EFBIG':
      return `the disk of ${folder}, or a limit of this process, does not allow files of this size.`;
    case 'EACCES':
    case 'EPERM':
      return `this user may not write to ${folder}. Give it the folder, or set MODELS_DIR to another one.`;
    case 'EROFS':
      return `the disk of ${folder} can only be read. Set MODELS_DIR to a folder on another disk.`;
    default:
      return `${folder} cannot be written (${code}).`;
  }
}
