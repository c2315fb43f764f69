import { isUnkeptId } from '../../platform/ids.ts';
import type {
  ConversationFilter,
  ExportedRow,
  FeedbackState,
  ListedConversation,
  MessageRow,
  Page,
  Paging,
  Store,
  StoredTrace,
} from '../../store/types.ts';
import type { Credential } from '../access/credentials.ts';
import { errors } from '../errors.ts';
import type { Usage } from './usage.ts';

/** Messages of an export held in memory at once. */
const EXPORT_BATCH_SIZE = 50;

export interface ConversationService {
  /** The conversations of the project that match the whole filter. A widget token sees only those of its visitor. */
  list(
    credential: Credential,
    projectId: string,
    filter: ConversationFilter,
    paging: Paging,
  ): Promise<Page<ListedConversation>>;
  /** Throws 404 if it has been deleted meanwhile. */
  retrieve(projectId: string, conversationId: string): Promise<ListedConversation>;
  messages(projectId: string, conversationId: string, paging: Paging): Promise<Page<MessageRow>>;
  /** Yields every message of the matching conversations, read from the store in batches. */
  export(projectId: string, filter: ConversationFilter): AsyncGenerator<ExportedRow>;
  /** How an answer was made. Throws 404 if no trace was stored, `not_kept` if the answer was not. */
  trace(projectId: string, messageId: string): Promise<StoredTrace>;
  /** Resolves once all of it is deleted. Throws 404 if it has been deleted meanwhile. */
  delete(projectId: string, conversationId: string): Promise<void>;
  /** Deletes the conversations and handovers of one visitor, or of the whole project (null). Resolves with their number once all are deleted. */
  deleteAll(projectId: string, visitorId: string | null): Promise<number>;
  /** Rated answers, latest first. */
  feedback: Store['reports']['feedback'];
  /** Throws 404 if the answer is not rated. */
  setFeedbackState(projectId: string, messageId: string, state: FeedbackState): Promise<void>;
  /** Replaces any earlier feedback on an answer. Throws 404 if it has been deleted meanwhile. */
  rate(answer: { projectId: string; id: string; messageId: string }, feedback: GivenFeedback): Promise<void>;
}

export type GivenFeedback = Pick<MessageRow, 'rating' | 'comment'>;

/** Callers check access first (access.ts). */
export function createConversationService({
  store: { conversations, reports, handovers },
  usage,
}: {
  store: Pick<Store, 'conversations' | 'reports' | 'handovers'>;
  usage: Pick<Usage, 'ratingChanged'>;
}): ConversationService {
  return {
    async list(credential, projectId, filter, paging) {
      const own = credential.kind === 'widget' ? credential.visitorId : filter.visitorId;
      // No conversation belongs to two visitors.
      if (filter.visitorId !== undefined && filter.visitorId !== own) return { rows: [], total: 0 };
      const { visitorId, ...contentFilter } = { ...filter, ...(own !== undefined && { visitorId: own }) };
      const visitorFilter = visitorId === undefined ? {} : { visitorId };
      return Object.keys(contentFilter).length === 0
        ? conversations.list(projectId, visitorFilter, paging)
        : reports.conversations(projectId, { ...contentFilter, ...visitorFilter }, paging);
    },

    async retrieve(projectId, conversationId) {
      const row = await conversations.listed(projectId, conversationId);
      if (!row) throw errors.notFound();
      return row;
    },

    messages: conversations.messages,

    async *export(projectId, filter) {
      let after = null;
      do {
        const batch: Awaited<ReturnType<typeof reports.messages>> = await reports.messages(
          projectId,
          filter,
          after,
          EXPORT_BATCH_SIZE,
        );
        yield* batch.rows;
        after = batch.next;
      } while (after !== null);
    },

    async trace(projectId, messageId) {
      if (isUnkeptId(messageId)) throw errors.notKept('answer');
      const trace = await conversations.trace(projectId, messageId);
      if (!trace) throw errors.notFound();
      return trace;
    },

    async delete(projectId, conversationId) {
      if (!(await conversations.delete(projectId, conversationId))) throw errors.notFound();
    },

    async deleteAll(projectId, visitorId) {
      await handovers.deleteAll(projectId, visitorId);
      return conversations.deleteAll(projectId, visitorId);
    },

    feedback: reports.feedback,

    async setFeedbackState(projectId, messageId, state) {
      if (!(await conversations.setFeedbackState(projectId, messageId, state))) throw errors.notFound();
    },

    async rate({ projectId, id, messageId }, { rating, comment }) {
      const rated = await conversations.rate(projectId, id, messageId, rating, comment);
      if (!rated) throw errors.notFound();
      usage.ratingChanged(projectId, rated.answeredAt, rated.before, rating);
    },
  };
}
