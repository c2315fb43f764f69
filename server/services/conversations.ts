import { errors } from '../errors.ts';
import type { ListedConversation, MessageRow, Page, Paging, Store } from '../store/types.ts';
import type { Credential } from './credentials.ts';

export interface ConversationService {
  /** All of the project, or only the visitor's own with a widget token. */
  list(credential: Credential, projectId: string, paging: Paging): Promise<Page<ListedConversation>>;
  messages(conversationId: string, paging: Paging): Promise<Page<MessageRow>>;
  /** Resolves when no byte of it is left; throws 404 where it has gone meanwhile. */
  delete(projectId: string, conversationId: string): Promise<void>;
  /** Replaces what was thought of an answer before. Throws 404 where it has gone meanwhile. */
  rate(answer: { conversationId: string; messageId: string }, feedback: GivenFeedback): Promise<void>;
}

export type GivenFeedback = Pick<MessageRow, 'rating' | 'comment'>;

/** Who may see which is decided before (access.ts). */
export function createConversationService({ conversations }: Pick<Store, 'conversations'>): ConversationService {
  return {
    list: (credential, projectId, paging) =>
      conversations.list(projectId, credential.kind === 'widget' ? credential.visitorId : null, paging),
    messages: (conversationId, paging) => conversations.messages(conversationId, paging),
    async delete(projectId, conversationId) {
      if (!(await conversations.delete(projectId, conversationId))) throw errors.notFound();
    },
    async rate({ conversationId, messageId }, { rating, comment }) {
      if (!(await conversations.rate(conversationId, messageId, rating, comment))) throw errors.notFound();
    },
  };
}
