/** Support for the AI SDK: `useChat` of versions 5 to 7, and models for versions 6 and 7. It is compatible with its types but imports nothing from it. */
import type { StreamPart } from './contract/index.ts';
import { FootnoteError, NotFoundError } from './core/errors.ts';
import type { RequestOptions } from './core/options.ts';
import { conversationOf, type MessageLike, textOf } from './lib/answer-of-message.ts';
import type { ChatStream } from './lib/chat-stream.ts';

export type { ChatData, ChatMetadata, MessageLike, ShownAnswer } from './lib/answer-of-message.ts';
export { answerOf } from './lib/answer-of-message.ts';
export type {
  FootnoteLanguageModel,
  FootnoteMetadata,
  FootnoteModelOptions,
  FootnoteProvider,
  FootnoteSource,
} from './lib/language-model.ts';
export { createFootnote } from './lib/language-model.ts';

/** Options of `chatTransport`. */
export interface ChatTransportOptions {
  /** A client; in a browser, with a widget token in `getToken` or `accessToken`. */
  client: {
    chat: {
      stream(
        projectId: string,
        body: { query: string; conversation_id?: string | null },
        options?: RequestOptions,
      ): ChatStream;
    };
  };
  projectId: string;
}

/** A transport for `useChat`, independent of the version of the AI SDK. */
export interface FootnoteChatTransport {
  /** Sends the last message of the user. Rejects with an `APIError` if the server does not start an answer. */
  sendMessages(options: {
    messages: readonly MessageLike[];
    abortSignal?: AbortSignal | undefined;
    headers?: Record<string, string> | Headers | undefined;
  }): Promise<ReadableStream<StreamPart>>;
  /** Always resolves with null: an answer ends with its connection, so there is nothing to resume. */
  reconnectToStream(): Promise<null>;
}

/**
 * Creates a transport: `useChat({ transport: chatTransport({ client, projectId }) })`. Each question continues the conversation
 * named in the metadata of the previous answer. `onError` receives the errors of this package.
 * @example
 * const chat = { transport: chatTransport({ client: visitor, projectId }) }; // useChat(chat)
 */
export function chatTransport({ client, projectId }: ChatTransportOptions): FootnoteChatTransport {
  return {
    async sendMessages({ messages, abortSignal, headers }) {
      const asked = messages.findLast(({ role }) => role === 'user');
      if (!asked) throw new FootnoteError('The messages contain none with the role "user".');
      const options = { signal: abortSignal, headers: Object.fromEntries(new Headers(headers)) };
      const ask = (conversation_id: string | null) =>
        begun(client.chat.stream(projectId, { query: textOf(asked), conversation_id }, options));
      const conversation = conversationOf(messages);
      try {
        return await ask(conversation);
      } catch (error) {
        // The conversation may have expired on the server. Ask in a new one, without the context.
        if (conversation !== null && NotFoundError.isInstance(error)) return ask(null);
        throw error;
      }
    },
    reconnectToStream: async () => null,
  };
}

/** Resolves with the parts of a stream once the first has arrived. Rejects on an earlier failure; a later one errors the stream. */
async function begun(stream: ChatStream): Promise<ReadableStream<StreamPart>> {
  const iterator = stream[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<StreamPart, undefined>> | undefined = iterator.next();
  await pending;
  return new ReadableStream<StreamPart>({
    async pull(controller) {
      const { done, value } = await (pending ?? iterator.next());
      pending = undefined;
      if (done) controller.close();
      // The stream then fails with a typed error that says the same.
      else if (value.type !== 'error') controller.enqueue(value);
      else await iterator.next();
    },
    cancel: () => stream.abort(),
  });
}
