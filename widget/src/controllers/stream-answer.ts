import { type ChatAnswer, type ChatRequest, type Citation, type Settings, StreamingChat } from '@footnote/sdk';

/** Who is told how an answer grows. */
export interface Growth {
  /** The server has begun. */
  begin: (messageId: string, conversationId: string) => void;
  /** The question waits for its turn; 1 is next. */
  position: (position: number) => void;
  /** The passages cited so far. They come before the words that cite them. */
  citations: (citations: Citation[]) => void;
  /** The whole text so far; where the answer ends in a refusal, the refusal in its place. */
  text: (text: string) => void;
}

/** Asks a question and tells how its answer grows; resolves with the whole. Rejects with the SDK's errors. */
export async function streamAnswer(
  api: Settings,
  project: string,
  body: Pick<ChatRequest, 'query' | 'conversation_id'>,
  signal: AbortSignal,
  growth: Growth,
): Promise<ChatAnswer> {
  // Waiting for a busy server is shown to the visitor (the countdown) instead of being done in silence.
  const stream = new StreamingChat(api).stream(project, body, { signal, maxRetries: 0 });
  let text = '';
  for await (const part of stream) {
    if (part.type === 'start') growth.begin(part.messageId, part.messageMetadata.conversation_id);
    else if (part.type === 'data-status') growth.position(part.data.position);
    else if (part.type === 'data-citations') growth.citations(part.data);
    else if (part.type === 'data-verdict') {
      text = part.data.response;
      growth.text(text);
    } else if (part.type === 'text-delta') {
      text += part.delta;
      growth.text(text);
    }
  }
  return stream.finalAnswer();
}
