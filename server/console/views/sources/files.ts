import { ACCEPTED_EXTENSIONS } from './file-formats.ts';

/** Opens the browser's file dialog; resolves with an empty list if it is cancelled. */
export function chooseFiles({ multiple = true } = {}): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', accept: ACCEPTED_EXTENSIONS, multiple });
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/** All dropped files, including those in folders, without hidden files. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Read the entries synchronously: the list is empty after the first await.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const plain = [...transfer.files];
  const files = entries.length > 0 ? (await Promise.all(entries.map(filesIn))).flat() : plain;
  return files.filter(({ name }) => !name.startsWith('.'));
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile)
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: FileSystemEntry[] = [];
  // `readEntries` returns a batch at a time, and an empty one at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    found.push(...some);
  }
  return (await Promise.all(found.map(filesIn))).flat();
}
