import { AnswerFeedback, type FeedbackRequest, type Settings } from '@footnote/sdk';
import type { Turn } from './turn.ts';

/**
 * Sends the rating of an answer. `onChange` shows it at once, and undoes it if the request fails. Rejects with the SDK's
 * errors.
 */
export async function sendRating(
  api: Settings,
  project: string,
  turn: Turn,
  feedback: FeedbackRequest,
  onChange: (change: Pick<Turn, 'rating' | 'commented'>) => void,
): Promise<void> {
  if (!turn.messageId) return;
  const { rating, commented } = turn;
  onChange({ rating: feedback.rating, commented: Boolean(feedback.comment) });
  try {
    await new AnswerFeedback(api).create(project, turn.messageId, feedback);
  } catch (error) {
    onChange({ rating, commented });
    throw error;
  }
}
