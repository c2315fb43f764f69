import type { ChatRequest } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { openStream } from '../core/stream.ts';
import { ChatStream } from '../lib/chat-stream.ts';
import { Chat } from './chat.ts';

/** Questions and their cited answers, whole or while they are written. Apart from `Chat`, so that a bundle without streams is one without their reader. */
export class StreamingChat extends Chat {
  /**
   * Asks one question and gives the answer while it is written. Never asked a second time once it may have begun.
   * @example
   * const stream = client.chat.stream(projectId, { query: 'When do you open?' });
   * for await (const part of stream) if (part.type === 'text-delta') console.log(part.delta);
   */
  stream(projectId: string, body: Omit<ChatRequest, 'stream'>, options: RequestOptions = {}): ChatStream {
    const at = path`/projects/${projectId}/chat`;
    const asked = { ...body, stream: true };
    return new ChatStream(
      openStream(
        this.settings,
        { method: 'POST', path: at, body: asked, once: true, accept: 'text/event-stream' },
        options,
      ),
    );
  }
}
