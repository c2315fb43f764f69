import { AnswerFeedback, type FeedbackRequest, type Settings } from '@footnote/sdk';
import type { Turn } from './turn.ts';

/**
 * Tells the server what a reader thinks of an answer; `note` shows it at once and takes it back where the server has not
 * heard it. Rejects with the SDK's errors.
 */
export async function sendRating(
  api: Settings,
  project: string,
  turn: Turn,
  feedback: FeedbackRequest,
  note: (change: Pick<Turn, 'rating' | 'commented'>) => void,
): Promise<void> {
  if (!turn.messageId) return;
  const { rating, commented } = turn;
  note({ rating: feedback.rating, commented: Boolean(feedback.comment) });
  try {
    await new AnswerFeedback(api).create(project, turn.messageId, feedback);
  } catch (error) {
    note({ rating, commented });
    throw error;
  }
}
