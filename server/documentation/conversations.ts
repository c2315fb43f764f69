import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import {
  conversation,
  conversationsDeleted,
  exportedMessage,
  feedback,
  feedbackEntry,
  feedbackSorted,
  message,
} from '../presenters/shapes/conversations.ts';
import { answerTrace } from '../presenters/shapes/trace.ts';
import { dismissed, unansweredGroup, weakAnswerGroup } from '../presenters/shapes/unanswered.ts';
import { paging } from './paging.ts';

const ours = { tag: 'Conversations' } as const;

const filter = {
  search: [
    'At most 10 words. Each must appear in a question or an answer. Only the latest 10,000 conversations are searched.',
    'opening hours',
  ],
  feedback: ['Only conversations with an answer of this rating; `any` for both ratings.', 'down'],
  refused: ['Only conversations with (`true`) or without a refused answer.', 'true'],
  unsure: ['Only conversations with (`true`) or without an unsure answer.', 'true'],
  from: ['Only conversations active at or after this time: a date in UTC or a timestamp.', '2026-01-01'],
  to: ['Only conversations started by this time: a date in UTC, inclusive, or a timestamp.', '2026-01-31'],
  visitor_id: ['Only conversations of this visitor.', 'customer-42'],
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
  certainty: null,
  rating: null,
  comment: null,
  prompt_tokens: null,
  completion_tokens: null,
  curated_answer_id: null,
  citations: [],
};

/** Conversations, feedback and unanswered questions. */
export const conversationOperations: Record<string, OperationDocs> = {
  'conversations.list': {
    ...ours,
    summary: 'List the conversations of a project',
    description:
      'The owner and API keys see all conversations, a widget token only those of its visitor. Filters are combined with AND.',
    input: { ...paging, ...filter },
    answers: { 200: listOf(conversation, 'ConversationList') },
  },
  'conversations.export': {
    ...ours,
    summary: 'Export questions and answers',
    description:
      'Streams one message per line, newest conversation first, as JSON Lines or CSV. CSV is UTF-8 with a byte order mark, quoted according to RFC 4180, with an apostrophe before any text that a spreadsheet would run as a formula.',
    input: { ...filter, format: ['JSON Lines or CSV.', 'csv'] },
    answers: {
      200: [
        {
          mediaType: 'application/jsonl',
          description: 'One JSON object per line.',
          example: `${JSON.stringify(exported)}\n`,
          lines: exportedMessage,
        },
        { mediaType: 'text/csv', description: 'The same messages as a table.' },
      ],
    },
  },
  'conversations.delete-all': {
    ...ours,
    summary: 'Delete the conversations of a visitor or the project',
    description: 'Deletes permanently. Send either `visitor_id` or `all`.',
    input: {
      visitor_id: ['Deletes all conversations of this visitor.', 'customer-42'],
      all: ['Deletes all conversations of the project.', 'true'],
    },
    answers: { 200: conversationsDeleted },
  },
  'conversations.retrieve': { ...ours, summary: 'Retrieve a conversation', answers: { 200: conversation } },
  'messages.trace': {
    ...ours,
    summary: 'Retrieve the trace of an answer',
    description:
      'Shows how an answer was made, if its question was asked with a widget token that has `trace`. For other answers, the status is 404. The trace is deleted with its conversation, and what it shows of a source with that source.',
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
    description: 'Permanently deletes the conversation with its questions and answers.',
    answers: { 200: deleted },
  },
  'unanswered.list': {
    ...ours,
    summary: 'List questions that the documents did not answer',
    description:
      'Groups the latest 2,000 questions with a refused or unsure answer by what they ask. The largest group comes first. Each group has the passages that come closest to an answer.',
    input: {
      ...paging,
      from: ['Only questions asked at or after this time: a date in UTC or a timestamp.', '2026-01-01'],
      to: ['Only questions asked by this time: a date in UTC, inclusive, or a timestamp.', '2026-01-31'],
    },
    answers: { 200: listOf(unansweredGroup, 'UnansweredList') },
  },
  'unanswered.weakest': {
    ...ours,
    summary: 'List the weakest answers',
    description:
      'Answers that were given as sure, those with the lowest `certainty` first: they are wrong more often than others. The 2,000 least certain are grouped by what was asked.',
    input: {
      ...paging,
      from: ['Only answers given at or after this time: a date in UTC or a timestamp.', '2026-01-01'],
      to: ['Only answers given by this time: a date in UTC, inclusive, or a timestamp.', '2026-01-31'],
    },
    answers: { 200: listOf(weakAnswerGroup, 'WeakAnswerList') },
  },
  'unanswered.dismiss': {
    ...ours,
    summary: 'Dismiss unanswered questions',
    description:
      'Dismissed questions stay in their conversations but are no longer listed here, nor among the weakest answers.',
    input: {
      message_ids: [
        'The ids of 1 to 1000 answers that are refused or unsure, or among the weakest.',
        ['msg_4YHhQ0V2b7c9D1kLmN3pqR'],
      ],
    },
    answers: { 200: dismissed },
  },
  'feedback.list': {
    ...ours,
    summary: 'List feedback',
    description: 'Rated answers, latest first.',
    input: {
      ...paging,
      state: ['Only feedback in this state.', 'new'],
      rating: ['Only answers with this rating.', 'down'],
    },
    answers: { 200: listOf(feedbackEntry, 'FeedbackList') },
  },
  'feedback.update': {
    ...ours,
    summary: 'Sort feedback',
    description: 'Sets the state of the feedback on an answer. Readers never see it.',
    input: { state: ['The state.', 'done'] },
    answers: { 200: feedbackSorted },
  },
  'feedback.create': {
    ...ours,
    summary: 'Rate an answer',
    description: 'Replaces earlier feedback on the answer.',
    input: {
      rating: ['`up`, `down`, or `null` to remove the rating.', 'up'],
      comment: ['At most 2000 characters.', 'Just what I needed.'],
    },
    answers: { 200: feedback },
  },
};
