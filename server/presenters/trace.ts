import type { AnswerTrace } from '@footnote/sdk/contract';
import type { StoredTrace } from '../store/types.ts';

/** A trace is stored in the shape in which it is shown. */
export function presentTrace(messageId: string, trace: StoredTrace): AnswerTrace {
  return { message_id: messageId, ...trace };
}
