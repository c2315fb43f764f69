import type { Citation, Rating, TextRange } from '@footnote/sdk';
import type { Failure } from './failures.ts';

/** A question with what has come of it. */
export interface Turn {
  /** Unique in this conversation; also the order. */
  key: number;
  question: string;
  /** When it was asked: milliseconds since 1970. */
  at: number;
  /** `waiting` until the first words, `streaming` until the last. */
  state: 'waiting' | 'streaming' | 'answered' | 'failed' | 'stopped';
  /** The place in the line of waiting questions, while there is one; 1 is next. */
  position?: number | undefined;
  /** The server's id of the answer, once it has begun. */
  messageId?: string | undefined;
  /** The answer so far, as Markdown with markers `[1]`. */
  response: string;
  citations: Citation[];
  /** What of `response` no cited passage supports. */
  unsupported: TextRange[];
  suggestions: string[];
  /** What the reader has said of the answer. */
  rating?: Rating | null | undefined;
  /** Has a comment been sent with it? */
  commented?: boolean | undefined;
  failure?: Failure | undefined;
}

/** What outlives a reload. */
export interface StoredConversation {
  id: string | null;
  turns: Turn[];
}

/** A conversation as it was kept; undefined for whatever else lies there, as the page may write under the same key. */
export function keptTurns(kept: StoredConversation | undefined): StoredConversation | undefined {
  if (!Array.isArray(kept?.turns)) return undefined;
  const list = <Item>(items: Item[]): Item[] => (Array.isArray(items) ? items : []);
  const turns = kept.turns
    .filter((turn) => typeof turn?.question === 'string' && typeof turn.response === 'string')
    .map(
      (turn, key): Turn => ({
        ...turn,
        key,
        at: Number(turn.at) || Date.now(),
        // Whoever was reading has left: the question can be asked again.
        state: ['answered', 'failed'].includes(turn.state) ? turn.state : 'stopped',
        citations: list(turn.citations),
        unsupported: list(turn.unsupported),
        suggestions: list(turn.suggestions),
      }),
    );
  return { id: typeof kept.id === 'string' ? kept.id : null, turns };
}
