import type { StreamPart } from '../contract/index.ts';
import { APIAbortError, APIError } from '../core/errors.ts';
import { ChatStreamError } from '../core/stream-error.ts';

/** Milliseconds between keep-alive comments. Proxies close silent connections, often after a minute. */
const KEEP_ALIVE = 15_000;

/**
 * The headers for a forwarded stream. Clients such as `useChat` expect them, and they keep proxies from buffering.
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

/** Encodes parts as an event stream, with backpressure. Cancelling it ends the iteration. */
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
      // An unread stream must not keep a Node process alive.
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

/** Encodes an error as the server would, without addresses of the internal network. */
function partsOf(error: unknown): StreamPart[] {
  // Its parts are already in the stream.
  if (ChatStreamError.isInstance(error)) return [];
  const { code, detail, status } = APIError.isInstance(error)
    ? error
    : { code: 'unavailable', detail: 'The answer could not be finished.', status: 503 };
  return [
    { type: 'data-error', data: { code, retryable: status === 429 || status >= 500 }, transient: true },
    { type: 'error', errorText: detail },
  ];
}
