import type { Citation, NearestPage, Rating, TextRange } from '@footnote/sdk';
import type { Failure } from '../base/failures.ts';

/** A question and its answer so far. */
export interface Turn {
  /** Unique in this conversation; also the order. */
  key: number;
  question: string;
  /** When it was asked: milliseconds since 1970. */
  at: number;
  /** `waiting` until the first text arrives, `streaming` until the last. */
  state: 'waiting' | 'streaming' | 'answered' | 'failed' | 'stopped';
  /** The position in the queue while the question waits; 1 is next. */
  position?: number | undefined;
  /**
   * The server's id of the answer, once it has started. A complete answer has none if the server could not store it: it cannot be
   * rated, and the next question is answered without it.
   */
  messageId?: string | undefined;
  /** The answer so far, as Markdown with markers `[1]`. */
  response: string;
  citations: Citation[];
  /** The ranges of `response` that no cited passage supports. */
  unsupported: TextRange[];
  suggestions: string[];
  /** The answer may not answer the question: it shows the closest passages. */
  unsure?: boolean | undefined;
  /** The pages that come nearest, of an answer that is unsure or a refusal. */
  nearest?: NearestPage[] | undefined;
  /** The question as it was corrected and answered; undefined if nothing was misspelt. */
  corrected?: string | undefined;
  /** The question is answered as it is spelt, because the visitor wants that. */
  asSpelt?: boolean | undefined;
  /** The owner of the site has written the answer. */
  curated?: boolean | undefined;
  /** The reader's rating of the answer. */
  rating?: Rating | null | undefined;
  /** Whether a comment has been sent with it. */
  commented?: boolean | undefined;
  failure?: Failure | undefined;
}

/** What survives a reload. */
export interface StoredConversation {
  id: string | null;
  turns: Turn[];
}

/** Reads a stored conversation; undefined for anything else, as the page may write under the same key. */
export function parseStoredConversation(stored: StoredConversation | undefined): StoredConversation | undefined {
  if (!Array.isArray(stored?.turns)) return undefined;
  const list = <Item>(items: Item[]): Item[] => (Array.isArray(items) ? items : []);
  const turns = stored.turns
    .filter((turn) => typeof turn?.question === 'string' && typeof turn.response === 'string')
    .map(
      (turn, key): Turn => ({
        ...turn,
        key,
        at: Number(turn.at) || Date.now(),
        // The answer was not complete when the page was left: the question can be asked again.
        state: ['answered', 'failed'].includes(turn.state) ? turn.state : 'stopped',
        citations: list(turn.citations),
        unsupported: list(turn.unsupported),
        suggestions: list(turn.suggestions),
      }),
    );
  return { id: typeof stored.id === 'string' ? stored.id : null, turns };
}
