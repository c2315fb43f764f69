import type { Conversation, Deleted, ListQuery, Message } from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';

/** What was asked and answered: all of a project with its key or as its owner, a visitor's own with a widget token. @extension */
export class Conversations extends ListedResource {
  /**
   * Lists the conversations, newest first. @extension
   * @example
   * const { items } = await client.conversations.list(projectId, { limit: 50 });
   */
  list(projectId: string, query?: ListQuery, options?: RequestOptions): PagePromise<Conversation> {
    return this.paged(path`/projects/${projectId}/conversations`, query, options);
  }

  /**
   * Lists the questions and answers of a conversation, oldest first. @extension
   * @example
   * for await (const { role, text } of client.conversations.messages(projectId, conversationId)) console.log(role, text);
   */
  messages(
    projectId: string,
    conversationId: string,
    query?: ListQuery,
    options?: RequestOptions,
  ): PagePromise<Message> {
    return this.paged(path`/projects/${projectId}/conversations/${conversationId}/messages`, query, options);
  }

  /**
   * Deletes a conversation, for good. @extension
   * @example
   * await client.conversations.delete(projectId, conversationId);
   */
  delete(projectId: string, conversationId: string, options?: RequestOptions): Promise<Deleted> {
    return this.request(
      { method: 'DELETE', path: path`/projects/${projectId}/conversations/${conversationId}` },
      options,
    );
  }
}
