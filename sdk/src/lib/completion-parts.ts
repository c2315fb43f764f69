import type { ChatCompletionChunk, ChatCompletionStreamPart } from '../contract/index.ts';
import { APIConnectionError } from '../core/errors.ts';
import type { OpenedStream } from '../core/stream.ts';
import { ChatStreamError } from '../core/stream-error.ts';

/** Yields the chunks of a streamed completion. Throws a `FootnoteError` if the answer fails or ends early. Releases the stream's clock. */
export async function* readChunks(source: OpenedStream): AsyncGenerator<ChatCompletionChunk, void, undefined> {
  try {
    for await (const data of source.events) {
      if (data === '[DONE]') return;
      const part = chunkOf(data);
      if (!('error' in part)) yield part;
      else
        throw new ChatStreamError({
          detail: part.detail,
          code: part.code,
          retryable: part.error.type === 'server_error',
          requestId: source.requestId(),
          retryAfter: undefined,
        });
    }
    throw new APIConnectionError('The connection ended before the answer did.');
  } finally {
    source.clock.release();
  }
}

function chunkOf(data: string): ChatCompletionStreamPart {
  let part: unknown;
  try {
    part = JSON.parse(data);
  } catch {
    // Reported below.
  }
  if (typeof part === 'object' && part !== null && ('choices' in part || 'error' in part))
    return part as ChatCompletionStreamPart;
  throw new APIConnectionError(`Not a part of an answer: ${data.slice(0, 100)}`);
}
