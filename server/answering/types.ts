import type { Citation, FinishReason, TextRange, TokenUsage } from '@footnote/sdk/contract';

/** A chunk as the answerer sees it. */
export interface Passage {
  chunkId: string;
  sourceId: string;
  /** The source's title: of the document, else its file name or address. */
  title: string;
  headings: string[];
  page: number | null;
  /** Primary language subtag of the document, or `und`. */
  language: string;
  /** 0-based position in the document. */
  seq: number;
  /** Offsets into the stored document text. */
  start: number;
  end: number;
  /** Verbatim. */
  text: string;
  /** Of the page of the web that it was read from; null for files and texts. */
  address: string | null;
  /** Epoch milliseconds. */
  indexedAt: number;
  /** Fused score; higher is better. Comparable within one retrieval only. */
  score: number;
  /** 1-based ranks in the two lists, null where absent. */
  textRank: number | null;
  vectorRank: number | null;
}

export interface HistoryMessage {
  role: 'user' | 'assistant';
  text: string;
}

export interface Question {
  projectId: string;
  /** As asked, trimmed, 1–4000 characters. */
  text: string;
  /** Earlier turns of the conversation, oldest first. */
  history: HistoryMessage[];
  /** Whom a visitor may turn to when the documents do not answer; empty for nobody. */
  contact: string;
  signal: AbortSignal;
}

/** A citation before presentation: `url` is signed by the presenter, times are epoch milliseconds. */
export interface CitedPassage extends Omit<Citation, 'url' | 'indexed_at'> {
  chunkId: string;
  /** Offsets of `quote` in the stored document text. */
  quoteStart: number;
  quoteEnd: number;
  /** Of the page of the web; null for files and texts. */
  address: string | null;
  indexedAt: number;
}

export type { FinishReason };

/** What an answer is made of, in the order it happens. JSON and stream drain the same events. */
export type AnswerEvent =
  /** Waiting for its turn; `position` 1 is next. Only before the first text. */
  | { type: 'status'; position: number }
  | { type: 'text'; delta: string }
  /** The whole list so far; sent before the marker that needs it. */
  | { type: 'citations'; citations: CitedPassage[] }
  /** The checks ended in a refusal: this text replaces everything sent. */
  | { type: 'verdict'; response: string }
  | {
      type: 'finish';
      reason: FinishReason;
      usage: TokenUsage;
      suggestions: string[];
      unsupported: TextRange[];
    };

/** Room for one answer: a place in the line where one has to be waited for. */
export interface AnswerRoom {
  /** Ends with one `finish`. Throws what the store and the engines throw, and the signal's reason once it is aborted. */
  answer(question: Question): AsyncGenerator<AnswerEvent>;
  /** Gives the room up, used or not; an answer that has ended has done so. May be called again. */
  release(): void;
}
