import type { ChatAnswer, Citation, StreamPart } from '../contract/index.ts';
import { APIAbortError, FootnoteError } from '../core/errors.ts';
import type { OpenedStream } from '../core/stream.ts';
import { emptyAnswer, withPart } from './answer.ts';
import { encodeParts } from './encode-parts.ts';
import { readParts } from './read-parts.ts';

/** The events of a `ChatStream` and the arguments of their listeners. */
export interface ChatListeners {
  /** New text, and the whole text so far. For a refusal `delta` is empty, and `text` replaces everything before. */
  text: (delta: string, text: string) => void;
  /** The passages cited so far, whenever one is added; empty after a refusal. */
  citations: (citations: Citation[]) => void;
  /** The position of the question in the queue; 1 is next. */
  status: (position: number) => void;
  /** The answer has failed. Not called if the caller aborts it. */
  error: (error: FootnoteError) => void;
}

/**
 * A streamed answer. Iterate over its parts, listen with `on`, or await `finalAnswer()`, in any combination. Each iteration
 * starts at the first part. Leaving a `for await` loop early aborts the answer.
 */
export class ChatStream implements AsyncIterable<StreamPart> {
  /** All parts so far, for iterators that start later. An answer is small. */
  readonly #parts: StreamPart[] = [];
  readonly #listeners: { [Name in keyof ChatListeners]: ChatListeners[Name][] } = {
    text: [],
    citations: [],
    status: [],
    error: [],
  };
  readonly #source: OpenedStream;
  readonly #whole: Promise<ChatAnswer>;
  #answer = emptyAnswer();
  #end: { error?: unknown } | undefined;
  /** True if the caller will see a failure. */
  #awaited = false;
  /** Iterators that wait for the next part or the end. */
  #waiting: (() => void)[] = [];

  /** Starts reading at once. Created by `chat.stream`. */
  constructor(source: OpenedStream) {
    this.#source = source;
    this.#whole = this.#read();
    // A failure is kept for callers that await the answer. If there are only listeners for other events, it is thrown, so that
    // it is not lost.
    this.#whole.catch((error) => {
      const listened = Object.values(this.#listeners).some(({ length }) => length > 0);
      if (listened && !this.#awaited && !APIAbortError.isInstance(error)) throw error;
    });
  }

  /**
   * Adds a listener for an event and returns the stream. An error in a listener ends the stream.
   * @example
   * const stream = client.chat.stream(projectId, { query: 'When do you open?' });
   * stream.on('text', (delta, text) => console.log(text)).on('citations', ({ length }) => console.log(length));
   */
  on<Name extends keyof ChatListeners>(name: Name, listener: ChatListeners[Name]): this {
    this.#listeners[name].push(listener);
    this.#awaited ||= name === 'error';
    return this;
  }

  /**
   * Resolves with the complete answer, the same as from `chat.create`. Rejects with a `FootnoteError` if the answer fails.
   * @example
   * const stream = client.chat.stream(projectId, { query: 'When do you open?' });
   * const { response, citations } = await stream.finalAnswer();
   */
  finalAnswer(): Promise<ChatAnswer> {
    this.#awaited = true;
    return this.#whole;
  }

  /**
   * Aborts the answer: closes the connection, and the server stops writing. Everything pending throws an `APIAbortError`.
   * @example
   * const stream = client.chat.stream(projectId, { query: 'When do you open?' });
   * setTimeout(() => stream.abort(), 10_000).unref();
   */
  abort(): void {
    const error = new APIAbortError(undefined);
    this.#finish({ error });
    this.#source.clock.abort(error);
  }

  /** Iterates over the parts as they arrive. Ends when the answer is complete; throws a `FootnoteError` if it fails. */
  [Symbol.asyncIterator](): AsyncIterator<StreamPart, undefined, undefined> {
    this.#awaited = true;
    let next = 0;
    return {
      next: async () => {
        const index = next++;
        while (index >= this.#parts.length && !this.#end)
          await new Promise<void>((resolve) => {
            this.#waiting.push(resolve);
          });
        if (this.#end && APIAbortError.isInstance(this.#end.error)) throw this.#end.error;
        const value = this.#parts[index];
        if (value) return { done: false, value };
        if (this.#end && 'error' in this.#end) throw this.#end.error;
        return { done: true, value: undefined };
      },
      return: async () => {
        this.abort();
        return { done: true, value: undefined };
      },
    };
  }

  /**
   * Encodes the answer as the server sends it, so that a backend can forward it to a page:
   * `new Response(stream.toReadableStream(), { headers: STREAM_HEADERS })`. A failure becomes a part of the stream.
   * @example
   * const stream = client.chat.stream(projectId, { query: 'When do you open?' });
   * const answer = new Response(stream.toReadableStream(), { headers: STREAM_HEADERS });
   */
  toReadableStream(): ReadableStream<Uint8Array> {
    return encodeParts(this);
  }

  async #read(): Promise<ChatAnswer> {
    try {
      for await (const part of readParts(this.#source)) {
        this.#answer = withPart(this.#answer, part);
        this.#parts.push(part);
        this.#wake();
        this.#emitPart(part);
      }
      this.#finish({});
    } catch (error) {
      this.#finish({ error });
    }
    if (!this.#end || !('error' in this.#end)) return this.#answer;
    const { error } = this.#end;
    if (FootnoteError.isInstance(error) && !APIAbortError.isInstance(error)) this.#emit('error', error);
    throw error;
  }

  #emitPart(part: StreamPart): void {
    const { response, citations } = this.#answer;
    if (part.type === 'text-delta') this.#emit('text', part.delta, response);
    if (part.type === 'data-verdict') this.#emit('text', '', response);
    if (part.type === 'data-citations') this.#emit('citations', citations);
    if (part.type === 'data-status') this.#emit('status', part.data.position);
  }

  #emit<Name extends keyof ChatListeners>(name: Name, ...given: Parameters<ChatListeners[Name]>): void {
    for (const listener of this.#listeners[name]) (listener as (...given: unknown[]) => void)(...given);
  }

  /** Only the first call counts. */
  #finish(end: { error?: unknown }): void {
    this.#end ??= end;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
