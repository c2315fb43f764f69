import type { Passage } from '../types.ts';

/** What a model says of a sentence and a passage that it has read together. */
export type Verdict = 'entailed' | 'contradicted' | 'neutral';

export interface JudgedPair {
  sentence: string;
  passage: Passage;
  /** The sentence is in another language than the passage. */
  isForeign: boolean;
}

/** Has a model read the sentences of one answer together with the passages that they may rest on. */
export interface SentenceJudge {
  /**
   * A verdict for each pair, in order; null where the rules alone decide, because the model has failed, or takes too long, or
   * does not know the language. Rejects with the signal's reason only.
   */
  judge(pairs: JudgedPair[]): Promise<(Verdict | null)[]>;
  /** The model has failed for at least one pair. */
  readonly failed: boolean;
}
