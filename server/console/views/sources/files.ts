/** What the server reads, for the browser's own dialog. It says what it refuses by itself. */
export const READABLE = '.pdf,.docx,.md,.markdown,.html,.htm,.txt';

/** What is accepted, in words. */
export const READABLE_WORDS = 'PDF, Word, Markdown, HTML or text';

/** Asks for files with the browser's own dialog; none where the owner closes it. */
export function chooseFiles({ multiple = true } = {}): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', accept: READABLE, multiple });
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/** Every file that was dropped, folders looked through; hidden files are left out. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Entries have to be taken before the first wait: afterwards the list is empty.
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
  // A reader hands out a part of the folder at a time, and nothing when that was all.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    found.push(...some);
  }
  return (await Promise.all(found.map(filesIn))).flat();
}
