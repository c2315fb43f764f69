import {
  type ChatAnswer,
  type ChatRequest,
  type Citation,
  emptyAnswer,
  type Settings,
  streamParts,
  withPart,
} from '@footnote/sdk';

/** Who is told how an answer grows. */
export interface Growth {
  /** The server has begun. */
  begin: (messageId: string, conversationId: string) => void;
  /** The question waits for its turn; 1 is next. */
  position: (position: number) => void;
  /** The passages cited so far. They come before the words that cite them. */
  citations: (citations: Citation[]) => void;
  /** The whole text so far. */
  text: (text: string) => void;
  /** The refusal that takes the place of all words before it. */
  refusal: (text: string) => void;
}

/** Asks a question and tells how its answer grows; resolves with the whole. Rejects with the SDK's errors. */
export async function streamAnswer(
  api: Settings,
  project: string,
  body: Pick<ChatRequest, 'query' | 'conversation_id'>,
  signal: AbortSignal,
  growth: Growth,
): Promise<ChatAnswer> {
  let answer = emptyAnswer();
  for await (const part of streamParts(api, project, body, { signal })) {
    answer = withPart(answer, part);
    if (part.type === 'start') growth.begin(answer.message_id, answer.conversation_id);
    else if (part.type === 'data-status') growth.position(part.data.position);
    else if (part.type === 'data-citations') growth.citations(answer.citations);
    else if (part.type === 'data-verdict') growth.refusal(answer.response);
    else if (part.type === 'text-delta') growth.text(answer.response);
  }
  return answer;
}
