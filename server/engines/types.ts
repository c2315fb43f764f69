import type { EngineIdentity } from './engine-id.ts';

/** What every engine has, whatever it makes. */
export interface Engine extends EngineIdentity {
  /** Whether it can do its work now. Cheap: health checks call it several times a minute. Never throws. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/** Which side of the search a text is on; models with prefixes treat the two differently. */
export type EmbeddingKind = 'query' | 'passage';

/** Where another process finds the function that makes an embedder equal to this one, without arguments. */
export interface Recipe {
  /** The URL of a module. */
  module: string;
  /** The name that the module exports it by. */
  create: string;
}

/** Turns texts into vectors. */
export interface Embedder extends Engine {
  readonly dimensions: number;
  /**
   * Whether its vectors tell which passage answers better than the words do. Those that are built in find passages that the
   * words do not, but the words order them.
   */
  readonly semantic: boolean;
  /** The longest passage that it reads whole, in its own tokens; absent where there is no limit, or none is known. */
  readonly contextTokens?: number;
  /** For an embedder so light that each process may have its own: passages are then embedded where their document is parsed. */
  readonly recipe?: Recipe;
  /**
   * One unit vector (L2 norm 1, all finite) of `dimensions` numbers a text, in order. Never blocks the event loop for more
   * than a few ms. Rejects with 500 `embedder_unavailable` where the engine fails, with the signal's reason once it aborts.
   */
  embed(texts: string[], kind: EmbeddingKind, signal?: AbortSignal): Promise<Float32Array[]>;
}

/** Counts as a model reads. */
export interface Tokenizer {
  /**
   * The tokens of each text, in order, without any template around them. Where an engine can only estimate, its estimate is
   * above the truth rather than below. One call for many texts, as an engine may be another process.
   */
  count(texts: string[], signal?: AbortSignal): Promise<number[]>;
}

/** Judges how well passages answer a question, by reading both together. */
export interface Reranker extends Engine {
  /**
   * A score for each passage, in order: the higher, the better it answers. Only their order means anything, and only among
   * those of one question. Rejects with 500 `embedder_unavailable` where the engine fails, with the signal's reason once it
   * aborts; the answer goes on without it.
   */
  score(question: string, passages: string[], signal: AbortSignal): Promise<number[]>;
}

/** A part of a prompt. Its text is data: an engine that tokenises reads no special tokens in it. */
export interface PromptMessage {
  role: 'system' | 'user' | 'assistant';
  text: string;
}

export interface GeneratorBudget {
  /** Tokens of all messages together, `message` for each of them included. */
  prompt: number;
  /** Tokens of an answer at most. With `prompt`, it fits the model's context. */
  answer: number;
  /** What the template adds to each message, in tokens. */
  message: number;
  /** The same as `answer` for a second try, where all of that went into thinking; absent where there is no more room. */
  secondAnswer?: number;
}

/** How a generated text ended, and what it cost where the engine says so. */
export interface GeneratedEnd {
  type: 'end';
  /** `length`: it was cut off at `maxTokens`. */
  reason: 'stop' | 'length';
  usage: { prompt: number; completion: number } | null;
}

/** What a generator gives: text as it is written, then one end. */
export type Generated = { type: 'text'; delta: string } | GeneratedEnd;

export interface GenerateOptions {
  /** Tokens of the text at most. */
  maxTokens: number;
  /**
   * Its abort ends the generation: the events throw its reason at once, and the engine stops computing as soon as it can
   * (at once over HTTP; in a child process within the grace period after which it is killed).
   */
  signal: AbortSignal;
}

/** Writes texts. */
export interface Generator extends Engine, Tokenizer {
  readonly budget: GeneratorBudget;
  /** How many texts it writes at once; more than so many wait in line. */
  readonly concurrency: number;
  /**
   * Begins with the first `next()`. The same messages give the same text as far as the model allows it (temperature 0); a
   * first message that stays the same should be read only once (prefix cache). Throws 500 `answerer_unavailable` where the
   * engine fails, before or after the first words, 429 `busy` where it has no room, and never cuts a prompt in silence:
   * messages that do not fit the context are a failure.
   */
  generate(messages: PromptMessage[], options: GenerateOptions): AsyncGenerator<Generated, void>;
}
