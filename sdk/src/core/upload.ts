import { FootnoteError } from './errors.ts';

/** What can be uploaded. A path is none of these: see `fileFromPath` in `@footnote/sdk/node`. */
export type Uploadable =
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>;

/** A file as the multipart form that the server reads. A stream is read to its end first, so that a failed try can be repeated. */
export async function uploadForm(file: Uploadable, name: string | undefined): Promise<FormData> {
  const fileName = name ?? (file instanceof Blob && 'name' in file ? String(file.name) : '');
  if (!fileName)
    throw new FootnoteError('The file needs a name with its extension, such as "guide.md": the server goes by it.');
  const form = new FormData();
  form.append('file', await blobOf(file), fileName);
  return form;
}

async function blobOf(file: Uploadable): Promise<Blob> {
  if (file instanceof Blob) return file;
  if (file instanceof ReadableStream) return await new Response(file).blob();
  // The cast speaks of memory that is shared between threads, which no caller uploads.
  if (file instanceof ArrayBuffer || ArrayBuffer.isView(file)) return new Blob([file as BlobPart]);
  if (typeof Object(file)[Symbol.asyncIterator] !== 'function')
    throw new FootnoteError('This cannot be uploaded: give a Blob, bytes or a stream. For a path, use fileFromPath.');
  const parts: BlobPart[] = [];
  for await (const part of file) parts.push(part as BlobPart);
  return new Blob(parts);
}
