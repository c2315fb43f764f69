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

/** What was asked and answered: all of a project with its key or as its owner, a visitor's own with a widget token. @extension */
export class Conversations extends ListedResource {
  /**
   * Lists the conversations, newest first. @extension
   * @example
   * const { items } = await client.conversations.list(projectId, { search: 'opening hours', refused: true, limit: 50 });
   */
  list(projectId: string, query?: ConversationQuery, options?: RequestOptions): PagePromise<Conversation> {
    return this.paged(path`/projects/${projectId}/conversations`, query, options);
  }

  /**
   * Reads a conversation. With a key or as the owner. @extension
   * @example
   * const { title, messages_count } = await client.conversations.retrieve(projectId, conversationId);
   */
  retrieve(projectId: string, conversationId: string, options?: RequestOptions): Promise<Conversation> {
    return this.request({ path: path`/projects/${projectId}/conversations/${conversationId}` }, options);
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

  /**
   * Deletes all conversations of one visitor, or of everybody, for good. With a key or as the owner. @extension
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
   * Exports every question and answer, as lines of JSON or as a table, while they come. With a key or as the owner. @extension
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
   * Reads how an answer came about, where its question was asked with a widget token that has `trace`. As the owner. @extension
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
