import type { AnswerEvent, CitedPassage, HistoryMessage, Question } from '../answering/types.ts';
import { errors } from '../errors.ts';
import { newId } from '../ids.ts';
import type { ConversationRow, ProjectRow, SourceRow, Store, StoredCitation } from '../store/types.ts';
import type { Access } from './access.ts';
import { takeFromBudget } from './budget.ts';
import type { KeyCredential, WidgetCredential } from './credentials.ts';
import { originAllowed } from './origins.ts';
import { untilAborted } from './until-aborted.ts';
import type { Usage } from './usage.ts';

/** Earlier messages that an answer may look back on. */
const HISTORY_MESSAGES = 20;

export interface ChatTurn {
  projectId: string;
  conversationId: string;
  messageId: string;
  /** Epoch milliseconds. */
  startedAt: number;
  /**
   * Drain it: the answer is stored as the last event passes, or as `aborted` where the signal aborts or the reader stops
   * before that.
   */
  events: AsyncGenerator<AnswerEvent>;
  /** A source that is cited; null where it has gone meanwhile. */
  source(id: string): Promise<SourceRow | null>;
}

export interface ChatService {
  /** Throws 404 for what the credential may not see, 403 for a disallowed origin, 429 where the daily budget is spent. */
  ask(turn: {
    credential: KeyCredential | WidgetCredential;
    projectId: string;
    /** The request's `Origin` header. */
    origin: string | null;
    query: string;
    conversationId: string | null;
    /** What was said before, where the client keeps it; null for what the conversation holds. */
    history: HistoryMessage[] | null;
    signal: AbortSignal;
  }): Promise<ChatTurn>;
}

export function createChatService({
  store,
  access,
  usage,
  answer,
  now,
}: {
  store: Pick<Store, 'conversations' | 'budgets' | 'sources'>;
  access: Access;
  usage: Usage;
  answer: (question: Question) => AsyncGenerator<AnswerEvent>;
  now: () => number;
}): ChatService {
  /** The conversation to go on with, or a new one; the budget is asked in between, so that a refusal leaves nothing behind. */
  async function conversationFor(
    credential: KeyCredential | WidgetCredential,
    project: ProjectRow,
    conversationId: string | null,
  ): Promise<ConversationRow> {
    const earlier = conversationId ? await access.conversation(credential, project.id, conversationId) : null;
    const visitorId = credential.kind === 'widget' ? credential.visitorId : null;
    await takeFromBudget(store.budgets, project, visitorId, now());
    if (earlier) return earlier;
    const row = { id: newId('conv'), projectId: project.id, visitorId, createdAt: now(), updatedAt: now() };
    await store.conversations.create(row);
    return row;
  }

  async function historyOf(conversationId: string): Promise<HistoryMessage[]> {
    const messages = await store.conversations.recentMessages(conversationId, HISTORY_MESSAGES);
    return messages.map(({ role, text }) => ({ role, text }));
  }

  /** Passes the events on and keeps what they add up to. */
  async function* recorded(
    events: AsyncGenerator<AnswerEvent>,
    turn: { projectId: string; conversationId: string; messageId: string },
    signal: AbortSignal,
  ) {
    let text = '';
    let citations: CitedPassage[] = [];
    let finish: Extract<AnswerEvent, { type: 'finish' }> | null = null;
    let failed = false;
    try {
      for await (const event of untilAborted(events, signal)) {
        if (event.type === 'text') text += event.delta;
        else if (event.type === 'verdict') {
          text = event.response;
          citations = [];
        } else if (event.type === 'citations') citations = event.citations;
        else if (event.type === 'finish') finish = event;
        // The last event waits for the answer to be on disk: who has read it may ask the next question.
        if (event.type !== 'finish') yield event;
      }
    } catch (error) {
      failed = !signal.aborted;
      throw error;
    } finally {
      if (finish) usage.tokensSpent(turn.projectId, finish.usage.total_tokens);
      await store.conversations.append(turn.conversationId, {
        id: turn.messageId,
        role: 'assistant',
        text,
        citations: citations.map(stored),
        finishReason: finish?.reason ?? (failed ? 'error' : 'aborted'),
        usage: finish?.usage ?? null,
        createdAt: now(),
      });
    }
    if (finish) yield finish;
  }

  return {
    async ask({ credential, projectId, origin, query, conversationId, history, signal }) {
      const project = await access.project(credential, projectId);
      requireOrigin(project, credential, origin);
      const conversation = await conversationFor(credential, project, conversationId);
      const known = (history ?? (await historyOf(conversation.id))).slice(-HISTORY_MESSAGES);
      const question = await store.conversations.append(conversation.id, {
        id: newId('msg'),
        role: 'user',
        text: query,
        citations: [],
        finishReason: null,
        usage: null,
        createdAt: now(),
      });
      // Deleted between the look-up and now.
      if (!question) throw errors.notFound();

      usage.requestStarted(projectId);
      const turn = { projectId, conversationId: conversation.id, messageId: newId('msg') };
      const events = answer({ projectId, text: query, history: known, contact: project.widget.contact, signal });
      return {
        ...turn,
        startedAt: question.createdAt,
        events: recorded(events, turn, signal),
        async source(id) {
          const row = await store.sources.byId(id);
          return row?.projectId === projectId ? row : null;
        },
      };
    },
  };
}

/** A widget token needs an allowed `Origin`, the one it is bound to if any; a key may come without one. */
function requireOrigin(project: ProjectRow, credential: KeyCredential | WidgetCredential, origin: string | null): void {
  if (credential.kind === 'key' && origin === null) return;
  if (!originAllowed(project.allowedOrigins, origin)) throw errors.originNotAllowed();
  if (credential.kind === 'widget' && credential.origin !== null && credential.origin !== origin) {
    throw errors.originNotAllowed();
  }
}

function stored({ id, source_id, chunkId, title, page, heading, text, quote, ...rest }: CitedPassage): StoredCitation {
  const { quoteStart, quoteEnd, indexedAt } = rest;
  const shown = { title, page: page ?? null, heading: heading ?? null, text, quote };
  return { id, sourceId: source_id, chunkId, ...shown, quoteStart, quoteEnd, indexedAt };
}
