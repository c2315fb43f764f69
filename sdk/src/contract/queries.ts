import type { CrawlOutcome, Rating, SourceStatus, SourceType } from './generated.ts';

/** Where to start in a list and how many items to take. */
export interface ListQuery {
  limit?: number;
  offset?: number;
}

/** Which sources: those to which all of this applies. @extension */
export interface SourceQuery extends ListQuery {
  status?: SourceStatus;
  type?: SourceType;
  /** Words, each of which stands in the title, the file name or the address; 1–200 characters. */
  search?: string;
  /** Pages of this site; `none`: what is a page of no site. */
  parent_id?: string;
}

/** Which addresses of a crawl. @extension */
export interface CrawlQuery extends ListQuery {
  /** Those of which this became; default: all. */
  outcome?: CrawlOutcome;
}

/** Which conversations: those to which all of this applies. @extension */
export interface ConversationFilter {
  /** Words, each of which stands in a question or an answer; 1–200 characters. Looks through the latest 10,000. */
  search?: string;
  /** With an answer that was rated so; `any`: either way. */
  feedback?: Rating | 'any';
  /** With a refused answer, or without one. */
  refused?: boolean;
  /** With an unsure answer, or without one. */
  unsure?: boolean;
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

/** Whose conversations are deleted: one visitor's, or everybody's. @extension */
export type DeleteConversationsQuery = { visitor_id: string } | { all: true };

/** Which days, in UTC, both included: `yyyy-mm-dd`. Default: the last 30; at most 366. @extension */
export interface UsageQuery {
  from?: string;
  to?: string;
}

/** When the unanswered questions were asked: dates (UTC, `to` included) or timestamps. @extension */
export interface UnansweredQuery extends ListQuery {
  from?: string;
  to?: string;
}
