import type {
  CrawlOutcome,
  FeedbackState,
  HandoverStatus,
  Rating,
  SourceStatus,
  SourceType,
  WebhookDeliveryStatus,
  WidgetImages,
} from './generated.ts';

/** The part of a list to return: at most `limit` items, from `offset` on. */
export interface ListQuery {
  limit?: number;
  offset?: number;
}

/** Filters of the list of sources. Sources must match all of them. */
export interface SourceQuery extends ListQuery {
  status?: SourceStatus;
  type?: SourceType;
  /** Words that must all appear in the title, the file name, the external id or an address; 1–200 characters. */
  search?: string;
  /** Only pages of this site; `none` for sources that are not pages of a site. */
  parent_id?: string;
}

/** Filters of a crawl's list of addresses. */
export interface CrawlQuery extends ListQuery {
  /** Only addresses with this outcome. Default: all. */
  outcome?: CrawlOutcome;
  /** Only addresses with this reason, such as `budget`. Default: all. */
  reason?: string;
}

/** Filters of conversations. Conversations must match all of them. */
export interface ConversationFilter {
  /** Words that must all appear in a message; 1–200 characters. Only the latest 10,000 conversations are searched. */
  search?: string;
  /** Only conversations with an answer that has this rating; `any` for either rating. */
  feedback?: Rating | 'any';
  /** Only conversations with a refused answer, or only those without one. */
  refused?: boolean;
  /** Only conversations with an unsure answer, or only those without one. */
  unsure?: boolean;
  /** Only conversations within this period: a date in UTC (`to` is inclusive) or a timestamp. */
  from?: string;
  to?: string;
  /** Only conversations of this visitor. */
  visitor_id?: string;
}

/** */
export interface ConversationQuery extends ListQuery, ConversationFilter {}

/** The format of an export. `jsonl`: one `ExportedMessage` per line. `csv`: a table for spreadsheets. */
export type ExportFormat = 'jsonl' | 'csv';

/** */
export interface ExportQuery extends ConversationFilter {
  /** The format. Default: `jsonl`. */
  format?: ExportFormat;
}

/** Filters of feedback. Feedback must match all of them. */
export interface FeedbackQuery extends ListQuery {
  state?: FeedbackState;
  rating?: Rating;
}

/** Filters of the server’s accounts. */
export interface UserQuery extends ListQuery {
  /** Only accounts whose name or e-mail address contains this. */
  search?: string;
  /** Only accounts that are deactivated, or only those that are not. */
  deactivated?: boolean;
}

/** Filters of the server’s projects. */
export interface ServerProjectQuery extends ListQuery {
  /** Only projects whose name, or whose owner’s address, contains this. */
  search?: string;
}

/** Filters of the audit log. Entries must match all of them. */
export interface AuditFilter {
  project_id?: string;
  /** Such as `api-keys.create`. */
  action?: string;
  /** Only entries of this period: a date in UTC (`to` is inclusive) or a timestamp. */
  from?: string;
  to?: string;
}

/** */
export interface AuditQuery extends ListQuery, AuditFilter {}

/** */
export interface AuditExportQuery extends AuditFilter {
  /** The format. Default: `jsonl`. */
  format?: ExportFormat;
}

/** The conversations to delete: those of one visitor, or all. */
export type DeleteConversationsQuery = { visitor_id: string } | { all: true };

/** The first and last day in UTC, inclusive: `yyyy-mm-dd`. At most 366 days. Default: the last 30. */
export interface UsageQuery {
  from?: string;
  to?: string;
}

/** The period in which questions were asked: dates in UTC (`to` is inclusive) or timestamps. */
export interface UnansweredQuery extends ListQuery {
  from?: string;
  to?: string;
}

/** Filters of the messages of a webhook. */
export interface WebhookDeliveryQuery extends ListQuery {
  /** Only messages in this state. Default: all. */
  status?: WebhookDeliveryStatus;
}

/** Filters of handovers. */
export interface HandoverQuery extends ListQuery {
  /** Only handovers in this state. Default: all. */
  status?: HandoverStatus;
}

/** A picture of the widget: beside its title, or beside its answers. */
export type WidgetImageKind = keyof WidgetImages;
