import type { ChatAnswer, ChatRequest } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import { path } from '../core/path.ts';
import { Resource } from '../core/resource.ts';

/** Questions and their cited answers. */
export class Chat extends Resource {
  /**
   * Asks one question. With an API key or a widget token. Never asked a second time once it may have begun.
   * @example
   * const { response, citations } = await client.chat.create(projectId, { query: 'When do you open?' });
   */
  create(projectId: string, body: Omit<ChatRequest, 'stream'>, options?: RequestOptions): Promise<ChatAnswer> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/chat`, body, once: true }, options);
  }
}
