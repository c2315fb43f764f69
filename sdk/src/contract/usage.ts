import type { Timestamp } from './common.ts';

/** Which days, in UTC, both included: `yyyy-mm-dd`. Default: the last 30; at most 366. @extension */
export interface UsageQuery {
  from?: string;
  to?: string;
}

/** What was counted over one day, or over several. @extension */
export interface UsageCounts {
  /** Questions for which answering began. */
  requests: number;
  prompt_tokens: number;
  completion_tokens: number;
  /** How answers ended; those that are still being written are in none of the four. */
  answered: number;
  refused: number;
  aborted: number;
  failed: number;
  /** Ratings given, by the day of the answer; one that is changed counts as it stands. */
  feedback_up: number;
  feedback_down: number;
  /** Of whole answers, from the question to the last word; null where none was counted. */
  latency_ms: Percentiles | null;
  /** From the question to the first words. */
  first_text_ms: Percentiles | null;
}

/** Milliseconds, to within ten in a hundred. @extension */
export interface Percentiles {
  p50: number;
  p95: number;
}

/** @extension */
export interface DailyUsage extends UsageCounts {
  /** `yyyy-mm-dd`, UTC. */
  day: string;
}

/** How a project was used over time. It outlives the conversations that it counts. @extension */
export interface UsageReport {
  from: string;
  to: string;
  /** Every day, oldest first, those without a question included. */
  days: DailyUsage[];
  totals: UsageCounts;
}

/** When the refused questions were asked: dates (UTC, `to` included) or timestamps. @extension */
export interface UnansweredQuery {
  limit?: number;
  offset?: number;
  from?: string;
  to?: string;
}

/** Questions that ask for the same and were refused. @extension */
export interface UnansweredGroup {
  /** The id of its first refused answer: it stays the same while the group grows. */
  id: string;
  /** The one that says best what they ask for. */
  question: string;
  count: number;
  last_asked_at: Timestamp;
  /** Newest first, at most 50 of them. */
  questions: UnansweredQuestion[];
  /** What the documents have that comes nearest, best first; at most three. */
  passages: NearPassage[];
}

/** @extension */
export interface UnansweredQuestion {
  /** Of the refused answer. */
  message_id: string;
  conversation_id: string;
  text: string;
  asked_at: Timestamp;
}

/** @extension */
export interface NearPassage {
  chunk_id: string;
  source_id: string;
  title: string;
  /** Absent where there are none. */
  heading?: string;
  /** Only where the document has pages. */
  page?: number;
  text: string;
  /** Comparable within one group only. */
  score: number;
}

/** 1–1000 ids of refused answers. @extension */
export interface DismissRequest {
  message_ids: string[];
}

/** How many of them were set aside; those that are not there, or are already, count for none. @extension */
export interface Dismissed {
  dismissed: number;
}
