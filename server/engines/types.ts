/** Which side of the search a text is on; models with prefixes treat the two differently. */
export type EmbeddingKind = 'query' | 'passage';

/** Turns texts into vectors. */
export interface Embedder {
  /** Names the vector space: vectors of different ids are never compared. For example `builtin-1`. */
  readonly id: string;
  readonly dimensions: number;
  /** One unit vector (L2 norm 1, all finite) of `dimensions` numbers a text, in order. Never blocks the event loop for more than a few ms. */
  embed(texts: string[], kind: EmbeddingKind, signal?: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
}
