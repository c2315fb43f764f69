import type { StreamPart } from '../contract/index.ts';
import { APIAbortError, APIError } from '../core/errors.ts';
import { ChatStreamError } from '../core/stream-error.ts';

/** Milliseconds. Proxies close what is silent for longer, often after a minute. */
const KEEP_ALIVE = 15_000;

/**
 * The headers that a page's reader of such a stream (`useChat` among them) looks for, and that keep proxies from holding it back.
 * @example
 * const handler = (query: string) =>
 *   new Response(client.chat.stream(projectId, { query }).toReadableStream(), { headers: STREAM_HEADERS });
 */
export const STREAM_HEADERS: Record<string, string> = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  'x-vercel-ai-ui-message-stream': 'v1',
};

/** The parts as the bytes of an event stream, no faster than they are read. Cancelling it ends the iteration. */
export function encodeParts(parts: AsyncIterable<StreamPart>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = parts[Symbol.asyncIterator]();
  let keepAlive: ReturnType<typeof setInterval>;
  const event = (data: string) => encoder.encode(`data: ${data}\n\n`);
  return new ReadableStream<Uint8Array>({
    start(controller) {
      keepAlive = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': keep-alive\n\n'));
      }, KEEP_ALIVE);
      // A stream that nobody reads must not keep a program of Node's from ending.
      (keepAlive as { unref?: () => void }).unref?.();
    },
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (!done) return controller.enqueue(event(JSON.stringify(value)));
      } catch (error) {
        if (APIAbortError.isInstance(error)) {
          clearInterval(keepAlive);
          throw error;
        }
        for (const part of partsOf(error)) controller.enqueue(event(JSON.stringify(part)));
      }
      clearInterval(keepAlive);
      controller.enqueue(event('[DONE]'));
      controller.close();
    },
    async cancel() {
      clearInterval(keepAlive);
      await iterator.return?.();
    },
  });
}

/** How the server would have told it. The page learns no address of this network. */
function partsOf(error: unknown): StreamPart[] {
  // It has been told already: its parts are among those of the answer.
  if (ChatStreamError.isInstance(error)) return [];
  const { code, detail, status } = APIError.isInstance(error)
    ? error
    : { code: 'unavailable', detail: 'The answer could not be finished.', status: 503 };
  return [
    { type: 'data-error', data: { code, retryable: status === 429 || status >= 500 }, transient: true },
    { type: 'error', errorText: detail },
  ];
}
