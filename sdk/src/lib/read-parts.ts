import type { ErrorDataPart, StreamPart } from '../contract/index.ts';
import { APIConnectionError } from '../core/errors.ts';
import type { OpenedStream } from '../core/stream.ts';
import { ChatStreamError } from '../core/stream-error.ts';

/**
 * Yields the parts of an answer as they arrive. Ends when the answer is complete. If it fails, throws a `FootnoteError` after
 * the part that reports the failure. Releases the stream's clock.
 */
export async function* readParts(source: OpenedStream): AsyncGenerator<StreamPart, void, undefined> {
  let problem: ErrorDataPart['data'] = { code: 'answer_broken', retryable: false };
  let finished = false;
  try {
    for await (const data of source.events) {
      if (data === '[DONE]') {
        // No need to wait for the end of the connection.
        if (finished) return;
        continue;
      }
      const part = partOf(data);
      if (part.type === 'finish') finished = true;
      if (part.type === 'data-error') problem = part.data;
      yield part;
      if (part.type === 'error')
        throw new ChatStreamError({
          detail: part.errorText,
          ...problem,
          requestId: source.requestId(),
          retryAfter: undefined,
        });
    }
    if (!finished) throw new APIConnectionError('The connection ended before the answer did.');
  } catch (error) {
    // The answer is complete even if the connection did not end cleanly.
    if (!finished || !APIConnectionError.isInstance(error)) throw error;
  } finally {
    source.clock.release();
  }
}

/** Parses a part. Unknown parts are passed through; anything else is an error. */
function partOf(data: string): StreamPart {
  let part: unknown;
  try {
    part = JSON.parse(data);
  } catch {
    // Reported below.
  }
  if (typeof part === 'object' && part !== null && 'type' in part) return part as StreamPart;
  throw new APIConnectionError(`Not a part of an answer: ${data.slice(0, 100)}`);
}
