import type { AnswerTrace } from '@footnote/sdk/contract';
import type { StoredTrace } from '../store/types.ts';

/** It is kept as it is shown. */
export function presentTrace(messageId: string, trace: StoredTrace): AnswerTrace {
  return { message_id: messageId, ...trace };
}
