import type { Citation, FinishReason, NoSourcesReason, TokenUsage } from './chat.ts';
import type { ErrorBody } from './error.ts';

/** What OpenAI's clients send; fields that are not listed are ignored. @extension */
export interface ChatCompletionRequest {
  /** The last one of the user is the question, those before it are what it may lean on. */
  messages: ChatCompletionMessage[];
  stream?: boolean | null;
  /** `include_usage`: a last chunk without choices carries the usage. */
  stream_options?: { include_usage?: boolean | null } | null;
}

/** Of `role`s only `user` and `assistant` are read, of parts only those of type `text`. @extension */
export interface ChatCompletionMessage {
  role: string;
  content?: string | { type: string; text?: string }[] | null;
}

/** @extension */
export type CompletionFinishReason = 'stop' | 'length';

/** @extension */
export interface ChatCompletion {
  id: string;
  object: 'chat.completion';
  /** Epoch seconds. */
  created: number;
  model: string;
  choices: [
    {
      index: 0;
      /** With the citations, and how the answer ended in the words of the chat API. */
      message: {
        role: 'assistant';
        content: string;
        refusal: null;
        citations: Citation[];
        finish_reason: FinishReason;
        reason?: NoSourcesReason;
      };
      logprobs: null;
      finish_reason: CompletionFinishReason;
    },
  ];
  usage: TokenUsage;
}

/** @extension */
export interface ChatCompletionChunk {
  id: string;
  object: 'chat.completion.chunk';
  /** Epoch seconds. */
  created: number;
  model: string;
  /** Empty on the chunk that carries the usage. */
  choices: {
    index: 0;
    delta: { role?: 'assistant'; content?: string };
    logprobs: null;
    finish_reason: CompletionFinishReason | null;
  }[];
  /** On the last chunk with content. */
  citations?: Citation[];
  /** Beside the citations: how the answer ended, in the words of the chat API. */
  finish_reason?: FinishReason;
  reason?: NoSourcesReason;
  /** Only where it was asked for, and there null on every chunk but the last. */
  usage?: TokenUsage | null;
}

/** An error that OpenAI's clients read as one of theirs, and ours as one of ours. @extension */
export interface OpenAiErrorBody extends ErrorBody {
  error: { message: string; type: string; code: string; param: string | null };
}

/** @extension */
export interface ModelList {
  object: 'list';
  data: Model[];
}

/** @extension */
export interface Model {
  id: string;
  object: 'model';
  /** Epoch seconds. */
  created: number;
  owned_by: string;
}
