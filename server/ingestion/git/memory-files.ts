/** Files in memory, as isomorphic-git expects them: the process that reads a repository may write none to the disk. */
export function createMemoryFiles() {
  const files = new Map<string, Buffer>();
  const stat = async (path: string) => {
    const file = files.get(path);
    const isFolder = !file && isAbove(path);
    if (!file && !isFolder) throw missing(path);
    return {
      type: isFolder ? 'dir' : 'file',
      mode: isFolder ? 0o40000 : 0o100644,
      size: file?.length ?? 0,
      ino: 0,
      mtimeMs: 0,
      ctimeMs: 0,
      uid: 1,
      gid: 1,
      dev: 1,
      isFile: () => !isFolder,
      isDirectory: () => isFolder,
      isSymbolicLink: () => false,
    };
  };
  const isAbove = (path: string) => [...files.keys()].some((name) => name.startsWith(`${path}/`));
  const none = async () => undefined;
  return {
    promises: {
      async readFile(path: string, options?: string | { encoding?: string }) {
        const file = files.get(path);
        if (!file) throw missing(path);
        const encoding = typeof options === 'string' ? options : options?.encoding;
        return encoding === 'utf8' ? file.toString('utf8') : file;
      },
      async writeFile(path: string, content: string | Uint8Array) {
        files.set(
          path,
          typeof content === 'string'
            ? Buffer.from(content)
            : Buffer.from(content.buffer, content.byteOffset, content.length),
        );
      },
      async unlink(path: string) {
        files.delete(path);
      },
      async readdir(path: string) {
        const below = [...files.keys()].filter((name) => name.startsWith(`${path}/`));
        return [...new Set(below.map((name) => name.slice(path.length + 1).split('/', 1)[0] ?? ''))];
      },
      stat,
      lstat: stat,
      mkdir: none,
      rmdir: none,
      readlink: none,
      symlink: none,
    },
  };
}

function missing(path: string): Error {
  return Object.assign(new Error(`There is no ${path}.`), { code: 'ENOENT' });
}
