import type { Conversation, ExportedMessage, FeedbackEntry, Message } from '@footnote/sdk/contract';
import { z } from 'zod';
import { collapseWhitespace } from '../platform/text/collapse-whitespace.ts';
import { linksIn } from '../platform/text/markdown-links.ts';
import type { ExportedRow, FeedbackRow, ListedConversation, MessageRow, StoredCitation } from '../store/types.ts';
import { citation, presentCitation, tokenUsage } from './chat.ts';
import { curated } from './curated-answers.ts';
import { feedbackState, finishReason, rating as readerRating } from './enums.ts';
import { exportFiles } from './export-file.ts';
import { count, field, id, shape, text, time, timestamp } from './shape.ts';

/** A certainty as the API shows it. */
export const roundedCertainty = <Certainty extends number | null>(certainty: Certainty) =>
  (certainty === null ? null : Math.round(certainty * 1_000) / 1_000) as Certainty;

export const conversation = shape('Conversation', 'A sequence of questions and answers.', {
  id: id('conv', 'The conversation’s id.'),
  project_id: id('proj', 'The project of the conversation.'),
  visitor_id: field(
    z.string().nullable(),
    'The visitor; `null` if the questions were asked with an API key.',
    'vis_4YHhQ0V2b7c9D1kLmN3pqR',
  ),
  title: text('The first question, shortened if it is long.', 'How long is the warranty?'),
  messages_count: count('The number of questions and answers together.', 2),
  refused_count: count('The number of refused answers.', 0),
  unsure_count: count('The number of unsure answers, which show only the closest passages.', 0),
  up_count: count('The number of answers rated `up`.', 1),
  down_count: count('The number of answers rated `down`.', 0),
  created_at: time('The time of the first message.'),
  updated_at: time('The time of the last message.'),
});

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

export const message = shape('Message', 'A question or an answer.', {
  id: id('msg', 'The message’s id.'),
  conversation_id: id('conv', 'The conversation of the message.'),
  role,
  text: messageText,
  citations: field(
    z.array(citation),
    'For an answer: its citations. Those of deleted sources have no texts. For a question: empty.',
  ),
  finish_reason: endOfAnswer,
  reason,
  certainty,
  curated,
  page_url: pageUrl,
  usage: field(tokenUsage.nullable(), 'For an answer: its tokens. For a question: `null`.'),
  rating,
  comment,
  created_at: time('The time of the message.'),
});

export const feedback = shape('Feedback', 'The current feedback on an answer.', {
  message_id: id('msg', 'The answer that was rated.'),
  rating,
  comment,
});

export const feedbackEntry = shape('FeedbackEntry', 'A rated answer in the owner’s inbox.', {
  id: id('msg', 'The id of the answer that was rated.'),
  conversation_id: id('conv', 'Its conversation.'),
  question: text('The question.', 'How long is the warranty?'),
  answer: messageText,
  rating: readerRating,
  comment,
  state: feedbackState,
  answered_at: time('The time of the answer.'),
});

export const feedbackSorted = shape('FeedbackSorted', 'The feedback has this state.', {
  id: id('msg', 'The id of the answer that was rated.'),
  state: feedbackState,
});

export const conversationsDeleted = shape(
  'ConversationsDeleted',
  'The conversations are deleted, with their questions and answers.',
  { deleted: z.literal(true), count: count('The number of deleted conversations.', 3) },
);

const exportedCitation = shape('ExportedCitation', 'A citation without its link, as links expire.', {
  id: field(z.int().min(1), 'The number of the citation’s marker in the answer.', 1),
  source_id: id('src', 'The source of the passage.'),
  title: text('The source’s title.', 'Product manual'),
  page: field(z.int().min(1).nullable(), 'The page on which `quote` begins; `null` if the document has no pages.', 12),
  heading: field(
    z.string().nullable(),
    'The headings above the passage; `null` if there are none.',
    'Service › Warranty',
  ),
  quote: text('The exact words that support the answer.', 'The warranty lasts two years from the day of purchase.'),
});

export const exportedMessage = shape('ExportedMessage', 'A question or an answer in an export.', {
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
});

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
  const line = collapseWhitespace(text);
  const characters = [...new Intl.Segmenter().segment(line.slice(0, 4 * MAX_TITLE_LENGTH))];
  if (characters.length <= MAX_TITLE_LENGTH && line.length <= 4 * MAX_TITLE_LENGTH) return line;
  return `${line.slice(0, characters[MAX_TITLE_LENGTH - 1]?.index ?? 0).trimEnd()}…`;
}

export function presentFeedback(row: FeedbackRow): FeedbackEntry {
  const { messageId, conversationId, question, answer, rating, comment, state, answeredAt } = row;
  return {
    id: messageId,
    conversation_id: conversationId,
    question,
    answer,
    rating,
    comment,
    state,
    answered_at: timestamp(answeredAt),
  };
}

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
