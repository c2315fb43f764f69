import { z } from 'zod';
import { rating } from '../presenters/shapes/enums.ts';
import type { ConversationService } from '../services/conversations.ts';
import { from, to, words } from './filters.ts';

/** The query parameters that filter conversations. */
export const filter = {
  search: words.exactOptional(),
  feedback: z.enum([...rating.options, 'any']).exactOptional(),
  refused: z.enum(['true', 'false']).exactOptional(),
  unsure: z.enum(['true', 'false']).exactOptional(),
  from: from.exactOptional(),
  to: to.exactOptional(),
  visitor_id: z.string().min(1).max(200).exactOptional(),
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
