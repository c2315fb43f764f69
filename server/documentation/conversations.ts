import type { OperationWords } from '../http/openapi-types.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import { conversation, feedback, message } from '../presenters/shapes/conversations.ts';
import { paging } from './paging.ts';

const ours = { tag: 'Conversations', decided: true } as const;

/** What was asked and answered, and what its readers think of it. */
export const conversationWords: Record<string, OperationWords> = {
  'conversations.list': {
    ...ours,
    summary: 'List the conversations of a project',
    description: 'All of them for the owner and with an API key; with a widget token the visitor’s own.',
    input: paging,
    answers: { 200: listOf(conversation, 'ConversationList') },
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
