import { type Clock, startClock } from './abort.ts';
import type { RequestOptions, Settings } from './options.ts';
import { answerTo, limitsOf, type RequestDescription } from './request.ts';
import { readAnswer } from './response.ts';
import { nextBytes } from './stream.ts';

/**
 * A file from the server. Iterate over its text as it arrives, or call `blob()`; it can be read only once. Leaving the loop
 * ends the request. If it is never read, the request stays open until its timeout.
 */
export interface Download extends AsyncIterable<string> {
  /** The file name from the server. */
  filename: string;
  /** The media type. */
  type: string;
  /** The whole file. */
  blob(): Promise<Blob>;
}

/** Makes a call whose response is a text file. Resolves when the headers have arrived. */
export async function download(
  settings: Settings,
  description: RequestDescription,
  options: RequestOptions = {},
): Promise<Download> {
  const limits = limitsOf(options.timeout ?? settings.timeout);
  const clock = startClock(options.signal, limits.total, 'The download');
  try {
    const response = await answerTo(settings, description, options, clock, readStart);
    const type = response.headers.get('content-type') ?? '';
    const [, filename = ''] = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    const bytes = () => bytesOf(response.body, clock, limits.idle);
    return {
      filename,
      type,
      async *[Symbol.asyncIterator]() {
        // Keep the byte order mark of a CSV file, which spreadsheets need.
        const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
        for await (const some of bytes()) yield decoder.decode(some, { stream: true });
        const rest = decoder.decode();
        if (rest) yield rest;
      },
      async blob() {
        const parts: BlobPart[] = [];
        for await (const some of bytes()) parts.push(some as BlobPart);
        return new Blob(parts, { type });
      },
    };
  } catch (error) {
    clock.release();
    throw error;
  }
}

/** Returns a successful response with its body unread. Throws like `readAnswer` for an error. */
async function readStart(response: Response): Promise<Response> {
  if (!response.ok) await readAnswer(response);
  return response;
}

async function* bytesOf(
  body: ReadableStream<Uint8Array> | null,
  { signal, release }: Clock,
  idle: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader();
  let bytes: Uint8Array | undefined;
  try {
    while (reader) {
      bytes = await nextBytes(reader, signal, idle);
      if (!bytes) return;
      yield bytes;
    }
  } finally {
    release();
    // Reading stopped before the end.
    if (bytes) reader?.cancel().catch(() => {});
  }
}
