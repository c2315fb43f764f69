import type {
  AnswerTrace,
  Conversation,
  ConversationQuery,
  ConversationsDeleted,
  DeleteConversationsQuery,
  Deleted,
  ExportQuery,
  ListQuery,
  Message,
} from '../contract/index.ts';
import { type Download, download } from '../core/download.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';

/** Conversations. An API key or the owner's token gives access to all of a project, a widget token to those of its visitor. */
export class Conversations extends ListedResource {
  /**
   * Lists the conversations, newest first.
   * @example
   * const { items } = await client.conversations.list(projectId, { search: 'opening hours', refused: true, limit: 50 });
   */
  list(projectId: string, query?: ConversationQuery, options?: RequestOptions): PagePromise<Conversation> {
    return this.paged(path`/projects/${projectId}/conversations`, query, options);
  }

  /**
   * Retrieves a conversation. Needs an API key or the owner's token.
   * @example
   * const { title, messages_count } = await client.conversations.retrieve(projectId, conversationId);
   */
  retrieve(projectId: string, conversationId: string, options?: RequestOptions): Promise<Conversation> {
    return this.request({ path: path`/projects/${projectId}/conversations/${conversationId}` }, options);
  }

  /**
   * Lists the questions and answers of a conversation, oldest first.
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
   * Permanently deletes a conversation.
   * @example
   * await client.conversations.delete(projectId, conversationId);
   */
  delete(projectId: string, conversationId: string, options?: RequestOptions): Promise<Deleted> {
    return this.request(
      { method: 'DELETE', path: path`/projects/${projectId}/conversations/${conversationId}` },
      options,
    );
  }

  /**
   * Permanently deletes all conversations, or those of one visitor. Needs an API key or the owner's token.
   * @example
   * const { count } = await client.conversations.deleteAll(projectId, { visitor_id: 'customer-17' });
   */
  deleteAll(
    projectId: string,
    query: DeleteConversationsQuery,
    options?: RequestOptions,
  ): Promise<ConversationsDeleted> {
    return this.request({ method: 'DELETE', path: path`/projects/${projectId}/conversations`, query }, options);
  }

  /**
   * Exports all questions and answers as JSON Lines or CSV, streamed. Needs an API key or the owner's token.
   * @example
   * const file = await client.conversations.export(projectId, { format: 'csv', feedback: 'down' });
   * for await (const text of file) process.stdout.write(text);
   */
  export(projectId: string, query?: ExportQuery, options?: RequestOptions): Promise<Download> {
    return download(
      this.settings,
      { path: path`/projects/${projectId}/conversations/export`, query, accept: '*/*' },
      options,
    );
  }

  /**
   * Retrieves the trace of an answer, if its question was asked with a widget token that has `trace`. Needs the owner's token.
   * @example
   * const { token } = await owner.widgetTokens.create({ project_id: projectId, trace: true });
   * const tracing = new Footnote({ accessToken: token, defaultHeaders: { origin: 'https://www.example.com' } });
   * const { message_id } = await tracing.chat.create(projectId, { query: 'When do you open?' });
   * const { passages, verdict } = await owner.conversations.trace(projectId, message_id);
   */
  trace(projectId: string, messageId: string, options?: RequestOptions): Promise<AnswerTrace> {
    return this.request({ path: path`/projects/${projectId}/messages/${messageId}/trace` }, options);
  }
}
