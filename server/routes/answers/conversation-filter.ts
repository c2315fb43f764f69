import { z } from 'zod';
import { rating } from '../../presenters/enums.ts';
import { optional } from '../../presenters/shape.ts';
import type { ConversationService } from '../../services/answers/conversations.ts';
import { from, to, words } from '../filters.ts';

/** The query parameters that filter conversations. */
export const filter = {
  search: optional(
    words,
    'At most 10 words. Each must appear in a question or an answer. Only the latest 10,000 conversations are searched.',
    'opening hours',
  ),
  feedback: optional(
    z.enum([...rating.options, 'any']),
    'Only conversations with an answer of this rating; `any` for both ratings.',
    'down',
  ),
  refused: optional(z.enum(['true', 'false']), 'Only conversations with (`true`) or without a refused answer.', 'true'),
  unsure: optional(z.enum(['true', 'false']), 'Only conversations with (`true`) or without an unsure answer.', 'true'),
  from: optional(from, 'Only conversations active at or after this time: a date in UTC or a timestamp.', '2026-01-01'),
  to: optional(to, 'Only conversations started by this time: a date in UTC, inclusive, or a timestamp.', '2026-01-31'),
  visitor_id: optional(z.string().min(1).max(200), 'Only conversations of this visitor.', 'customer-42'),
};
const query = z.strictObject(filter);

/** Converts the query to a filter. */
export function filterOf(given: z.output<typeof query>): Parameters<ConversationService['list']>[2] {
  return {
    ...(given.search !== undefined && { words: given.search }),
    ...(given.feedback !== undefined && { feedback: given.feedback }),
    ...(given.refused !== undefined && { refused: given.refused === 'true' }),
    ...(given.unsure !== undefined && { unsure: given.unsure === 'true' }),
    ...(given.from !== undefined && { from: given.from }),
    ...(given.to !== undefined && { to: given.to }),
    ...(given.visitor_id !== undefined && { visitorId: given.visitor_id }),
  };
}
