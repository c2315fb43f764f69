import {
  type ChatAnswer,
  type ChatRequest,
  type Citation,
  emptyAnswer,
  type Settings,
  streamParts,
  withPart,
} from '@footnote/sdk';

/** What is called while an answer streams. */
export interface AnswerListeners {
  /** The server has accepted the question. */
  onStart: (messageId: string, conversationId: string) => void;
  /** The question is in the queue; 1 is next. */
  onPosition: (position: number) => void;
  /** The question is misspelt, and answered as corrected. */
  onCorrected: (question: string) => void;
  /** The passages cited so far. They come before the text that cites them. */
  onCitations: (citations: Citation[]) => void;
  /** The whole text so far. */
  onText: (text: string) => void;
  /** A refusal, or what is left of the answer: it replaces the text and the citations so far. */
  onReplacement: (text: string, citations: Citation[]) => void;
}

/** Asks a question, reports how its answer grows, and resolves with the complete answer. Rejects with the SDK's errors. */
export async function streamAnswer(
  api: Settings,
  project: string,
  body: Pick<ChatRequest, 'query' | 'conversation_id' | 'filter' | 'page_url' | 'correct'>,
  signal: AbortSignal,
  listeners: AnswerListeners,
): Promise<ChatAnswer> {
  let answer = emptyAnswer();
  for await (const part of streamParts(api, project, body, { signal })) {
    answer = withPart(answer, part);
    if (part.type === 'start') listeners.onStart(answer.message_id, answer.conversation_id);
    else if (part.type === 'data-status') listeners.onPosition(part.data.position);
    else if (part.type === 'data-corrected') listeners.onCorrected(part.data.query);
    else if (part.type === 'data-citations') listeners.onCitations(answer.citations);
    else if (part.type === 'text-delta') listeners.onText(answer.response);
    else if (part.type === 'data-verdict') listeners.onReplacement(answer.response, answer.citations);
  }
  return answer;
}
