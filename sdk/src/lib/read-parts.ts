import type { ErrorDataPart, StreamPart } from '../contract/index.ts';
import { APIConnectionError } from '../core/errors.ts';
import type { OpenedStream } from '../core/stream.ts';
import { ChatStreamError } from '../core/stream-error.ts';

/**
 * The parts of an answer as they come, each once. Ends when the answer is whole, and throws a `FootnoteError` where it
 * will not be, after the part that says so. Releases the stream's clock.
 */
export async function* readParts(source: OpenedStream): AsyncGenerator<StreamPart, void, undefined> {
  let problem: ErrorDataPart['data'] = { code: 'answer_broken', retryable: false };
  let finished = false;
  try {
    for await (const data of source.events) {
      if (data === '[DONE]') {
        // Nobody need wait until the connection has ended.
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
    // Nothing is missing where only the connection's end went wrong.
    if (!finished || !APIConnectionError.isInstance(error)) throw error;
  } finally {
    source.clock.release();
  }
}

/** A part that this version does not know is passed on as it is; what is no part at all is an error. */
function partOf(data: string): StreamPart {
  let part: unknown;
  try {
    part = JSON.parse(data);
  } catch {
    // Told below, with everything else that is no part.
  }
  if (typeof part === 'object' && part !== null && 'type' in part) return part as StreamPart;
  throw new APIConnectionError(`The stream holds something that is no part of an answer: ${data.slice(0, 100)}`);
}
