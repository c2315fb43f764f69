import type { Readable } from 'node:stream';
import type { SourceRow, Store } from '../../store/types.ts';

/** The file that a source was read from, as it was sent. */
export interface Original {
  /** Bytes. */
  size: number;
  stream(): Readable;
  filename: string;
  contentType: string;
}

/** Null if there is none, such as of a web page. A text is a file as well. */
export async function findOriginal(
  { files }: Pick<Store, 'files'>,
  { fileId, metadata, type }: SourceRow,
): Promise<Original | null> {
  const file = fileId === null ? null : await files.find(fileId);
  if (!file) return null;
  const isText = type === 'text';
  return {
    size: file.size,
    stream: file.stream,
    filename: metadata.filename ?? (isText ? 'text.txt' : 'file'),
    contentType: isText ? 'text/plain' : (metadata.content_type ?? 'application/octet-stream'),
  };
}
