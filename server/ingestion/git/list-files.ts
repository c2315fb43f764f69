import { repositoryFailures } from './failures.ts';
import type { LeftOutFiles, ReadRequest } from './git-messages.ts';
import { mayHoldWanted } from './wanted-files.ts';

/** An entry of a folder of git. */
interface TreeEntry {
  mode: string;
  path: string;
  oid: string;
  type: string;
}

const LINK = '120000';
const MAX_NAME_BYTES = 200;
const MAX_PATH_LENGTH = 400;

/**
 * The files of a commit that may be wanted. A few small folders that name each other can stand for billions of files, so that all
 * entries count, however often a folder occurs. Links and submodules are never followed.
 */
export async function listFiles(
  readTree: (oid: string) => Promise<TreeEntry[]>,
  root: string,
  { folder, limits }: Pick<ReadRequest, 'folder' | 'limits'>,
  leftOut: LeftOutFiles,
): Promise<{ path: string; oid: string }[]> {
  const files: { path: string; oid: string }[] = [];
  let entries = 0;
  let hasFolder = folder === '';
  const walk = async (oid: string, below: string, depth: number): Promise<void> => {
    if (depth > limits.depth) throw repositoryFailures.tooLarge(`${limits.depth} folders in one another`);
    for (const entry of await readTree(oid)) {
      entries += 1;
      if (entries > limits.entries) throw repositoryFailures.tooLarge(`${limits.entries} files`);
      const path = below === '' ? entry.path : `${below}/${entry.path}`;
      if (!isSafeName(entry.path) || path.length > MAX_PATH_LENGTH) leftOut.names += 1;
      else if (entry.type === 'tree') {
        if (path === folder) hasFolder = true;
        if (mayHoldWanted(path, folder)) await walk(entry.oid, path, depth + 1);
      } else if (entry.type === 'commit') leftOut.submodules += 1;
      else if (entry.mode === LINK) leftOut.links += 1;
      else files.push({ path, oid: entry.oid });
    }
  };
  await walk(root, '', 0);
  if (!hasFolder) throw repositoryFailures.folderNotFound(folder);
  return files;
}

/** Whether a file of this name can be written into a folder without leaving it, on any system. */
function isSafeName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.toLowerCase() === '.git') return false;
  return !/[/\\\p{Cc}\p{Zl}\p{Zp}\ufffd]/u.test(name) && Buffer.byteLength(name) <= MAX_NAME_BYTES;
}
