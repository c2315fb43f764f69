import type { Citation, TokenUsage } from './chat.ts';
import type { Timestamp } from './common.ts';

/** @extension */
export interface Conversation {
  id: string;
  project_id: string;
  /** Null where it was held with an API key. */
  visitor_id: string | null;
  /** Its first question, cut where it is long. */
  title: string;
  messages_count: number;
  created_at: Timestamp;
  updated_at: Timestamp;
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
  /** Of an answer: why it ended (`stop`, `refused`, `aborted`, `length`, `error`). */
  finish_reason: string | null;
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
