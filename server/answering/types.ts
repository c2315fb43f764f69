import type {
  AnswerTrace,
  Citation,
  CorrectedQuestion,
  CuratedLink,
  FinishReason,
  NoSourcesReason,
  RefusalReason,
  RepositoryForge,
  TextRange,
  TokenUsage,
} from '@footnote/sdk/contract';
import type { Block, PagePlace, SearchFilter, SearchHit } from '../store/types.ts';

/** A chunk as the answerer sees it. */
export interface Passage extends PagePlace {
  chunkId: string;
  sourceId: string;
  /** Of the document; else the source's file name or address. */
  title: string;
  /** What tells the source from another of this title; absent if nothing does. */
  sourceName?: string;
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
  /** Of the page that its owner says shows it, or of the web page that it was read from; else null. */
  address: string | null;
  /** What its owner calls the source; of a file of a folder, its path. Absent if it has no such name. */
  externalId?: string;
  /** That page shows Markdown, so that its headings have anchors. */
  hasAnchors?: true;
  /** That page is the file itself, as the forge of this kind shows it at a commit. */
  forge?: RepositoryForge;
  /** Epoch milliseconds. */
  indexedAt: number;
  /** Fused score; higher is better. Comparable within one retrieval only. */
  score: number;
  /** 1-based ranks in the lists of the text index, of the vectors and of the reader; null where absent. */
  textRank: number | null;
  vectorRank: number | null;
  readerRank: number | null;
  /** Cosine of its vector and the question's; null where the vector list does not have it. Of one embedder only. */
  similarity: number | null;
}

/** A part of a text: offsets in UTF-16 units, end exclusive. */
export interface Span {
  start: number;
  end: number;
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
  /** Whom a visitor may ask when the documents do not answer; may be empty. */
  contact: string;
  /** The sources that may answer; without it, all of the project. */
  filter?: SearchFilter | undefined;
  /** False: it is answered as it is spelt. */
  correct?: boolean | undefined;
  signal: AbortSignal;
  /** Records how the answer is made, if somebody asked for that. */
  trace?: Tracer | undefined;
}

/** A citation before presentation: `url` is signed by the presenter, times are epoch milliseconds. */
export interface CitedPassage extends Omit<Citation, 'url' | 'indexed_at'> {
  chunkId: string;
  /** Offsets of `quote` in the stored document text. */
  quoteStart: number;
  quoteEnd: number;
  /** The part of the answer that shows the quote, where that is more than the sentence with its marker. */
  answerRange?: TextRange;
  /** That of the passage, with the anchor of the heading above the quote if there is one. */
  address: string | null;
  indexedAt: number;
}

export type { CorrectedQuestion, FinishReason, NoSourcesReason };

/** The parts of an answer, in order. JSON and stream are made from the same events. */
export type AnswerEvent =
  /** The question waits for its turn; `position` 1 is next. Only before the first text. */
  | { type: 'status'; position: number }
  /** The question was misspelt, and is answered as corrected. Before its text. */
  | { type: 'corrected'; corrected: CorrectedQuestion }
  /** The owner has written this answer. Before its text. */
  | { type: 'curated'; curated: UsedCuratedAnswer }
  | { type: 'text'; delta: string }
  /** The whole list so far; sent before the marker that needs it. */
  | { type: 'citations'; citations: CitedPassage[] }
  /** The checks ended in a refusal: this text replaces everything sent. */
  | { type: 'verdict'; response: string }
  /**
   * The checks left a part of the answer: this text and its citations replace everything sent. `addition`: what to add
   * instead where nothing can be replaced; may be empty.
   */
  | { type: 'revision'; response: string; citations: CitedPassage[]; addition: string }
  | {
      type: 'finish';
      reason: FinishReason;
      /** Of a refusal: why there was no document to look in. */
      noSources?: NoSourcesReason;
      /** How likely the documents answer, 0–1, by the words that were found; absent where these do not tell. */
      certainty?: number;
      usage: TokenUsage;
      suggestions: string[];
      unsupported: TextRange[];
      /** Of an answer that is unsure and of a refusal: a passage of each page that comes nearest. */
      nearest?: Passage[];
      /** False if the answer could not be stored. Set by what stores it. */
      kept?: false;
    };

/** An answer of the owner that is shown as written. */
export interface UsedCuratedAnswer {
  id: string;
  /** The web addresses to which it links. */
  links: CuratedLink[];
}

/** An answer of the owner that fits a question. */
export interface CuratedMatch extends UsedCuratedAnswer {
  /** The question that it was written for. */
  question: string;
  /** Markdown. */
  text: string;
}

/** Finds the answer that the owner has written for a question and its like. */
export interface CuratedFinder {
  /** `isFollowUp`: the question does not stand alone, and was asked after others. Null if there is none. */
  find(
    projectId: string,
    question: string,
    options: { isFollowUp: boolean; signal: AbortSignal },
  ): Promise<CuratedMatch | null>;
}

/** A reserved slot for one answer; with a model, a place in its queue. */
export interface AnswerSlot {
  /**
   * Ends with one `finish`. Throws what the store and the engines throw, and the signal's reason when that aborts. The words of the
   * question are corrected at once, all else is done as the events are read.
   */
  answer(question: Question): AsyncGenerator<AnswerEvent>;
  /** Gives the slot up, used or not. An answer that ends does so itself. May be called again. */
  release(): void;
}

/** The timed stages of an answer, in order. */
export type TraceStage = 'wait' | 'understand' | 'retrieve' | 'rerank' | 'generate';

/** A sentence after its check. */
export interface CheckedSentence {
  sentence: string;
  /** Does the sentence say anything that a passage would have to support? */
  isClaim: boolean;
  /** The passages that support it, with their markers in the answer. */
  supported: { chunkId: string; marker: number }[];
  /** Passage numbers that the answerer named and that do not support it. */
  unsupported: number[];
}

/** How an answer ended. Times in milliseconds since the question. */
export interface TraceEnd {
  outcome: AnswerTrace['verdict']['outcome'];
  firstText: number | null;
  total: number;
  promptTokens: number | null;
}

/** Records how one answer is made (trace.ts). Times and sentences add up; any other call replaces the one before. */
export interface Tracer {
  /** The time since the last stage ended belongs to this one. */
  stageEnded(stage: TraceStage): void;
  enginesChosen(names: AnswerTrace['engines']): void;
  queryContextualized(
    question: { text: string; context: string; language: string },
    terms: { own: string[]; carried: string[]; weights: ReadonlyMap<string, number> },
  ): void;
  /** The hits of each search, best first. */
  indexesSearched(lists: { own: SearchHit[]; withContext: SearchHit[]; vector: SearchHit[] }): void;
  /** The passages after fusion, best first, and those of them that repeat no other. */
  rankingsFused(passages: Passage[], withoutRepeats: Passage[]): void;
  /** The passages in the order in which the answerer reads them. */
  readingOrderChosen(passages: Passage[]): void;
  /** The passages that the answerer gets, out of the first `of` in reading order; those of a block share a number. */
  passagesOffered(blocks: Passage[][], of: number): void;
  /** The score that decides, its threshold, and the reason of a refusal by it. */
  answerabilityScored(reason: RefusalReason, score: number | null, threshold: number | null): void;
  sentenceChecked(sentence: CheckedSentence): void;
  /** The sentences are checked once more: those so far do not count. */
  checksRestarted(): void;
  /** The engine that checks sentences besides the rules failed for at least one. */
  verifierFailed(): void;
  result(end: TraceEnd): Omit<AnswerTrace, 'message_id'>;
}

/** How a request to the engine that checks sentences besides the rules ended. */
export type VerificationOutcome = 'done' | 'failed' | 'timeout' | 'busy';

/** Called after each such request, with its time. */
export type OnVerification = (outcome: VerificationOutcome, seconds: number) => void;

/** A search for passages, without an answer. */
export interface PassageQuery {
  projectId: string;
  /** Whose project it is: an account has its share of the searches that run at the same time. */
  accountId: string;
  /** Trimmed at its start only: white space at the end finishes the last word. */
  text: string;
  filter?: SearchFilter | undefined;
  limit: number;
  /**
   * The text is still being typed: its last word stands for all words that begin so. Only what takes milliseconds is searched: no
   * model embeds the text or reorders the passages.
   */
  typing: boolean;
  /** False: it is searched for as it is spelt, as it always is while it is being typed. */
  correct?: boolean | undefined;
  signal: AbortSignal;
}

export interface FoundPassage {
  passage: Passage;
  /** Higher is better; comparable within one search only. */
  score: number;
  /** The words that were searched for, as ranges of the passage's text, in order. */
  highlights: Span[];
  /** The sentence that has most of them; the whole passage if none has any. */
  best: Span;
}

export interface PassageFinder {
  /**
   * Best first. `noSources`: why there was nothing to look in. `corrected`: what was searched for instead. Throws the signal's
   * reason when that aborts.
   */
  find(query: PassageQuery): Promise<{
    found: FoundPassage[];
    noSources: NoSourcesReason | null;
    corrected: CorrectedQuestion | null;
  }>;
}

export interface NearestPassage {
  passage: Passage;
  /** Comparable within one search only. */
  score: number;
}

/** Evaluates questions that were refused (unanswered-questions.ts). */
export interface UnansweredFinder {
  /** Groups of questions that ask for the same, as 0-based indexes into the list. */
  group(projectId: string, questions: string[]): Promise<number[][]>;
  /** The passages that come nearest to an answer, best first. */
  nearest(projectId: string, question: string, limit: number, signal: AbortSignal): Promise<NearestPassage[]>;
}
