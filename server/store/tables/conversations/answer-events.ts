import type { Rating } from '@footnote/sdk/contract';
import { emit, timestampOf } from '../../coordination/outbox.ts';
import type { Tx } from '../../db.ts';
import type { MessageRow } from '../../types.ts';

/** An answer, and where it stands. */
interface Answer {
  projectId: string;
  conversationId: string;
  messageId: string;
  seq: number;
}

/** Queues what webhooks are told of an answer that was refused or unsure. */
export async function emitUnanswered(
  tx: Tx,
  answer: Answer,
  { role, finishReason, createdAt }: Pick<MessageRow, 'role' | 'finishReason' | 'createdAt'>,
): Promise<void> {
  if (role !== 'assistant' || (finishReason !== 'refused' && finishReason !== 'unsure')) return;
  await emit(tx, answer.projectId, 'question.unanswered', async () => {
    const data = { ...(await describe(tx, answer)), outcome: finishReason };
    const event = { type: 'question.unanswered', timestamp: timestampOf(createdAt), data } as const;
    return { event, subjectId: answer.conversationId };
  });
}

/** Queues what webhooks are told of a rating. */
export async function emitFeedback(
  tx: Tx,
  answer: Answer,
  { rating, comment }: { rating: Rating; comment: string | null },
  at: number,
): Promise<void> {
  await emit(tx, answer.projectId, 'feedback.created', async () => {
    const data = { ...(await describe(tx, answer)), rating, comment };
    const event = { type: 'feedback.created', timestamp: timestampOf(at), data } as const;
    return { event, subjectId: answer.conversationId };
  });
}

async function describe(tx: Tx, { projectId, conversationId, messageId, seq }: Answer) {
  const [question] = await tx.read<{ text: string }>(
    "select text from messages where conversation_id = ? and role = 'user' and seq < ? order by seq desc limit 1",
    [conversationId, seq],
  );
  return {
    project_id: projectId,
    conversation_id: conversationId,
    message_id: messageId,
    question: question?.text ?? '',
  };
}
