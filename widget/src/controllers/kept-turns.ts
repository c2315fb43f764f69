import type { StoredConversation, Turn } from './conversation-controller.ts';

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
