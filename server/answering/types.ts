import type {
  AnswerTrace,
  Citation,
  FinishReason,
  NoSourcesReason,
  RefusalReason,
  TextRange,
  TokenUsage,
} from '@footnote/sdk/contract';
import type { Block, PagePlace, SearchHit } from '../store/types.ts';

/** A chunk as the answerer sees it. */
export interface Passage extends PagePlace {
  chunkId: string;
  sourceId: string;
  /** The source's title: of the document, else its file name or address. */
  title: string;
  headings: string[];
  /** Primary language subtag of the document, or `und`. */
  language: string;
  /** 0-based position in the document. */
  seq: number;
  /** Offsets into the stored document text. */
  start: number;
  end: number;
  /** Verbatim. */
  text: string;
  /** What it is made of, with offsets into `text`; empty where the document was read before chunks had blocks. */
  blocks: Block[];
  /** The passages of one document with the same number are one section. */
  section: number;
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
  /** Is told how the answer comes about, where somebody wants to know. */
  trace?: Tracer | undefined;
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

export type { FinishReason, NoSourcesReason };

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
      /** Of a refusal: why there was no document to look in. */
      noSources?: NoSourcesReason;
      usage: TokenUsage;
      suggestions: string[];
      unsupported: TextRange[];
    };

/** Room for one answer: a place in the line where one has to be waited for. */
export interface AnswerSlot {
  /** Ends with one `finish`. Throws what the store and the engines throw, and the signal's reason once it is aborted. */
  answer(question: Question): AsyncGenerator<AnswerEvent>;
  /** Gives the room up, used or not; an answer that has ended has done so. May be called again. */
  release(): void;
}

/** What an answer's time goes to, in order. */
export type TraceStage = 'wait' | 'understand' | 'retrieve' | 'rerank' | 'generate';

/** A sentence after its check. */
export interface CheckedSentence {
  sentence: string;
  /** Does it say anything that a passage would have to support? */
  isClaim: boolean;
  /** The passages that stand behind it, by their markers in the answer. */
  supported: { chunkId: string; marker: number }[];
  /** The numbers of passages that the answerer named and that do not. */
  unsupported: number[];
}

/** How an answer ended: milliseconds from its question. */
export interface TraceEnd {
  outcome: AnswerTrace['verdict']['outcome'];
  firstText: number | null;
  total: number;
  promptTokens: number | null;
}

/** Is told what happens on the way to one answer (trace.ts). What is told again replaces what was told before. */
export interface Tracer {
  /** The time since the last stage went to this one. */
  stageEnded(stage: TraceStage): void;
  enginesChosen(names: AnswerTrace['engines']): void;
  queryContextualized(
    question: { text: string; context: string; language: string },
    terms: { own: string[]; carried: string[]; weights: ReadonlyMap<string, number> },
  ): void;
  /** The hits of each search, best first. */
  indexesSearched(lists: { own: SearchHit[]; withContext: SearchHit[]; vector: SearchHit[] }): void;
  /** What they come to, best first, and what of it says something of its own. */
  rankingsFused(passages: Passage[], withoutRepeats: Passage[]): void;
  /** In the order in which they are read. */
  readingOrderChosen(passages: Passage[]): void;
  /** What the answerer has before it, of the first so many in that order: what shares a number, in the order of the numbers. */
  passagesOffered(blocks: Passage[][], of: number): void;
  /** What it is judged by, and why it would be refused by that. */
  answerabilityScored(reason: RefusalReason, score: number | null, threshold: number | null): void;
  sentenceChecked(sentence: CheckedSentence): void;
  result(end: TraceEnd): Omit<AnswerTrace, 'message_id'>;
}

export interface NearestPassage {
  passage: Passage;
  /** Comparable within one search only. */
  score: number;
}

/** What is made of questions that were refused (unanswered-questions.ts). */
export interface UnansweredFinder {
  /** Those that ask for the same, as their places in the list, which is oldest first. */
  group(projectId: string, questions: string[]): Promise<number[][]>;
  /** What the documents have that comes nearest to an answer, best first. */
  nearest(projectId: string, question: string, limit: number, signal: AbortSignal): Promise<NearestPassage[]>;
}
