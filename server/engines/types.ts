import type { EngineIdentity } from './engine-id.ts';

/** What all engines have in common. */
export interface Engine extends EngineIdentity {
  /** Whether it can work right now. Cheap: health checks call it several times a minute. Never throws. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Which side of the search a text is on; models with prefixes treat questions and passages differently. `passage`: for the
 * index, which can wait. `passage of an answer`: a visitor waits, as with a question.
 */
export type EmbeddingKind = 'query' | 'passage' | 'passage of an answer';

/** Where another process finds a function without arguments that creates an equal embedder. */
export interface Recipe {
  /** The URL of a module. */
  module: string;
  /** The name of the export. */
  create: string;
}

/** What recognizes text in pictures (OCR), and where a process finds it. */
export interface TextRecognition {
  /** The folder of its packages. */
  modules: string;
  /** As Tesseract names them: `eng`, `deu`. */
  languages: readonly string[];
}

/** Turns texts into vectors. */
export interface Embedder extends Engine {
  readonly dimensions: number;
  /**
   * Whether its vectors rank passages better than the words do. The built-in vectors find passages that the text index
   * misses, but the words decide the order.
   */
  readonly semantic: boolean;
  /** The longest passage that it reads in full, in its own tokens; absent if there is no limit or it is unknown. */
  readonly contextTokens?: number;
  /**
   * For an embedder that is cheap enough to run in every process: passages are then embedded in the process that parses
   * their document.
   */
  readonly recipe?: Recipe;
  /**
   * One unit vector (L2 norm 1, all finite) with `dimensions` numbers for each text, in order. Never blocks the event
   * loop for more than a few ms. Rejects with 500 `embedder_unavailable` if the engine fails, and with the signal's
   * reason if it aborts.
   */
  embed(texts: string[], kind: EmbeddingKind, signal?: AbortSignal): Promise<Float32Array[]>;
}

/** Counts tokens as the model does. */
export interface Tokenizer {
  /**
   * The number of tokens of each text, in order, without any template. An engine that can only estimate errs on the
   * high side. One call takes many texts, as the engine may be another process.
   */
  count(texts: string[], signal?: AbortSignal): Promise<number[]>;
}

/** Scores how well passages answer a question, by reading question and passage together. */
export interface Reranker extends Engine {
  /**
   * A score for each passage, in order: higher is better. Scores are comparable only within one call. Rejects with 500
   * `embedder_unavailable` if the engine fails, and with the signal's reason if it aborts; the answer is then
   * made without it.
   */
  score(question: string, passages: string[], signal: AbortSignal): Promise<number[]>;
}

/** Compares questions with passages word by word, by vectors of the words that know what is around them. */
export interface Reader extends Pick<Engine, 'ready' | 'close'> {
  /** Names its model and its kind of codes: only codes of this id are compared with questions. */
  readonly id: string;
  /** Primary language subtags of what it has learned. */
  readonly languages: readonly string[];
  /**
   * What each text says, in order, to be stored. Takes about a tenth of a second a passage. `ahead`: before those of others, as
   * somebody waits for it. Rejects with 500 `embedder_unavailable` if the engine fails, and with the signal's reason if it aborts.
   */
  read(texts: string[], signal: AbortSignal, options?: { ahead?: boolean }): Promise<ReadText[]>;
  /** The vector of a question, of length 1: passages are found by its product with their means. It goes ahead of what is read. Rejects like `read`. */
  embed(question: string, signal: AbortSignal): Promise<Float32Array>;
  /** For each question, how well each passage has its words, by the codes of these. Goes ahead and rejects like `embed`. */
  compare(questions: string[], passages: Uint8Array[], signal: AbortSignal): Promise<WordComparison[][]>;
  /** Why it does not run on the native runtime that was added; null if it does, if none was, or before it has read anything. */
  notice(): string | null;
}

/** What a reader has read of a text. */
export interface ReadText {
  /** The codes of its words. */
  codes: Uint8Array;
  /** The signs of the mean of its words (sign-codes.ts). */
  mean: Uint8Array;
}

/** How well a passage has the words of a question. */
export interface WordComparison {
  /** The mean, over the words of the question, of how near the nearest word of the passage is (late interaction). */
  words: number;
  /** The lowest of these: how near the passage comes to the word of the question that it has least of. */
  weakest: number;
  /** How near the mean of the passage's words is to that of the question's: a cosine. */
  whole: number;
}

/** A sentence, and the passage that it may rest on. */
export interface SentencePair {
  /** What is above the passage: title, headings, page. Read with each part of a passage that is read in parts. */
  heading: string;
  passage: string;
  sentence: string;
}

/** What a passage says to a sentence, as probabilities from 0 to 1. Neither is high if the passage does not tell. */
export interface Inference {
  entailment: number;
  contradiction: number;
}

/** Tells whether passages say what sentences claim, by reading both together. */
export interface Verifier extends Engine {
  /** Primary language subtags of what it understands; null if these are too many to list. */
  readonly languages: readonly string[] | null;
  /** Loads the model, if it is not, so that the next call need not wait for that. */
  prepare(): void;
  /**
   * An inference for each pair, in order. Rejects with 500 `answerer_unavailable` if the engine fails, with 429 `busy` if too
   * many pairs wait, and with the signal's reason if it aborts; the answer is then made without it.
   */
  verify(pairs: SentencePair[], signal: AbortSignal): Promise<Inference[]>;
}

/** A message of a prompt. Its text is data: a tokenizer must not read special tokens in it. */
export interface PromptMessage {
  role: 'system' | 'user' | 'assistant';
  text: string;
}

export interface GeneratorBudget {
  /** Tokens of all messages together, including `message` for each. */
  prompt: number;
  /** Maximum tokens of an answer. Together with `prompt` it fits the model's context. */
  answer: number;
  /** Tokens that the template adds to each message. */
  message: number;
  /** Like `answer`, for a second attempt after thinking used up the first; absent if there is no more room. */
  secondAnswer?: number;
}

/** How a generated text ended, and its token usage if the engine reports it. */
export interface GeneratedEnd {
  type: 'end';
  /** `length`: the text was cut off at `maxTokens`. */
  reason: 'stop' | 'length';
  usage: { prompt: number; completion: number } | null;
}

/** The output of a generator: text as it is written, then one end. `thinking`: it thinks, which is no text. */
export type Generated = { type: 'text'; delta: string } | { type: 'thinking' } | GeneratedEnd;

export interface GenerateOptions {
  /** Maximum tokens of the text. */
  maxTokens: number;
  /**
   * Aborts the generation: the events throw its reason at once, and the engine stops computing as soon as it can (at
   * once over HTTP; a child process is killed after the grace period).
   */
  signal: AbortSignal;
  /**
   * Whether words may be collected for a moment and passed on together. Asked again while the text is written. Without it, each is
   * passed on as it comes.
   */
  mayCollect?: (() => boolean) | undefined;
}

/** Generates texts. */
export interface Generator extends Engine, Tokenizer {
  readonly budget: GeneratorBudget;
  /**
   * Asks for the model's context if it is unknown or may have changed, and adapts `budget` to it. Absent if the budget
   * never changes. Never throws.
   */
  refreshBudget?(): Promise<void>;
  /**
   * How many texts it should write at the same time at present; who asks keeps to it. It may change with what its server
   * can take.
   */
  readonly concurrency: number;
  /**
   * Starts with the first `next()`. The same messages give the same text as far as the model allows (temperature 0). A
   * first message that stays the same should be read only once (prefix cache). Throws 500 `answerer_unavailable` if the
   * engine fails, even in the middle of the text, and 429 `busy` if it has no capacity. Never truncates a prompt
   * silently: messages that do not fit the context are a failure.
   */
  generate(messages: PromptMessage[], options: GenerateOptions): AsyncGenerator<Generated, void>;
}
