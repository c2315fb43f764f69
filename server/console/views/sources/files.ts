import { FILE_FORMATS, FOLDER_EXTENSIONS, formatEndings } from './file-formats.ts';

/** As of `namesOpenApi` in the server. */
const OPENAPI_KEY = /(?:^|[{,\s])["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\./;
/** How much of a JSON or YAML file is looked at, in bytes. */
const MAX_SEARCHED = 10 * 1024 * 1024;

/** A file that was chosen or dropped. */
export interface FoundFile {
  file: File;
  /** Its path with that of its folder, such as `docs/guide/install.md`; null if it came without a folder. */
  path: string | null;
}

/** What was chosen or dropped. */
export interface FoundFiles {
  files: FoundFile[];
  /** How many files of the folders are left out because they are no documents. Hidden ones do not count. */
  skipped: number;
}

/** Opens the browser's file dialog; resolves with an empty list if it is cancelled. */
export function chooseFiles({ accept = formatEndings(FILE_FORMATS), multiple = true } = {}): Promise<File[]> {
  return openDialog({ accept, multiple });
}

/** Opens the browser's dialog for a folder; resolves with its documents, or without any if it is cancelled. */
export async function chooseFolder(): Promise<FoundFiles> {
  const files = await openDialog({ webkitdirectory: true });
  return documentsOf(files.map((file) => ({ file, path: file.webkitRelativePath })));
}

function openDialog(settings: Partial<HTMLInputElement>): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', ...settings });
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/** All dropped files, and the documents in dropped folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<FoundFiles> {
  // Read the entries synchronously: the list is empty after the first await.
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const plain = [...transfer.files].map((file) => ({ file, path: null }));
  const files = entries.length > 0 ? (await Promise.all(entries.map(filesIn))).flat() : plain;
  return documentsOf(files);
}

/** Without hidden files, and of folders without what is not a document: pictures of a page, for example, and settings. */
async function documentsOf(all: FoundFile[]): Promise<FoundFiles> {
  const isDocument = (name: string) => FOLDER_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
  const isSkipped = (part: string) => part.startsWith('.') || part === 'node_modules';
  const visible = all.filter(({ file, path }) => !(path ?? file.name).split('/').some(isSkipped));
  const kept = await Promise.all(
    visible.map(async ({ file, path }) => path === null || (isDocument(path) && (await mayBeDocument(file)))),
  );
  const files = visible.filter((_, at) => kept[at]);
  return { files, skipped: visible.length - files.length };
}

/** Of JSON and YAML files only descriptions of an API are documents; the server looks for the same key. */
async function mayBeDocument(file: File): Promise<boolean> {
  if (!/\.(?:json|ya?ml)$/i.test(file.name)) return true;
  return OPENAPI_KEY.test(await file.slice(0, MAX_SEARCHED).text());
}

async function filesIn(entry: FileSystemEntry): Promise<FoundFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    // `/docs/guide/install.md`; a file without a folder has only its name.
    const path = entry.fullPath.slice(1);
    return [{ file, path: path.includes('/') ? path : null }];
  }
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
