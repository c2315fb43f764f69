import type { ChatAnswer, Citation, StreamPart } from '../contract/index.ts';
import { APIAbortError, FootnoteError } from '../core/errors.ts';
import type { OpenedStream } from '../core/stream.ts';
import { emptyAnswer, withPart } from './answer.ts';
import { encodeParts } from './encode-parts.ts';
import { readParts } from './read-parts.ts';

/** What can be listened for, and what its listener is given. */
export interface ChatListeners {
  /** More words, and the whole text with them. Where the answer ends in a refusal: no words, and the text that replaces all. */
  text: (delta: string, text: string) => void;
  /** The passages cited so far, each time that one is added; empty where a refusal has taken them back. */
  citations: (citations: Citation[]) => void;
  /** The question waits for its turn; position 1 is next. */
  status: (position: number) => void;
  /** There will be no whole answer. Not called for an abort, which is the caller's own doing. */
  error: (error: FootnoteError) => void;
}

/**
 * An answer while it is written. Iterate over its parts, listen with `on`, or await `finalAnswer()`: all of them see
 * everything, in any combination, and iterating anew begins at the beginning. Leaving a `for await` loop aborts it.
 */
export class ChatStream implements AsyncIterable<StreamPart> {
  /** All parts so far: an answer is small, and whoever comes late misses nothing. */
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
  /** Does anybody hear of a failure? */
  #awaited = false;
  /** Iterators that wait for the next part or the end. */
  #waiting: (() => void)[] = [];

  /** Starts reading at once. Made by `chat.stream`. */
  constructor(source: OpenedStream) {
    this.#source = source;
    this.#whole = this.#read();
    // A failure waits for whoever asks for the answer. Only where somebody listens, and not for errors, would it get lost.
    this.#whole.catch((error) => {
      const listened = Object.values(this.#listeners).some(({ length }) => length > 0);
      if (listened && !this.#awaited && !APIAbortError.isInstance(error)) throw error;
    });
  }

  /**
   * Calls `listener` whenever this happens from now on; returns the stream. What a listener throws ends the stream.
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
   * The whole answer, the same that `chat.create` resolves with. Rejects with a `FootnoteError` where it never came.
   * @example
   * const stream = client.chat.stream(projectId, { query: 'When do you open?' });
   * const { response, citations } = await stream.finalAnswer();
   */
  finalAnswer(): Promise<ChatAnswer> {
    this.#awaited = true;
    return this.#whole;
  }

  /**
   * Stops: the connection closes and the server stops writing. Everything that waits throws an `APIAbortError`.
   * @example
   * const stream = client.chat.stream(projectId, { query: 'When do you open?' });
   * setTimeout(() => stream.abort(), 10_000).unref();
   */
  abort(): void {
    const error = new APIAbortError(undefined);
    this.#finish({ error });
    this.#source.clock.abort(error);
  }

  /** The parts as they come. Ends when the answer is whole, and throws a `FootnoteError` where it will not be. */
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
   * The bytes that the server sends, so that a backend can hand an answer on to a page:
   * `new Response(stream.toReadableStream(), { headers: STREAM_HEADERS })`. A failure is told as a part of the stream.
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
        this.#tell(part);
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

  #tell(part: StreamPart): void {
    const { response, citations } = this.#answer;
    if (part.type === 'text-delta') this.#emit('text', part.delta, response);
    if (part.type === 'data-verdict') this.#emit('text', '', response);
    if (part.type === 'data-citations') this.#emit('citations', citations);
    if (part.type === 'data-status') this.#emit('status', part.data.position);
  }

  #emit<Name extends keyof ChatListeners>(name: Name, ...given: Parameters<ChatListeners[Name]>): void {
    for (const listener of this.#listeners[name]) (listener as (...given: unknown[]) => void)(...given);
  }

  /** The first end counts. */
  #finish(end: { error?: unknown }): void {
    this.#end ??= end;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
