import type { ExportedMessage } from '@footnote/sdk/contract';
import type { ExportedRow } from '../store/types.ts';
import { exportFiles } from './export-file.ts';
import { roundedCertainty } from './rounded-certainty.ts';
import { timestamp } from './timestamp.ts';

/** One exported question or answer, without links, as they would expire. */
export function presentExported(row: ExportedRow): ExportedMessage {
  return {
    conversation_id: row.conversationId,
    visitor_id: row.visitorId,
    message_id: row.id,
    created_at: timestamp(row.createdAt),
    role: row.role,
    text: row.text,
    finish_reason: row.finishReason,
    reason: row.reason,
    certainty: roundedCertainty(row.certainty),
    rating: row.rating,
    comment: row.comment,
    prompt_tokens: row.usage?.prompt_tokens ?? null,
    completion_tokens: row.usage?.completion_tokens ?? null,
    curated_answer_id: row.curatedId,
    page_url: row.pageUrl,
    citations: row.citations.map(({ id, sourceId, title, page, heading, quote }) => {
      return { id, source_id: sourceId, title, page, heading, quote };
    }),
  };
}

/** The export file of each format. */
export const EXPORTS = exportFiles<ExportedMessage>({
  conversation_id: (message) => message.conversation_id,
  visitor_id: (message) => message.visitor_id,
  message_id: (message) => message.message_id,
  created_at: (message) => message.created_at,
  role: (message) => message.role,
  text: (message) => message.text,
  finish_reason: (message) => message.finish_reason,
  reason: (message) => message.reason,
  certainty: (message) => message.certainty,
  rating: (message) => message.rating,
  comment: (message) => message.comment,
  prompt_tokens: (message) => message.prompt_tokens,
  completion_tokens: (message) => message.completion_tokens,
  curated_answer_id: (message) => message.curated_answer_id,
  page_url: (message) => message.page_url,
  citations: ({ citations }) =>
    citations.map(({ id, title, page }) => `[${id}] ${title}${page === null ? '' : `, p. ${page}`}`).join('; '),
});
