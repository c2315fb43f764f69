import { abortable, type Clock, startClock } from './abort.ts';
import { APIConnectionError, FootnoteError } from './errors.ts';
import type { RequestOptions, Settings } from './options.ts';
import { answerTo, limitsOf, type RequestDescription } from './request.ts';
import { errorOf, readAnswer } from './response.ts';
import { createEventReader } from './sse.ts';

/** Milliseconds that a connection may take to end after its last event, so that it can be reused. */
const GRACE = 1_000;

/** A call whose response is an event stream. */
export interface OpenedStream {
  /** The clock of the whole call. The caller releases it after reading the last event. */
  clock: Clock;
  /** The `x-request-id` of the response, once it has arrived. */
  requestId(): string | undefined;
  /** The data of each event. Throws a `FootnoteError` if the call fails at any point. */
  events: AsyncGenerator<string, void, undefined>;
}

/** Opens an event stream. Nothing is sent until the first event is requested. */
export function openStream(settings: Settings, description: RequestDescription, options: RequestOptions): OpenedStream {
  const limits = limitsOf(options.timeout ?? settings.timeout);
  const clock = startClock(options.signal, limits.total, 'The answer');
  let requestId: string | undefined;

  async function* events(): AsyncGenerator<string, void, undefined> {
    const response = await answerTo(settings, description, options, clock, readStart);
    requestId = response.headers.get('x-request-id') ?? undefined;
    if (response.body) yield* eventsOf(response.body, clock.signal, limits.idle);
  }
  return { clock, requestId: () => requestId, events: events() };
}

/** Returns a response whose body is an event stream, unread. Throws like `readAnswer` otherwise. */
async function readStart(response: Response): Promise<Response> {
  if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream')) return response;
  await readAnswer(response);
  throw errorOf(response, 'invalid_response', 'The answer is not a stream. Is a server of this API behind baseURL?');
}

async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  idle: number,
): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader();
  const read = createEventReader();
  let last = '';
  try {
    for (;;) {
      const bytes = await nextBytes(reader, signal, idle);
      if (!bytes) return;
      for (last of read(bytes)) yield last;
      if (last === '[DONE]') return;
    }
  } finally {
    // Closing the connection tells the server to stop. After the last event it ends by itself, in the background.
    const end = last === '[DONE]' ? abortable(reader.read(), AbortSignal.timeout(GRACE)) : Promise.reject();
    end.catch(() => reader.cancel()).catch(() => {});
  }
}

/** The next bytes of a body, or undefined at its end. Throws on a timeout or if the connection breaks. */
export async function nextBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  signal: AbortSignal,
  idle: number,
): Promise<Uint8Array | undefined> {
  const clock = startClock(signal, idle, 'The next part of the answer');
  try {
    return (await abortable(reader.read(), clock.signal)).value;
  } catch (error) {
    if (FootnoteError.isInstance(error)) throw error;
    throw new APIConnectionError('The connection broke in the middle of the answer.', { cause: error });
  } finally {
    clock.release();
  }
}
