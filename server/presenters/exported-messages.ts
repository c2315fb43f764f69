import type { ExportedMessage } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { ExportedRow } from '../store/types.ts';
import { finishReason, rating as readerRating } from './enums.ts';
import { exportFiles } from './export-file.ts';
import { roundedCertainty } from './rounded-certainty.ts';
import { field, id, shape, text, time } from './shape.ts';
import { timestamp } from './timestamp.ts';

const rating = field(readerRating.nullable(), 'The reader’s rating; `null` if there is none.', 'up');

const comment = field(z.string().nullable(), 'The reader’s comment; `null` if there is none.', 'Just what I needed.');

const role = field(z.enum(['user', 'assistant']), '`user` for a question, `assistant` for an answer.', 'assistant');

const messageText = text('The question, or the answer with its markers.', 'The warranty lasts two years. [1]');

const endOfAnswer = field(
  finishReason.nullable(),
  'For an answer: how it ended; `null` while it is being written. For a question: `null`.',
  'stop',
);

const reason = field(
  z.string().nullable(),
  'For a refused answer: `no_sources` or `indexing` if there was no document to search. For a failed answer: the code of its error. Otherwise `null`.',
  null,
);

const certainty = field(
  z.number().min(0).max(1).nullable(),
  'For an answer: how likely the documents answer, from 0 to 1, as the search judged by the words of what it found. An estimate: a wrong answer can have a high one. `null` if that is not known, as for an answer that the owner has written, or with a model for embeddings. For a question: `null`.',
  0.82,
);

const pageUrl = field(
  z.string().nullable(),
  'For a question: the page that it was asked from, without query and fragment, as the client said; `null` if it is not known, or the project does not record pages. For an answer: `null`.',
  null,
);

const exportedCitation = shape(
  'ExportedCitation',
  'A citation without its link, as links expire.',
  z.strictObject({
    id: field(z.int().min(1), 'The number of the citation’s marker in the answer.', 1),
    source_id: id('src', 'The source of the passage.'),
    title: text('The source’s title.', 'Product manual'),
    page: field(
      z.int().min(1).nullable(),
      'The page on which `quote` begins; `null` if the document has no pages.',
      12,
    ),
    heading: field(
      z.string().nullable(),
      'The headings above the passage; `null` if there are none.',
      'Service › Warranty',
    ),
    quote: text('The exact words that support the answer.', 'The warranty lasts two years from the day of purchase.'),
  }),
);

export const exportedMessage = shape(
  'ExportedMessage',
  'A question or an answer in an export.',
  z.strictObject({
    conversation_id: id('conv', 'The conversation of the message.'),
    visitor_id: field(
      z.string().nullable(),
      'The visitor; `null` if the questions were asked with an API key.',
      'customer-42',
    ),
    message_id: id('msg', 'The message’s id.'),
    created_at: time('The time of the message.'),
    role,
    text: messageText,
    finish_reason: endOfAnswer,
    reason,
    certainty,
    rating,
    comment,
    prompt_tokens: field(z.int().min(0).nullable(), 'For an answer: the tokens of the question and the passages.', 640),
    completion_tokens: field(z.int().min(0).nullable(), 'For an answer: the tokens of its text.', 12),
    curated_answer_id: field(
      z.string().nullable(),
      'For an answer that the owner has written: its id. Otherwise `null`.',
      null,
    ),
    page_url: pageUrl,
    citations: field(z.array(exportedCitation), 'For an answer: its citations. For a question: empty.'),
  }),
);

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
