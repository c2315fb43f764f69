// The backend of a chat with `useChat`, for any framework with handlers from Request to Response, such as Next.js (app/api/chat/route.ts).
import { createFootnote } from '@footnote/sdk/ai';
import { convertToModelMessages, streamText } from 'ai';

const footnote = createFootnote();

export async function POST(request: Request): Promise<Response> {
  const { messages } = await request.json();
  const answer = streamText({
    model: footnote(process.env.FOOTNOTE_PROJECT ?? ''),
    messages: await convertToModelMessages(messages),
    abortSignal: request.signal,
  });
  return answer.toUIMessageStreamResponse({
    sendSources: true,
    // Tells the page how the answer ended: whether it is a refusal, for example.
    messageMetadata: ({ part }) => (part.type === 'finish-step' ? part.providerMetadata?.footnote : undefined),
  });
}
