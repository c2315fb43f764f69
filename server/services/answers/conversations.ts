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

export type GivenFeedback = Pick<MessageRow, 'rating' | 'comment'>;

export type ConversationService = ReturnType<typeof createConversationService>;

/** Callers check access first (access.ts). */
export function createConversationService({
  store: { conversations, reports, handovers },
  usage,
}: {
  store: Pick<Store, 'conversations' | 'reports' | 'handovers'>;
  usage: Pick<Usage, 'ratingChanged'>;
}) {
  return {
    /** The conversations of the project that match the whole filter. A widget token sees only those of its visitor. */
    async list(
      credential: Credential,
      projectId: string,
      filter: ConversationFilter,
      paging: Paging,
    ): Promise<Page<ListedConversation>> {
      const own = credential.kind === 'widget' ? credential.visitorId : filter.visitorId;
      // No conversation belongs to two visitors.
      if (filter.visitorId !== undefined && filter.visitorId !== own) return { rows: [], total: 0 };
      const { visitorId, ...contentFilter } = { ...filter, ...(own !== undefined && { visitorId: own }) };
      const visitorFilter = visitorId === undefined ? {} : { visitorId };
      return Object.keys(contentFilter).length === 0
        ? conversations.list(projectId, visitorFilter, paging)
        : reports.conversations(projectId, { ...contentFilter, ...visitorFilter }, paging);
    },

    /** Throws 404 if it has been deleted meanwhile. */
    async retrieve(projectId: string, conversationId: string): Promise<ListedConversation> {
      const row = await conversations.listed(projectId, conversationId);
      if (!row) throw errors.notFound();
      return row;
    },

    messages: conversations.messages,

    /** Yields every message of the matching conversations, read from the store in batches. */
    async *export(projectId: string, filter: ConversationFilter): AsyncGenerator<ExportedRow> {
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

    /** How an answer was made. Throws 404 if no trace was stored, `not_kept` if the answer was not. */
    async trace(projectId: string, messageId: string): Promise<StoredTrace> {
      if (isUnkeptId(messageId)) throw errors.notKept('answer');
      const trace = await conversations.trace(projectId, messageId);
      if (!trace) throw errors.notFound();
      return trace;
    },

    /** Resolves once all of it is deleted. Throws 404 if it has been deleted meanwhile. */
    async delete(projectId: string, conversationId: string): Promise<void> {
      if (!(await conversations.delete(projectId, conversationId))) throw errors.notFound();
    },

    /** Deletes the conversations and handovers of one visitor, or of the whole project (null). Resolves with their number once all are deleted. */
    async deleteAll(projectId: string, visitorId: string | null): Promise<number> {
      await handovers.deleteAll(projectId, visitorId);
      return conversations.deleteAll(projectId, visitorId);
    },

    /** Rated answers, latest first. */
    feedback: reports.feedback,

    /** Throws 404 if the answer is not rated. */
    async setFeedbackState(projectId: string, messageId: string, state: FeedbackState): Promise<void> {
      if (!(await conversations.setFeedbackState(projectId, messageId, state))) throw errors.notFound();
    },

    /** Replaces any earlier feedback on an answer. Throws 404 if it has been deleted meanwhile. */
    async rate(
      { projectId, id, messageId }: { projectId: string; id: string; messageId: string },
      { rating, comment }: GivenFeedback,
    ): Promise<void> {
      const rated = await conversations.rate(projectId, id, messageId, rating, comment);
      if (!rated) throw errors.notFound();
      usage.ratingChanged(projectId, rated.answeredAt, rated.before, rating);
    },
  };
}
