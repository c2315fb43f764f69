import type { Timestamp } from './common.ts';

export interface ChatRequest {
  /** 1–4000 characters after trimming. */
  query: string;
  conversation_id?: string | null;
  stream?: boolean;
}

export interface Citation {
  /** The number of the marker `[1]` in the answer. */
  id: number;
  source_id: string;
  title: string;
  /** The page on which `quote` begins; only where the document has pages. */
  page?: number;
  /** The cited passage, verbatim from the stored document. */
  text: string;
  /** The exact words relied on: a substring of `text`. @extension */
  quote: string;
  /** The headings above the passage, outermost first, joined by ` › `; absent where there are none. @extension */
  heading?: string;
  /** Opens the passage in its surroundings. @extension */
  url: string;
  /** @extension */
  indexed_at: Timestamp;
}

/** @extension */
export interface TokenUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

/**
 * How an answer ended: `stop` it is whole, `refused` the documents do not answer, `length` it was cut off, `aborted` its reader
 * left or it was ended, `error` an engine failed. The same words everywhere. @extension
 */
export type FinishReason = 'stop' | 'refused' | 'length' | 'aborted' | 'error';

/** Why a question was refused of which no document knows: there is none, or the first are still being read. @extension */
export type NoSourcesReason = 'no_sources' | 'indexing';

/** A range of characters of `response`, end exclusive. @extension */
export interface TextRange {
  start: number;
  end: number;
}

export interface ChatAnswer {
  /** The answer with its markers `[1] [2]`, numbered by first appearance. */
  response: string;
  conversation_id: string;
  /** Exactly the cited passages, in the order of their markers. */
  citations: Citation[];
  /** @extension */
  message_id: string;
  /** @extension */
  finish_reason: FinishReason;
  /** Of a refusal: absent where there are documents, and they do not answer. @extension */
  reason?: NoSourcesReason;
  /** @extension */
  usage: TokenUsage;
  /** Up to three questions worth asking next. @extension */
  suggestions: string[];
  /** What no cited passage supports; usually empty. @extension */
  unsupported: TextRange[];
}
