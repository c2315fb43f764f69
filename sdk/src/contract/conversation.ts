import type { Citation, FinishReason, TokenUsage } from './chat.ts';
import type { ListQuery, Timestamp } from './common.ts';

/** @extension */
export interface Conversation {
  id: string;
  project_id: string;
  /** Null where it was held with an API key. */
  visitor_id: string | null;
  /** Its first question, cut where it is long. */
  title: string;
  messages_count: number;
  /** Answers that said that the documents do not answer. */
  refused_count: number;
  /** Answers that their reader rated. */
  up_count: number;
  down_count: number;
  created_at: Timestamp;
  updated_at: Timestamp;
}

/** Which conversations: those to which all of this applies. @extension */
export interface ConversationFilter {
  /** Words, each of which stands in a question or an answer; 1–200 characters. Looks through the latest 10,000. */
  search?: string;
  /** With an answer that was rated so; `any`: either way. */
  feedback?: Rating | 'any';
  /** With a refused answer, or without one. */
  refused?: boolean;
  /** Going on in this time: a date (UTC; `to` included) or a timestamp. */
  from?: string;
  to?: string;
  /** Of one visitor. */
  visitor_id?: string;
}

/** @extension */
export interface ConversationQuery extends ListQuery, ConversationFilter {}

/** `jsonl`: one `ExportedMessage` a line; `csv`: the same as a table, for spreadsheets. @extension */
export type ExportFormat = 'jsonl' | 'csv';

/** @extension */
export interface ExportQuery extends ConversationFilter {
  /** Default `jsonl`. */
  format?: ExportFormat;
}

/** One question or answer as it is exported, the conversations newest first. @extension */
export interface ExportedMessage {
  conversation_id: string;
  visitor_id: string | null;
  message_id: string;
  created_at: Timestamp;
  role: 'user' | 'assistant';
  text: string;
  finish_reason: FinishReason | null;
  /** As of a message. */
  reason: string | null;
  rating: Rating | null;
  comment: string | null;
  prompt_tokens: number | null;
  completion_tokens: number | null;
  citations: ExportedCitation[];
}

/** A citation without its link, which would have expired. @extension */
export interface ExportedCitation {
  id: number;
  source_id: string;
  title: string;
  page: number | null;
  heading: string | null;
  quote: string;
}

/** Whose conversations are deleted: one visitor's, or everybody's. @extension */
export type DeleteConversationsQuery = { visitor_id: string } | { all: true };

/** @extension */
export interface ConversationsDeleted {
  deleted: true;
  /** How many there were. */
  count: number;
}

/** @extension */
export type Rating = 'up' | 'down';

/** One question or answer. @extension */
export interface Message {
  id: string;
  conversation_id: string;
  role: 'user' | 'assistant';
  text: string;
  /** Of an answer. Those of a source that has been deleted have lost their texts. */
  citations: Citation[];
  /** Of an answer: how it ended; null while it is being written. */
  finish_reason: FinishReason | null;
  /**
   * Why it ended so: of a refused answer `no_sources` or `indexing` where there was no document to look in, of a failed one the
   * code of its error; null for all others.
   */
  reason: string | null;
  usage: TokenUsage | null;
  rating: Rating | null;
  comment: string | null;
  created_at: Timestamp;
}

/** What a reader thinks of an answer; replaces what was said before. @extension */
export interface FeedbackRequest {
  /** Null takes it back. */
  rating: Rating | null;
  comment?: string;
}

/** @extension */
export interface Feedback {
  message_id: string;
  rating: Rating | null;
  comment: string | null;
}
