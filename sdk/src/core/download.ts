import { type Clock, startClock } from './abort.ts';
import type { RequestOptions, Settings } from './options.ts';
import { answerTo, limitsOf, type RequestDescription } from './request.ts';
import { readAnswer } from './response.ts';
import { nextBytes } from './stream.ts';

/**
 * A file that the server sends: iterate over it for its text as it comes, or take it whole; either once. Breaking off
 * ends the request; one that is never read is held open until the call's time is up. @extension
 */
export interface Download extends AsyncIterable<string> {
  /** As the server names it. */
  filename: string;
  /** The media type. */
  type: string;
  /** All of it. */
  blob(): Promise<Blob>;
}

/** Makes a call that is answered with a text file; resolves when its first bytes are on their way. */
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
        // A table begins with a mark that spreadsheets need: it belongs to the file.
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

/** An answer whose body is still to come; throws what `readAnswer` throws for an error. */
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
    // Broken off, as after the end there are none.
    if (bytes) reader?.cancel().catch(() => {});
  }
}
