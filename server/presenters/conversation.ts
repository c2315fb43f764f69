import type { Conversation, Message } from '@footnote/sdk/contract';
import { linksIn } from '../platform/text/markdown-links.ts';
import type { ListedConversation, MessageRow, StoredCitation } from '../store/types.ts';
import { presentCitation } from './citation.ts';
import { roundedCertainty } from './rounded-certainty.ts';
import { timestamp } from './timestamp.ts';

const MAX_TITLE_LENGTH = 100;

export function presentConversation(row: ListedConversation): Conversation {
  return {
    id: row.id,
    project_id: row.projectId,
    visitor_id: row.visitorId,
    title: shortened(row.title),
    messages_count: row.messages,
    refused_count: row.refused,
    unsure_count: row.unsure,
    up_count: row.up,
    down_count: row.down,
    created_at: timestamp(row.createdAt),
    updated_at: timestamp(row.updatedAt),
  };
}

/** `link`: returns the link to a citation's passage. */
export function presentMessage(link: (citation: StoredCitation) => string): (row: MessageRow) => Message {
  return (row) => ({
    id: row.id,
    conversation_id: row.conversationId,
    role: row.role,
    text: row.text,
    citations: row.citations.map(({ sourceId, sourceName, page, heading, ...cited }) =>
      presentCitation(
        {
          ...cited,
          source_id: sourceId,
          ...(sourceName !== undefined && { source_name: sourceName }),
          ...(page !== null && { page }),
          ...(heading !== null && { heading }),
        },
        link({ ...cited, sourceId, page, heading }),
      ),
    ),
    finish_reason: row.finishReason,
    reason: row.reason,
    certainty: roundedCertainty(row.certainty),
    ...(row.curatedId !== null && { curated: { id: row.curatedId, links: linksIn(row.text) } }),
    page_url: row.pageUrl,
    usage: row.usage,
    rating: row.rating,
    comment: row.comment,
    created_at: timestamp(row.createdAt),
  });
}

/** Shortens a text to one line without splitting a character. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...new Intl.Segmenter().segment(line.slice(0, 4 * MAX_TITLE_LENGTH))];
  if (characters.length <= MAX_TITLE_LENGTH && line.length <= 4 * MAX_TITLE_LENGTH) return line;
  return `${line.slice(0, characters[MAX_TITLE_LENGTH - 1]?.index ?? 0).trimEnd()}…`;
}
