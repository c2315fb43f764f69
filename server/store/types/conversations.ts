import type { AnswerTrace, CitationSupport, FinishReason, Rating, TokenUsage } from '@footnote/sdk/contract';
import {
  flag,
  hidden,
  initially,
  json,
  large,
  type NewRow,
  nullable,
  oneOf,
  type Row,
  real,
  table,
  text,
  time,
  whole,
} from '../table.ts';
import type { Page, Paging } from './paging.ts';

/** A stored citation: the wire citation without `url`, with what signing one needs. */
export interface StoredCitation {
  id: number;
  sourceId: string;
  chunkId: string;
  title: string;
  /** Absent where nothing tells the source from another of this title, and in rows of older versions. */
  sourceName?: string;
  page: number | null;
  heading: string | null;
  text: string;
  quote: string;
  /** Offsets of the quote in the document text. */
  quoteStart: number;
  quoteEnd: number;
  /** The part of the answer that shows the quote, in UTF-16 units; absent where the sentence with its marker is all. */
  answerRange?: { start: number; end: number };
  address: string | null;
  indexedAt: number;
  /** Absent in rows of older versions. */
  support?: CitationSupport;
}

export const messages = table('messages', {
  id: text,
  conversationId: text,
  /** 1, 2, 3 … without a gap. */
  seq: whole,
  role: oneOf<'user' | 'assistant'>(),
  text,
  citations: json<StoredCitation[]>(),
  /** Null for a question, and for an answer that is being written. */
  finishReason: nullable(oneOf<FinishReason>()),
  /** Why it ended so: of a refused answer why there was nothing to look in, of a failed one the code of its error; else null. */
  reason: initially(null, nullable(text)),
  /** Of an answer: how likely the documents answer, 0–1, by the words that were found; null where these did not tell. */
  certainty: initially(null, nullable(real)),
  /** Of an answer that the owner has written: its id; else null. */
  curatedId: initially(null, nullable(text)),
  /** Of a question: the page that it was asked from, if the project records pages; else null. */
  pageUrl: initially(null, nullable(text)),
  usage: nullable(json<TokenUsage>()),
  rating: initially(null, nullable(oneOf<Rating>())),
  comment: initially(null, nullable(text)),
  feedbackState: hidden(initially(null, nullable(oneOf<FeedbackState>()))),
  /** Set aside by the owner. */
  dismissed: hidden(initially(false, flag)),
  createdAt: time,
  /** Of an answer without a finish reason: its writer is alive until then. */
  writtenUntil: hidden(nullable(time)),
});
export type MessageRow = Row<typeof messages>;

/** The sources that an answer cites. */
export const messageCitations = table('message_citations', { sourceId: text, messageId: text }, [
  'sourceId',
  'messageId',
]);

/** How an answer was made, if the request asked for it, and the sources whose passages the trace shows. */
export const messageTraces = table('message_traces', { messageId: text, trace: json<StoredTrace>() }, ['messageId']);
export const messageTraceSources = table('message_trace_sources', { sourceId: text, messageId: text }, [
  'sourceId',
  'messageId',
]);

export interface NewMessage extends Omit<NewRow<typeof messages>, 'seq' | 'conversationId' | 'rating' | 'comment'> {
  /** How the answer was made, if the request asked for a trace. */
  trace?: StoredTrace | null;
  /**
   * Of an answer without a finish reason: it is being written, and until then it will have been stored again. Otherwise
   * its writer has died, and it is read as `aborted`.
   */
  writtenUntil?: number;
}

/** As it is kept with its message. */
export type StoredTrace = Omit<AnswerTrace, 'message_id'>;

export const conversations = table('conversations', {
  id: text,
  number: hidden(large),
  projectId: text,
  /** Null for conversations held with an API key. */
  visitorId: nullable(text),
  /** Of its last message. */
  lastSeq: hidden(initially(0, whole)),
  createdAt: time,
  updatedAt: time,
});
export type ConversationRow = Row<typeof conversations>;

/** Which conversations: those to which all of this applies. */
export interface ConversationFilter {
  visitorId?: string;
  /** Each stands in one of the messages; among the latest 10,000 conversations only. Data, never a pattern: any string is safe. */
  words?: string[];
  feedback?: Rating | 'any';
  refused?: boolean;
  unsure?: boolean;
  /** Touched at or after. */
  from?: number;
  /** Begun before. */
  to?: number;
}

/** A conversation as a list shows it. */
export interface ListedConversation extends ConversationRow {
  /** Its first question; empty where nothing was asked. */
  title: string;
  messages: number;
  /** How many of its answers were refused, unsure, and rated. */
  refused: number;
  unsure: number;
  up: number;
  down: number;
}

/** What the owner has done with feedback. */
export type FeedbackState = 'new' | 'seen' | 'done';

export interface Conversations {
  /** With its first question, where there is one already; durable with the answer. Throws 404 where the project is gone. */
  create(conversation: ConversationRow, first?: NewMessage | null): Promise<void>;
  byId(projectId: string, id: string): Promise<ConversationRow | null>;
  /** The conversation that holds an answer. */
  byAnswer(projectId: string, messageId: string): Promise<ConversationRow | null>;
  /** Newest first; what has to look into messages is for `Reports.conversations`. */
  list(
    projectId: string,
    filter: Pick<ConversationFilter, 'visitorId'>,
    paging: Paging,
  ): Promise<Page<ListedConversation>>;
  /** One as a list shows it. */
  listed(projectId: string, id: string): Promise<ListedConversation | null>;
  /** Oldest first. */
  messages(projectId: string, conversationId: string, paging: Paging): Promise<Page<MessageRow>>;
  /**
   * What a reader thought of an answer; null takes it back. Tells what was thought before, and when it was answered; null
   * where the conversation has no such answer.
   */
  rate(
    projectId: string,
    conversationId: string,
    messageId: string,
    rating: Rating | null,
    comment: string | null,
  ): Promise<{ before: Rating | null; answeredAt: number } | null>;
  /** Sets the state of the feedback on an answer, which rating it again makes new; false if there is none. */
  setFeedbackState(projectId: string, messageId: string, state: FeedbackState): Promise<boolean>;
  /** The trace of an answer of the project; null if none was stored. */
  trace(projectId: string, messageId: string): Promise<StoredTrace | null>;
  /** Sets answers of the project aside that are unanswered or among the weakest; returns how many were not before. */
  dismiss(projectId: string, messageIds: string[]): Promise<number>;
  /** Resolves when no byte of it is left. False: not there. */
  delete(projectId: string, id: string): Promise<boolean>;
  /**
   * Appends at the next seq, or replaces at its own what was stored of the same answer before; sets `updatedAt`. Null where
   * the conversation is gone. A question is durable with its answer.
   */
  append(projectId: string, conversationId: string, message: NewMessage): Promise<MessageRow | null>;
  /** Oldest first; the last `limit` of them. */
  recentMessages(projectId: string, conversationId: string, limit: number): Promise<MessageRow[]>;
  /** All of a visitor, or of the project; resolves with how many when no byte of them is left. */
  deleteAll(projectId: string, visitorId: string | null): Promise<number>;
  /** Deletes conversations not touched since: of one project, or null: of all that have no retention of their own. Returns how many. */
  deleteOlderThan(updatedBefore: number, projectId: string | null): Promise<number>;
}
