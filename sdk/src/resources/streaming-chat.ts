import type { ChatRequest, StreamPart } from '../contract/index.ts';
import type { RequestOptions, Settings } from '../core/options.ts';
import { path } from '../core/path.ts';
import { type OpenedStream, openStream } from '../core/stream.ts';
import { ChatStream } from '../lib/chat-stream.ts';
import { readParts } from '../lib/read-parts.ts';
import { Chat } from './chat.ts';

/** The body of a question; the method sets `stream`. */
type Question = Omit<ChatRequest, 'stream'>;

/** Questions and their cited answers, complete or streamed. Separate from `Chat`, so that bundles without streaming do not include its reader. */
export class StreamingChat extends Chat {
  /**
   * Asks a question and streams the answer. Not retried once the server may have started to answer.
   * @example
   * const stream = client.chat.stream(projectId, { query: 'When do you open?' });
   * for await (const part of stream) if (part.type === 'text-delta') console.log(part.delta);
   */
  stream(projectId: string, body: Question, options: RequestOptions = {}): ChatStream {
    return new ChatStream(openChat(this.settings, projectId, body, options));
  }
}

/**
 * Streams the parts of an answer, for bundles that do not need `ChatStream`. `signal` aborts it.
 * @example
 * const settings = settle({ apiKey: key });
 * for await (const part of streamParts(settings, projectId, { query: 'When do you open?' })) console.log(part.type);
 */
export function streamParts(
  settings: Settings,
  projectId: string,
  body: Question,
  options: RequestOptions = {},
): AsyncGenerator<StreamPart, void, undefined> {
  return readParts(openChat(settings, projectId, body, options));
}

function openChat(settings: Settings, projectId: string, body: Question, options: RequestOptions): OpenedStream {
  return openStream(
    settings,
    {
      method: 'POST',
      path: path`/projects/${projectId}/chat`,
      body: { ...body, stream: true },
      once: true,
      accept: 'text/event-stream',
    },
    options,
  );
}
