import { FootnoteError } from './errors.ts';

/** What can be uploaded. For a path, see `fileFromPath` in `@footnote/sdk/node`. */
export type Uploadable =
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>;

/** Converts a file to the multipart form that the server expects. A stream is read completely first, so that the request can be retried. */
export async function uploadForm(file: Uploadable, name: string | undefined): Promise<FormData> {
  const fileName = name ?? (file instanceof Blob && 'name' in file ? String(file.name) : '');
  if (!fileName)
    throw new FootnoteError(
      'The file needs a name with its extension, such as "guide.md". The server uses it to detect the format.',
    );
  const form = new FormData();
  form.append('file', await blobOf(file), fileName);
  return form;
}

/** Adds fields to a form: texts as they are, everything else as JSON. Leaves out what is undefined. */
export function addFields(form: FormData, fields: object): FormData {
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return form;
}

/** Converts files, or an archive of them, to the multipart form of a batch. */
export async function batchForm(
  files: readonly { file: Uploadable; name: string }[],
  archive: Uploadable | undefined,
): Promise<FormData> {
  const form = new FormData();
  for (const { file, name } of files) form.append('files', await blobOf(file), name);
  if (archive) form.append('archive', await blobOf(archive), 'archive');
  return form;
}

async function blobOf(file: Uploadable): Promise<Blob> {
  if (file instanceof Blob) return file;
  if (file instanceof ReadableStream) return await new Response(file).blob();
  // The cast excludes memory shared between threads, which no caller uploads.
  if (file instanceof ArrayBuffer || ArrayBuffer.isView(file)) return new Blob([file as BlobPart]);
  if (typeof Object(file)[Symbol.asyncIterator] !== 'function')
    throw new FootnoteError('This cannot be uploaded: give a Blob, bytes or a stream. For a path, use fileFromPath.');
  const parts: BlobPart[] = [];
  for await (const part of file) parts.push(part as BlobPart);
  return new Blob(parts);
}
