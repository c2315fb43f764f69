/** `useChat` of the AI SDK, versions 5 to 7, over this API. Only shapes are shared with it: this imports nothing of it. */
import type { StreamPart } from './contract/index.ts';
import { FootnoteError, NotFoundError } from './core/errors.ts';
import type { RequestOptions } from './core/options.ts';
import { conversationOf, type MessageLike, textOf } from './lib/answer-of-message.ts';
import type { ChatStream } from './lib/chat-stream.ts';

export type { ChatData, ChatMetadata, MessageLike, ShownAnswer } from './lib/answer-of-message.ts';
export { answerOf } from './lib/answer-of-message.ts';

/** What a transport needs. */
export interface ChatTransportOptions {
  /** In a browser: one with `getToken` or `accessToken`, a widget token. */
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

/** A transport of `useChat`, without the types of any one version of it. */
export interface FootnoteChatTransport {
  /** Asks the last message of the user. Rejects with an `APIError` where the server refuses to begin. */
  sendMessages(options: {
    messages: readonly MessageLike[];
    abortSignal?: AbortSignal | undefined;
    headers?: Record<string, string> | Headers | undefined;
  }): Promise<ReadableStream<StreamPart>>;
  /** An answer that is not read to its end has been given up: there is none to come back to. */
  reconnectToStream(): Promise<null>;
}

/**
 * `useChat({ transport: chatTransport({ client, projectId }) })`. Each question goes into the conversation of the answer
 * before it, as the messages' own metadata tell. Failures reach `onError` as the errors of this package.
 * @example
 * const chat = { transport: chatTransport({ client: visitor, projectId }) }; // useChat(chat)
 */
export function chatTransport({ client, projectId }: ChatTransportOptions): FootnoteChatTransport {
  return {
    async sendMessages({ messages, abortSignal, headers }) {
      const asked = messages.findLast(({ role }) => role === 'user');
      if (!asked) throw new FootnoteError('There is no message of the user to answer.');
      const options = { signal: abortSignal, headers: Object.fromEntries(new Headers(headers)) };
      const ask = (conversation_id: string | null) =>
        begun(client.chat.stream(projectId, { query: textOf(asked), conversation_id }, options));
      const conversation = conversationOf(messages);
      try {
        return await ask(conversation);
      } catch (error) {
        // The server keeps conversations for a limited time. The question is worth more than its context.
        if (conversation !== null && NotFoundError.isInstance(error)) return ask(null);
        throw error;
      }
    },
    reconnectToStream: async () => null,
  };
}

/** The parts of a stream, once its first has come. Up to then a failure rejects; after that it breaks the stream. */
async function begun(stream: ChatStream): Promise<ReadableStream<StreamPart>> {
  const iterator = stream[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<StreamPart, undefined>> | undefined = iterator.next();
  await pending;
  return new ReadableStream<StreamPart>({
    async pull(controller) {
      const { done, value } = await (pending ?? iterator.next());
      pending = undefined;
      if (done) controller.close();
      // The error that breaks the stream right behind it says the same, typed.
      else if (value.type !== 'error') controller.enqueue(value);
      else await iterator.next();
    },
    cancel: () => stream.abort(),
  });
}
