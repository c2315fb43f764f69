import type { TemplateResult } from 'lit';
import type { OpenCard } from './card-controller.ts';
import { type BubbleView, messageBubble } from './message-bubble.ts';
import type { Turn } from './turn.ts';

/** What the list of turns shows and calls. */
export interface ListView extends Omit<BubbleView, 'turn' | 'last' | 'openId' | 'editing'> {
  turns: readonly Turn[];
  /** The turn whose question is being edited. */
  editing: number | undefined;
  /** The citation whose card is open. */
  open: OpenCard | undefined;
}

/** The conversation, oldest turn first. */
export function messageList({ turns, open, editing, ...view }: ListView): TemplateResult[] {
  return turns.map((turn, index) =>
    messageBubble({
      ...view,
      turn,
      editing: editing === turn.key,
      last: index === turns.length - 1,
      openId: open?.turn === turn.key ? open.citation.id : undefined,
    }),
  );
}
