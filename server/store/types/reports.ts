import type { FinishReason, Rating, SourceStatus, SourceType } from '@footnote/sdk/contract';
import { hidden, large, oneOf, type Row, table, text, whole } from '../table.ts';
import type { ConversationFilter, FeedbackState, ListedConversation, MessageRow } from './conversations.ts';
import type { Page, Paging } from './paging.ts';
import type { ProjectRow } from './projects.ts';
import type { SourceRow } from './sources.ts';

/** How much a project stores. Bytes are those of the content, without the database's indexes. */
export interface StoredProject {
  project: ProjectRow;
  ownerEmail: string;
  sources: number;
  /** Of files, or of the texts of pages. */
  originalsBytes: number;
  documentsBytes: number;
  passages: number;
  /** Of passages and vectors. */
  indexBytes: number;
  conversations: number;
  conversationsBytes: number;
  /** 0 where no quota counts them. */
  questionsToday: number;
}

/** What a project has of what quotas limit. */
export interface QuotaUse {
  sources: number;
  bytes: number;
  /** Of all projects of its owner. */
  accountBytes: number;
  questionsToday: number;
}

/** Where an export continues: within a conversation, by its number. */
export interface ExportCursor {
  conversation: number;
  seq: number;
}

export interface ExportedRow extends MessageRow {
  visitorId: string | null;
}

/** A question that the documents do not answer, or may not. */
export interface UnansweredQuestion {
  /** Of the answer. */
  messageId: string;
  conversationId: string;
  text: string;
  finishReason: 'refused' | 'unsure';
  askedAt: number;
}

/** A question whose answer was given as sure. */
export interface SureAnswer {
  /** Of the answer. */
  messageId: string;
  conversationId: string;
  /** The question. */
  text: string;
  certainty: number;
  askedAt: number;
}

/** A rated answer. */
export interface FeedbackRow {
  messageId: string;
  conversationId: string;
  question: string;
  answer: string;
  rating: Rating;
  comment: string | null;
  state: FeedbackState;
  /** When it was answered. */
  answeredAt: number;
}

/** A question as it was asked. */
export interface AskedQuestion {
  text: string;
  askedAt: number;
  /** How its answer ended; null where there is none. */
  finishReason: FinishReason | null;
}

export interface CitedSourceRow {
  sourceId: string;
  title: string;
  /** How many answers cite it. */
  answers: number;
}

export interface AskedPageRow {
  pageUrl: string;
  /** How many questions were asked from it, how many of their answers were refused or unsure, and how many of these unsure. */
  questions: number;
  unanswered: number;
  unsure: number;
}

export interface SourceState {
  total: number;
  failed: number;
  /** Null if none has been read. */
  lastReadAt: number | null;
  /** How many completed sources no stored answer cites, and the oldest of them. */
  neverCited: number;
  examples: Omit<CitedSourceRow, 'answers'>[];
}

/** Which sources: those to which all of this applies. */
export interface SourceFilter {
  status?: SourceStatus;
  type?: SourceType;
  /** Each stands in title, file name or address, however it is written; among the latest 10,000 sources only. */
  words?: string[];
  /** Of this site; null: of none. */
  parentId?: string | null;
}

/** What is asked for by owners, who can wait: it reads more rows than may hold up questions and their answers. */
export interface Reports {
  /** All projects of the server, the largest first, for the operator. `search`: in names and addresses of owners. `day`: today, in UTC. */
  storage(filter: { search?: string; day: string }, paging: Paging): Promise<Page<StoredProject>>;
  quotaUse(projectId: string, day: string): Promise<QuotaUse>;
  /** Newest first. */
  conversations(projectId: string, filter: ConversationFilter, paging: Paging): Promise<Page<ListedConversation>>;
  /** The next messages, newest conversations first, each oldest first; `next` is null at the end. Call with at most 100. */
  messages(
    projectId: string,
    filter: ConversationFilter,
    after: ExportCursor | null,
    limit: number,
  ): Promise<{ rows: ExportedRow[]; next: ExportCursor | null }>;
  /**
   * Refused and unsure answers, latest first, without those set aside and those for which there was no document yet; `from`
   * included, `to` not.
   */
  unanswered(projectId: string, range: { from: number; to: number }, limit: number): Promise<UnansweredQuestion[]>;
  /** Answers that were given as sure, the least certain first, without those set aside; `from` included, `to` not. */
  weakest(projectId: string, range: { from: number; to: number }, limit: number): Promise<SureAnswer[]>;
  /** Newest first. */
  sources(projectId: string, filter: SourceFilter, paging: Paging): Promise<Page<SourceRow>>;
  /** Rated answers, latest first. */
  feedback(
    projectId: string,
    filter: { state?: FeedbackState; rating?: Rating },
    paging: Paging,
  ): Promise<Page<FeedbackRow>>;
  /** The latest questions, latest first; `from` included, `to` not. */
  asked(projectId: string, range: { from: number; to: number }, limit: number): Promise<AskedQuestion[]>;
  /** The sources that most answers of the range cite. */
  citedSources(projectId: string, range: { from: number; to: number }, limit: number): Promise<CitedSourceRow[]>;
  /** The pages that most questions of the range were asked from. */
  askedPages(projectId: string, range: { from: number; to: number }, limit: number): Promise<AskedPageRow[]>;
  /** The state of all sources, with at most `examples` that are never cited. */
  sourceState(projectId: string, examples: number): Promise<SourceState>;
  sourceCounts(projectId: string): Promise<{ status: SourceStatus; type: SourceType; sources: number }[]>;
}

/** What a project has been used for on a day (UTC, `yyyy-mm-dd`). */
export const dailyUsage = table(
  'daily_usage',
  {
    projectId: hidden(text),
    day: hidden(text),
    requests: large,
    promptTokens: large,
    completionTokens: large,
    answered: large,
    unsure: large,
    refused: large,
    aborted: large,
    failed: large,
    up: large,
    down: large,
  },
  ['projectId', 'day'],
);
export type DayCounts = Row<typeof dailyUsage>;

/** How many answers took how long; `first`: to their first words. */
export const dailyLatencies = table(
  'daily_latencies',
  {
    projectId: hidden(text),
    day: hidden(text),
    measure: oneOf<'whole' | 'first'>(),
    /** A range of milliseconds (services/latency.ts). */
    bucket: whole,
    answers: large,
  },
  ['projectId', 'day', 'measure', 'bucket'],
);
export type LatencyCount = Row<typeof dailyLatencies>;

export interface DailyUsageRow {
  day: string;
  counts: DayCounts;
  latencies: LatencyCount[];
}

/** Counters of use; they go with their project only. */
export interface DailyUsage {
  /** Adds to the days, and to what the project has been used in all; in one transaction. Of projects that are gone, nothing. */
  add(usage: (DailyUsageRow & { projectId: string })[]): Promise<void>;
  /** Days on which something was counted, oldest first; both ends included. */
  between(projectId: string, from: string, to: string): Promise<DailyUsageRow[]>;
}
