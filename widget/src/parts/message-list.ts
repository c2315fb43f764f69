import type { TemplateResult } from 'lit';
import type { Turn } from '../controllers/conversation-controller.ts';
import { type BubbleView, messageBubble } from './message-bubble.ts';

/** What the conversation shows and calls. */
export interface ListView extends Omit<BubbleView, 'turn' | 'last' | 'openCitation'> {
  turns: readonly Turn[];
  openCitation: { turn: number; id: number; whole: boolean } | undefined;
}

/** The conversation, oldest turn first. */
export function messageList({ turns, openCitation, ...view }: ListView): TemplateResult[] {
  return turns.map((turn, index) =>
    messageBubble({
      ...view,
      turn,
      last: index === turns.length - 1,
      openCitation: openCitation?.turn === turn.key ? openCitation : undefined,
    }),
  );
}
