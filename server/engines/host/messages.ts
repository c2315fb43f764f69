/**
 * The requests that an engine's child process answers, by kind: arguments, the parts sent on the way, and the result.
 */
export type Protocol = Record<string, { ask: unknown; part: unknown; result: unknown }>;

/** To a child. The first message is `open`, sent once. */
export type ToChild =
  | { type: 'open'; settings: unknown }
  | { type: 'ask'; id: number; kind: string; ask: unknown }
  | { type: 'abort'; id: number };

/** From a child. Each request ends with `done` or `failed`, even an aborted one. */
export type FromChild =
  /** The notice is a sentence for the operator, such as that it works more slowly than it could. */
  | { type: 'opened'; notice: string | null }
  /** The engine cannot work at all; the reason is a sentence for the operator. */
  | { type: 'closed'; reason: string }
  | { type: 'part'; id: number; part: unknown }
  | { type: 'done'; id: number; result: unknown }
  | { type: 'failed'; id: number; reason: string }
  /** It has worked long enough, and is to end once it has no requests. */
  | { type: 'retired' };
