import { errors } from '../platform/errors.ts';
import type {
  ConversationFilter,
  ExportedRow,
  ListedConversation,
  MessageRow,
  Page,
  Paging,
  Store,
  StoredTrace,
} from '../store/types.ts';
import type { Credential } from './credentials.ts';
import type { Usage } from './usage.ts';

/** Of an export, held in memory at once. */
const EXPORT_BATCH_SIZE = 50;

export interface ConversationService {
  /** Of the project those to which all of the filter applies; with a widget token the visitor's own among them. */
  list(
    credential: Credential,
    projectId: string,
    filter: ConversationFilter,
    paging: Paging,
  ): Promise<Page<ListedConversation>>;
  /** Throws 404 where it has gone meanwhile. */
  retrieve(projectId: string, conversationId: string): Promise<ListedConversation>;
  messages(conversationId: string, paging: Paging): Promise<Page<MessageRow>>;
  /** Every message of these conversations, read as far as it is asked for, so that little of it is in memory. */
  export(projectId: string, filter: ConversationFilter): AsyncGenerator<ExportedRow>;
  /** How an answer came about. Throws 404 where nothing was kept of that. */
  trace(projectId: string, messageId: string): Promise<StoredTrace>;
  /** Resolves when no byte of it is left; throws 404 where it has gone meanwhile. */
  delete(projectId: string, conversationId: string): Promise<void>;
  /** All of one visitor, or of the project (null); resolves with how many when no byte of them is left. */
  deleteAll(projectId: string, visitorId: string | null): Promise<number>;
  /** Replaces what was thought of an answer before. Throws 404 where it has gone meanwhile. */
  rate(answer: { projectId: string; id: string; messageId: string }, feedback: GivenFeedback): Promise<void>;
}

export type GivenFeedback = Pick<MessageRow, 'rating' | 'comment'>;

/** Who may see which is decided before (access.ts). */
export function createConversationService({
  store: { conversations, reports },
  usage,
}: {
  store: Pick<Store, 'conversations' | 'reports'>;
  usage: Pick<Usage, 'ratingChanged'>;
}): ConversationService {
  return {
    async list(credential, projectId, filter, paging) {
      const own = credential.kind === 'widget' ? credential.visitorId : filter.visitorId;
      // A visitor who asks for another's gets what there would be for both.
      if (filter.visitorId !== undefined && filter.visitorId !== own) return { rows: [], total: 0 };
      const { visitorId, ...looksInside } = { ...filter, ...(own !== undefined && { visitorId: own }) };
      const ofVisitor = visitorId === undefined ? {} : { visitorId };
      return Object.keys(looksInside).length === 0
        ? conversations.list(projectId, ofVisitor, paging)
        : reports.conversations(projectId, { ...looksInside, ...ofVisitor }, paging);
    },

    async retrieve(projectId, conversationId) {
      const row = await conversations.listed(projectId, conversationId);
      if (!row) throw errors.notFound();
      return row;
    },

    messages: (conversationId, paging) => conversations.messages(conversationId, paging),

    async *export(projectId, filter) {
      let after = null;
      do {
        const part: Awaited<ReturnType<typeof reports.messages>> = await reports.messages(
          projectId,
          filter,
          after,
          EXPORT_BATCH_SIZE,
        );
        yield* part.rows;
        after = part.next;
      } while (after !== null);
    },

    async trace(projectId, messageId) {
      const trace = await conversations.trace(projectId, messageId);
      if (!trace) throw errors.notFound();
      return trace;
    },

    async delete(projectId, conversationId) {
      if (!(await conversations.delete(projectId, conversationId))) throw errors.notFound();
    },

    deleteAll: (projectId, visitorId) => conversations.deleteAll(projectId, visitorId),

    async rate({ projectId, id, messageId }, { rating, comment }) {
      const rated = await conversations.rate(id, messageId, rating, comment);
      if (!rated) throw errors.notFound();
      usage.ratingChanged(projectId, rated.answeredAt, rated.before, rating);
    },
  };
}
