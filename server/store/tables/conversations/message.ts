import type { Raw } from '../../table.ts';
import { messages } from '../../types/conversations.ts';
import type { MessageRow } from '../../types.ts';

/** An unfinished answer whose writer has missed its heartbeat by `now` counts as aborted. */
export function toMessage(raw: Raw, now: number): MessageRow {
  const message = messages.toRow(raw);
  const abandoned = message.role === 'assistant' && Number(raw.written_until ?? 0) <= now;
  return { ...message, finishReason: message.finishReason ?? (abandoned ? 'aborted' : null) };
}

/**
 * The answers that an owner may want to improve on: refused, and unsure. The partial index `messages_unanswered` has the same
 * condition; SQLite uses it only where a query repeats it word for word.
 */
export const UNANSWERED = "finish_reason in ('refused', 'unsure')";

/** The answers that were given as sure, as far as is known how certain they were. */
export const SURE = "certainty is not null and finish_reason in ('stop', 'length')";
