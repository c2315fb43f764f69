import type { FeedbackEntry } from '@footnote/sdk/contract';
import type { FeedbackRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

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
