/** What an engine's child process can be asked, by name: what it is asked with, what it gives on the way, and its result. */
export type Protocol = Record<string, { ask: unknown; part: unknown; result: unknown }>;

/** To a child. The first is `open`, once. */
export type ToChild =
  | { type: 'open'; settings: unknown }
  | { type: 'ask'; id: number; kind: string; ask: unknown }
  | { type: 'abort'; id: number };

/** From a child. Each request ends with `done` or `failed`, also one that was aborted. */
export type FromChild =
  | { type: 'opened' }
  /** It cannot work at all: the sentence says why, for the operator. */
  | { type: 'closed'; reason: string }
  | { type: 'part'; id: number; part: unknown }
  | { type: 'done'; id: number; result: unknown }
  | { type: 'failed'; id: number; reason: string };
