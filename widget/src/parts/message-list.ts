import type { TemplateResult } from 'lit';
import type { Turn } from '../controllers/turn.ts';
import { type BubbleView, messageBubble } from './message-bubble.ts';

/** What the conversation shows and calls. */
export interface ListView extends Omit<BubbleView, 'turn' | 'last' | 'openCitation' | 'editing'> {
  turns: readonly Turn[];
  /** The turn whose question is being edited. */
  editing: number | undefined;
  openCitation: { turn: number; id: number; whole: boolean } | undefined;
}

/** The conversation, oldest turn first. */
export function messageList({ turns, openCitation, editing, ...view }: ListView): TemplateResult[] {
  return turns.map((turn, index) =>
    messageBubble({
      ...view,
      turn,
      editing: editing === turn.key,
      last: index === turns.length - 1,
      openCitation: openCitation?.turn === turn.key ? openCitation : undefined,
    }),
  );
}
