/** How one answer came about, kept where its question was asked with a widget token that has `trace`. @extension */
export interface AnswerTrace {
  message_id: string;
  question: TracedQuestion;
  /** What the search found, best first; at most 30. */
  passages: TracedPassage[];
  /** Sentences that were said with their markers, in order. */
  claims: TracedClaim[];
  /** Markers that were not said, and sentences that nothing supports, in order. */
  dropped: DroppedClaim[];
  verdict: TracedVerdict;
  /** What did the work; null where there is none. */
  engines: { embedder: string | null; reranker: string | null; answerer: string };
  timings: TracedTimings;
  /** What the answerer was given, in its own tokens; null where it was not asked. */
  prompt_tokens: number | null;
  /** It was larger than may be kept: texts are cut, or the last of a list are left out. */
  shortened: boolean;
}

/** The question as it was understood. @extension */
export interface TracedQuestion {
  /** In the reader's own words. */
  asked: string;
  /** What was searched for: without a greeting, or a follow-up written as a whole question. */
  text: string;
  /** Earlier questions that lent it their words, latest first; empty for one that stands alone. */
  context: string;
  /** A language tag, or `und`. */
  language: string;
  /** In the form that the index knows, by weight. `carried`: from earlier questions. */
  terms: { term: string; weight: number; carried: boolean }[];
}

/** `cited` in the answer; `offered` to the answerer, which did not need it; `dropped` before that. @extension */
export type PassageUse = 'cited' | 'offered' | 'dropped';

/**
 * Why a passage was not offered: `repeat` another says the same, `lower` others fit better, `no_room` the prompt was full,
 * `refused` nothing was good enough to be read. @extension
 */
export type PassageDropped = 'repeat' | 'lower' | 'no_room' | 'refused';

/** A passage that the search found. Of one whose source has been deleted, title, heading and text are empty. @extension */
export interface TracedPassage {
  chunk_id: string;
  source_id: string;
  title: string;
  /** Joined by ` › `; empty where there are none. */
  heading: string;
  page: number | null;
  text: string;
  /** 1-based place among the hits of the text index, and its score there (BM25); null where it is not among them. */
  text_rank: number | null;
  text_score: number | null;
  /** The same of the vector index; the score is a cosine. */
  vector_rank: number | null;
  vector_score: number | null;
  /** After both lists were joined. */
  fused_rank: number;
  fused_score: number;
  /** After the passages were read against the question, or judged by a model; null where it did not come so far. */
  reranked: number | null;
  use: PassageUse;
  /** Null unless it was dropped. */
  reason: PassageDropped | null;
  /** The number under which the answerer was shown it. */
  offered_as: number | null;
  /** Its marker in the answer. */
  cited_as: number | null;
}

/** A sentence of the answer and the markers that stand behind it. @extension */
export interface TracedClaim {
  sentence: string;
  markers: number[];
}

/**
 * What the checks took out: `unsupported` the passage that the answerer named does not say it, `no_such_passage` it named
 * none that it was shown, `uncited` it named none and no passage says it. @extension
 */
export interface DroppedClaim {
  sentence: string;
  /** The number that the answerer wrote (`offered_as`). */
  marker: number | null;
  reason: 'unsupported' | 'no_such_passage' | 'uncited';
}

/**
 * Why it was refused: `nothing_found`; `not_confident` what was found does not seem to answer (`score` below `threshold`);
 * `no_answer` the model says that the passages do not answer; `unsupported` too little of what it wrote is supported
 * (`score` is the share without support, above `threshold`, or nothing was cited). @extension
 */
export type RefusalReason = 'nothing_found' | 'not_confident' | 'no_answer' | 'unsupported';

/** How it ended, and by which numbers. @extension */
export interface TracedVerdict {
  /** `aborted`: its reader left, or it was ended; `failed`: an engine did. */
  outcome: 'answered' | 'refused' | 'aborted' | 'failed';
  /** Null unless it was refused. */
  reason: RefusalReason | null;
  /** What was compared; null where nothing was. */
  score: number | null;
  threshold: number | null;
}

/** Milliseconds; null for what was not done. @extension */
export interface TracedTimings {
  /** In the line before a model. */
  wait: number | null;
  /** The question made whole. */
  understand: number | null;
  /** Both searches, joined and read from the store. */
  retrieve: number | null;
  /** Read against the question, and judged where there is a model for it. */
  rerank: number | null;
  /** The answer, written by a model or put together from the passages, checks included. */
  generate: number | null;
  /** From the question to the first words. */
  first_text: number | null;
  total: number;
}
