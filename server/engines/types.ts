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
export interface Embedder {
  /** Names the vector space: vectors of different ids are never compared. For example `builtin-1`. */
  readonly id: string;
  readonly dimensions: number;
  /** Of an embedder that is so light that each process may have its own: passages are then embedded where their document is read. */
  readonly recipe?: Recipe;
  /** One unit vector (L2 norm 1, all finite) of `dimensions` numbers a text, in order. Never blocks the event loop for more than a few ms. */
  embed(texts: string[], kind: EmbeddingKind, signal?: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
}
