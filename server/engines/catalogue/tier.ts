/** What an embedder costs and brings, with the reader or without, as `npm run eval -- tiers` has measured it. */
export interface Tier {
  /** `builtin`, or the name of a model on offer. */
  embedder: string;
  reader: boolean;
  /** Of its process and the reader's, in bytes. */
  memory: number;
  /** Seconds of one processor for 300 pages, until questions about them are answered. */
  importSeconds: number;
  /** Milliseconds of processor time for a question, at the median. */
  questionMilliseconds: number;
  /** Of the questions about documentations that people may look at while they change the search … */
  docsQa: TierAnswers;
  /** … and of those about documentations that nothing is tuned to. */
  unseen: TierAnswers;
}

/** How many questions there are that the pages answer, and of how many of these each is true. */
export interface TierAnswers {
  questions: number;
  /** The response holds the answer. */
  inResponse: number;
  /** The right passage is the first, among the first five, among the first thirty. */
  first: number;
  among5: number;
  among30: number;
}
