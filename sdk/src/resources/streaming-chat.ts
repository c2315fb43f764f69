import type { ChatRequest, StreamPart } from '../contract/index.ts';
import type { RequestOptions, Settings } from '../core/options.ts';
import { path } from '../core/path.ts';
import { type OpenedStream, openStream } from '../core/stream.ts';
import { ChatStream } from '../lib/chat-stream.ts';
import { readParts } from '../lib/read-parts.ts';
import { Chat } from './chat.ts';

/** A question without the choice that the method makes. */
type Question = Omit<ChatRequest, 'stream'>;

/** Questions and their cited answers, whole or while they are written. Apart from `Chat`, so that a bundle without streams is one without their reader. */
export class StreamingChat extends Chat {
  /**
   * Asks one question and gives the answer while it is written. Never asked a second time once it may have begun.
   * @example
   * const stream = client.chat.stream(projectId, { query: 'When do you open?' });
   * for await (const part of stream) if (part.type === 'text-delta') console.log(part.delta);
   */
  stream(projectId: string, body: Question, options: RequestOptions = {}): ChatStream {
    return new ChatStream(openChat(this.settings, projectId, body, options));
  }
}

/**
 * The parts of one answer as they come, for a bundle that needs nothing else of `ChatStream`; `signal` gives it up.
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
