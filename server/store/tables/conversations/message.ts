import type { Raw } from '../../table.ts';
import { messages } from '../../types/conversations.ts';
import type { MessageRow } from '../../types.ts';

/** An unfinished answer whose writer has missed its heartbeat by `now` counts as aborted. */
export function toMessage(raw: Raw, now: number): MessageRow {
  const message = messages.toRow(raw);
  const abandoned = message.role === 'assistant' && Number(raw.written_until ?? 0) <= now;
  return { ...message, finishReason: message.finishReason ?? (abandoned ? 'aborted' : null) };
}
