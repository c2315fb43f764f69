import type { Rating, TokenUsage } from '@footnote/sdk/contract';
import type { Page, Paging } from './paging.ts';

/** A stored citation: the wire citation without `url`, with what signing one needs. */
export interface StoredCitation {
  id: number;
  sourceId: string;
  chunkId: string;
  title: string;
  page: number | null;
  heading: string | null;
  text: string;
  quote: string;
  /** Offsets of the quote in the document text. */
  quoteStart: number;
  quoteEnd: number;
  address: string | null;
  indexedAt: number;
}

export interface MessageRow {
  id: string;
  conversationId: string;
  /** 1, 2, 3 … without a gap. */
  seq: number;
  role: 'user' | 'assistant';
  text: string;
  citations: StoredCitation[];
  finishReason: string | null;
  usage: TokenUsage | null;
  rating: Rating | null;
  comment: string | null;
  createdAt: number;
}

export type NewMessage = Omit<MessageRow, 'seq' | 'conversationId' | 'rating' | 'comment'>;

export interface ConversationRow {
  id: string;
  projectId: string;
  /** Null for conversations held with an API key. */
  visitorId: string | null;
  createdAt: number;
  updatedAt: number;
}

/** A conversation as a list shows it. */
export interface ListedConversation extends ConversationRow {
  /** Its first question; empty where nothing was asked. */
  title: string;
  messages: number;
  /** How many of its answers were refused, and rated. */
  refused: number;
  up: number;
  down: number;
}

export interface Conversations {
  create(conversation: ConversationRow): Promise<void>;
  byId(projectId: string, id: string): Promise<ConversationRow | null>;
  /** The conversation that holds an answer. */
  byAnswer(projectId: string, messageId: string): Promise<ConversationRow | null>;
  /** Newest first; of one visitor only, unless `visitorId` is null. */
  list(projectId: string, visitorId: string | null, paging: Paging): Promise<Page<ListedConversation>>;
  /** Oldest first. */
  messages(conversationId: string, paging: Paging): Promise<Page<MessageRow>>;
  /** What a reader thought of an answer; null takes it back. False where the conversation has no such answer. */
  rate(conversationId: string, messageId: string, rating: Rating | null, comment: string | null): Promise<boolean>;
  /** Resolves when no byte of it is left. False: not there. */
  delete(projectId: string, id: string): Promise<boolean>;
  /** Appends at the next seq; sets `updatedAt`. Null where the conversation is gone. */
  append(conversationId: string, message: NewMessage): Promise<MessageRow | null>;
  /** Oldest first; the last `limit` of them. */
  recentMessages(conversationId: string, limit: number): Promise<MessageRow[]>;
  /** Deletes conversations not touched since; returns how many. */
  deleteOlderThan(updatedBefore: number): Promise<number>;
}
