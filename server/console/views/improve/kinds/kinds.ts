import type { QueueKind } from '../queue.ts';
import { BROKEN } from './broken.ts';
import { FEEDBACK } from './feedback.ts';
import { HANDOVER } from './handover.ts';
import { REVIEW } from './review.ts';
import { UNANSWERED } from './unanswered.ts';
import { WEAKEST } from './weak.ts';

/** All kinds, in the order of the queue: a visitor who waits for a person comes first. */
export const KINDS: readonly QueueKind[] = [HANDOVER, BROKEN, FEEDBACK, UNANSWERED, REVIEW, WEAKEST];

/** Throws if there is none. */
export function kindNamed(name: string): QueueKind {
  const found = KINDS.find((kind) => kind.name === name);
  if (!found) throw new Error(`The queue has no kind ${name}.`);
  return found;
}

/** What of a kind is listed unless something else is chosen. */
export const usualChoice = ({ choice }: QueueKind): string => choice?.options[0]?.value ?? '';
