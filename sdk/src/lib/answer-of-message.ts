import type { Citation, FinishReason, NoSourcesReason, TextRange, TokenUsage, VerdictPart } from '../contract/index.ts';

/** The metadata of a message of `useChat`: `UIMessage<ChatMetadata, ChatData>`. */
export interface ChatMetadata {
  conversation_id?: string;
  finish_reason?: FinishReason;
  reason?: NoSourcesReason;
  usage?: TokenUsage;
}

/** The data parts of a message of `useChat`: `UIMessage<ChatMetadata, ChatData>`. */
export type ChatData = {
  citations: Citation[];
  verdict: VerdictPart['data'];
  suggestions: string[];
  unsupported: TextRange[];
  /** Transient: only `onData` sees it. */
  status: { position: number };
  /** Transient: only `onData` sees it. */
  error: { code: string; retryable: boolean };
};

/** What of a message of `useChat` is read. */
export interface MessageLike {
  role: string;
  metadata?: unknown;
  parts: readonly { type: string; text?: unknown; data?: unknown }[];
}

/** An answer as it is to be shown. */
export interface ShownAnswer {
  /** With its markers `[1] [2]`. Where the answer ended in a refusal, the refusal and not the words before it. */
  text: string;
  citations: Citation[];
  suggestions: string[];
  /** Ranges of `text` that no cited passage supports. */
  unsupported: TextRange[];
  /** The documents do not answer. */
  refused: boolean;
  /** How it ended; null while it is being written. */
  finish_reason: FinishReason | null;
  /** Of a refusal: why, where there was no document to look in. */
  reason: NoSourcesReason | null;
}

/**
 * The answer in a message of `useChat`, as far as it has come. Show this and not the message's own text parts: a refusal replaces them.
 * @example
 * const { text, citations } = answerOf({ role: 'assistant', parts: [{ type: 'text', text: 'At nine. [1]' }] });
 */
export function answerOf(message: MessageLike): ShownAnswer {
  const data = <Name extends keyof ChatData>(name: Name) =>
    message.parts.find(({ type }) => type === `data-${name}`)?.data as ChatData[Name] | undefined;
  const verdict = data('verdict');
  const { finish_reason = null, reason = null } = (message.metadata ?? {}) as ChatMetadata;
  return {
    text: verdict?.response ?? textOf(message),
    citations: data('citations') ?? [],
    suggestions: data('suggestions') ?? [],
    unsupported: data('unsupported') ?? [],
    // A verdict comes before the end does.
    refused: verdict !== undefined || finish_reason === 'refused',
    finish_reason: verdict === undefined ? finish_reason : 'refused',
    reason,
  };
}

/** The text parts of a message, put together. */
export function textOf({ parts }: MessageLike): string {
  return parts.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join('');
}

/** The conversation that the last answer of these messages belongs to; null before the first. */
export function conversationOf(messages: readonly MessageLike[]): string | null {
  for (let at = messages.length - 1; at >= 0; at--) {
    const { conversation_id } = (messages[at]?.metadata ?? {}) as ChatMetadata;
    if (typeof conversation_id === 'string') return conversation_id;
  }
  return null;
}
