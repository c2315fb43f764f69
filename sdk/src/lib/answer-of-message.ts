import type {
  Citation,
  CorrectedQuestion,
  FinishReason,
  NoSourcesReason,
  TextRange,
  TokenUsage,
  UsedCuratedAnswer,
  VerdictPart,
} from '../contract/index.ts';

/** The metadata of a message in `useChat`: `UIMessage<ChatMetadata, ChatData>`. */
export interface ChatMetadata {
  conversation_id?: string;
  finish_reason?: FinishReason;
  reason?: NoSourcesReason;
  kept?: false;
  usage?: TokenUsage;
}

/** The data parts of a message in `useChat`: `UIMessage<ChatMetadata, ChatData>`. */
export type ChatData = {
  citations: Citation[];
  verdict: VerdictPart['data'];
  suggestions: string[];
  unsupported: TextRange[];
  corrected: CorrectedQuestion;
  curated: UsedCuratedAnswer;
  /** Transient: only `onData` sees it. */
  status: { position: number };
  /** Transient: only `onData` sees it. */
  error: { code: string; retryable: boolean };
};

/** The properties of a message in `useChat` that are used here. */
export interface MessageLike {
  role: string;
  metadata?: unknown;
  parts: readonly { type: string; text?: unknown; data?: unknown; providerMetadata?: unknown }[];
}

/** An answer to display. */
export interface ShownAnswer {
  /** The text with its markers `[1] [2]`. A verdict replaces the text before it. */
  text: string;
  citations: Citation[];
  suggestions: string[];
  /** Ranges of `text` that no cited passage supports. */
  unsupported: TextRange[];
  /** True if the documents do not answer the question. */
  refused: boolean;
  /** True if the text may not answer the question: it shows the closest passages. */
  unsure: boolean;
  /** How the answer ended; null while it is being written. */
  finish_reason: FinishReason | null;
  /** The reason for a refusal, if there were no documents to search. */
  reason: NoSourcesReason | null;
  /** The question as it was corrected and answered; null if nothing was misspelt. */
  corrected: CorrectedQuestion | null;
  /** Present if the owner has written the answer. */
  curated: UsedCuratedAnswer | null;
  /** False if the server could not store the answer: it cannot be rated, and a question that follows may not know it. */
  kept: boolean;
}

/**
 * Returns the answer so far in a message of `useChat`. Display this instead of the text parts, as a verdict replaces them.
 * @example
 * const { text, citations } = answerOf({ role: 'assistant', parts: [{ type: 'text', text: 'At nine. [1]' }] });
 */
export function answerOf(message: MessageLike): ShownAnswer {
  const data = <Name extends keyof ChatData>(name: Name) =>
    message.parts.find(({ type }) => type === `data-${name}`)?.data as ChatData[Name] | undefined;
  const verdict = data('verdict');
  const isRefusal = verdict?.verdict === 'refused';
  const { finish_reason = null, reason = null, kept = true } = (message.metadata ?? {}) as ChatMetadata;
  return {
    text: verdict?.response ?? textOf(message),
    citations: data('citations') ?? sourcesOf(message),
    suggestions: data('suggestions') ?? [],
    unsupported: data('unsupported') ?? [],
    // The verdict arrives before the end of the answer.
    refused: isRefusal || finish_reason === 'refused',
    unsure: !isRefusal && finish_reason === 'unsure',
    finish_reason: isRefusal ? 'refused' : finish_reason,
    reason,
    corrected: data('corrected') ?? null,
    curated: data('curated') ?? null,
    kept,
  };
}

/** The citations of an answer that `streamText` wrote with a model of this package: its `source` parts. */
function sourcesOf({ parts }: MessageLike): Citation[] {
  return parts.flatMap(({ type, providerMetadata }) => {
    const { footnote } = (providerMetadata ?? {}) as { footnote?: Citation };
    return type === 'source-url' && footnote ? [footnote] : [];
  });
}

/** The concatenated text parts of a message. */
export function textOf({ parts }: MessageLike): string {
  return parts.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join('');
}

/** The conversation of the last answer in these messages; null before the first answer. */
export function conversationOf(messages: readonly MessageLike[]): string | null {
  for (let at = messages.length - 1; at >= 0; at--) {
    const { conversation_id } = (messages[at]?.metadata ?? {}) as ChatMetadata;
    if (typeof conversation_id === 'string') return conversation_id;
  }
  return null;
}
