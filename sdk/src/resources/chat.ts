import type { ChatAnswer, ChatRequest } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { Resource } from '../core/resource.ts';

/** Questions and their cited answers. */
export class Chat extends Resource {
  /**
   * Asks a question. Needs an API key or a widget token. Not retried once the server may have started to answer.
   * @example
   * const { response, citations } = await client.chat.create(projectId, { query: 'When do you open?' });
   */
  create(projectId: string, body: Omit<ChatRequest, 'stream'>, options?: RequestOptions): Promise<ChatAnswer> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/chat`, body, once: true }, options);
  }
}
