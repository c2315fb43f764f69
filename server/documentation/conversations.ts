import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import {
  conversation,
  conversationsDeleted,
  exportedMessage,
  feedback,
  message,
} from '../presenters/shapes/conversations.ts';
import { answerTrace } from '../presenters/shapes/trace.ts';
import { dismissed, unansweredGroup } from '../presenters/shapes/unanswered.ts';
import { paging } from './paging.ts';

const ours = { tag: 'Conversations', decided: true } as const;

const filter = {
  search: [
    'Words, each of which stands in a question or an answer: at most 10. Looks through the latest 10,000.',
    'opening hours',
  ],
  feedback: ['With an answer that was rated so; `any`: either way.', 'down'],
  refused: ['With a refused answer (`true`), or without one.', 'true'],
  unsure: ['With an unsure answer (`true`), or without one.', 'true'],
  from: ['Still going on then: a date in UTC or a timestamp.', '2026-01-01'],
  to: ['Begun by then; the day of a date is included.', '2026-01-31'],
  visitor_id: ['Of one visitor.', 'customer-42'],
} as const;
const exported = {
  conversation_id: 'conv_4YHhQ0V2b7c9D1kLmN3pqR',
  visitor_id: 'customer-42',
  message_id: 'msg_4YHhQ0V2b7c9D1kLmN3pqR',
  created_at: '2026-01-31T12:00:00.000Z',
  role: 'user',
  text: 'How long is the warranty?',
  finish_reason: null,
  reason: null,
  rating: null,
  comment: null,
  prompt_tokens: null,
  completion_tokens: null,
  citations: [],
};

/** What was asked and answered, and what its readers think of it. */
export const conversationOperations: Record<string, OperationDocs> = {
  'conversations.list': {
    ...ours,
    summary: 'List the conversations of a project',
    description:
      'All of them for the owner and with an API key; with a widget token the visitor’s own. Of these, those to which all of what is asked for applies.',
    input: { ...paging, ...filter },
    answers: { 200: listOf(conversation, 'ConversationList') },
  },
  'conversations.export': {
    ...ours,
    summary: 'Export questions and answers',
    description:
      'One message a line, the conversations newest first, as JSON Lines or as a table for spreadsheets: UTF-8 with a byte order mark, quoted as RFC 4180 says, with an apostrophe in front of what a spreadsheet would run as a formula. Sent as it is read.',
    input: { ...filter, format: ['Lines of JSON, or a table.', 'csv'] },
    answers: {
      200: [
        {
          mediaType: 'application/jsonl',
          description: 'One JSON object a line.',
          example: `${JSON.stringify(exported)}\n`,
          lines: exportedMessage,
        },
        { mediaType: 'text/csv', description: 'The same as a table.' },
      ],
    },
  },
  'conversations.delete-all': {
    ...ours,
    summary: 'Delete the conversations of a visitor, or all',
    description: 'For good. Exactly one of the two says whose.',
    input: {
      visitor_id: ['All of this visitor’s.', 'customer-42'],
      all: ['Everybody’s.', 'true'],
    },
    answers: { 200: conversationsDeleted },
  },
  'conversations.retrieve': { ...ours, summary: 'Read a conversation', answers: { 200: conversation } },
  'messages.trace': {
    ...ours,
    summary: 'Read how an answer came about',
    description:
      'Where its question was asked with a widget token that has `trace`; 404 for every other. It goes with its conversation, and loses what it tells of a source that is deleted.',
    answers: { 200: answerTrace },
  },
  'conversations.messages': {
    ...ours,
    summary: 'List the questions and answers of a conversation',
    description: 'Oldest first.',
    input: paging,
    answers: { 200: listOf(message, 'MessageList') },
  },
  'conversations.delete': {
    ...ours,
    summary: 'Delete a conversation',
    description: 'With every question and answer in it, for good.',
    answers: { 200: deleted },
  },
  'unanswered.list': {
    ...ours,
    summary: 'List what the documents did not answer',
    description:
      'The latest 2,000 questions that were refused or whose answers are unsure, in groups that ask for the same, the most asked first, each with the passages that come nearest to an answer.',
    input: {
      ...paging,
      from: ['Asked since: a date in UTC or a timestamp.', '2026-01-01'],
      to: ['Until then; the day of a date is included.', '2026-01-31'],
    },
    answers: { 200: listOf(unansweredGroup, 'UnansweredList') },
  },
  'unanswered.dismiss': {
    ...ours,
    summary: 'Set unanswered questions aside',
    description: 'They stay in their conversations, and are listed here no more.',
    input: { message_ids: ['Of refused and unsure answers, 1 to 1000.', ['msg_4YHhQ0V2b7c9D1kLmN3pqR']] },
    answers: { 200: dismissed },
  },
  'feedback.create': {
    ...ours,
    summary: 'Rate an answer',
    description: 'Replaces what was said of it before.',
    input: {
      rating: ['`up`, `down`, or `null` to take it back.', 'up'],
      comment: ['At most 2000 characters.', 'Just what I needed.'],
    },
    answers: { 200: feedback },
  },
};
