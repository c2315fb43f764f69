import { answerOutcome } from '../answering/output/reduce-answer.ts';
import type { AnswerEvent, AnswerSlot, HistoryMessage, Tracer } from '../answering/types.ts';
import { errors } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { ConversationRow, ProjectRow, SourceRow, Store } from '../store/types.ts';
import type { Access } from './access.ts';
import { takeFromBudget } from './budget.ts';
import type { CredentialVerifiers, KeyCredential, WidgetCredential } from './credentials.ts';
import { originAllowed, widgetMayAsk } from './origins.ts';
import { recordAnswer } from './record-answer.ts';
import type { RunningChats } from './running-chats.ts';
import type { Usage } from './usage.ts';

/** Earlier messages that an answer may look back on. */
const HISTORY_MESSAGES = 20;

/** Whoever writes an answer says at least so often that they still do. */
const WRITER_LIVES_MS = 30_000;

export interface ChatTurn {
  projectId: string;
  conversationId: string;
  messageId: string;
  /** Epoch milliseconds. */
  startedAt: number;
  /**
   * Drain it: the answer is stored as the last event passes, or as `aborted` where the signal aborts, the credential
   * becomes void (it throws 401 `token_revoked`), the server stops (429 `stopping`) or the reader stops before that.
   */
  events: AsyncGenerator<AnswerEvent>;
  /** A source that is cited; null where it has gone meanwhile. */
  source(id: string): Promise<SourceRow | null>;
}

export interface ChatService {
  /**
   * Throws 404 for what the credential may not see, 403 for a disallowed origin, 429 where there is no room for another
   * answer or the daily budget is spent; of such a question nothing is kept or counted.
   */
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
  chats,
  verifyAgain,
  usage,
  reserve,
  createTracer,
  now,
}: {
  store: Pick<Store, 'conversations' | 'budgets' | 'sources'>;
  access: Access;
  chats: RunningChats;
  verifyAgain: CredentialVerifiers['verifyAgain'];
  usage: Usage;
  /** Room for one answer; throws 429 `busy` where there is none. */
  reserve: () => AnswerSlot;
  /** Gathers how the answer to a question comes about. */
  createTracer: (question: string) => Tracer;
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

  /** The question is asked: it is stored, and its answer begins in the room. `over` is called once that is stored too. */
  async function begin(
    { credential, query, conversationId, history }: Parameters<ChatService['ask']>[0],
    project: ProjectRow,
    { slot, signal, over }: { slot: AnswerSlot; signal: AbortSignal; over: () => void },
  ): Promise<ChatTurn> {
    const projectId = project.id;
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
    const messageId = newId('msg');
    const trace = credential.kind === 'widget' && credential.trace ? createTracer(query) : undefined;
    const { contact } = project.widget;
    const events = slot.answer({ projectId, text: query, history: known, contact, signal, trace });
    return {
      projectId,
      conversationId: conversation.id,
      messageId,
      startedAt: question.createdAt,
      events: recordAnswer(events, {
        signal,
        now,
        grow: (sofar) =>
          store.conversations.append(conversation.id, {
            ...{ ...sofar, id: messageId, role: 'assistant', finishReason: null, usage: null },
            createdAt: now(),
            writtenUntil: now() + WRITER_LIVES_MS,
          }),
        async keep({ firstTextAt, ...recorded }) {
          const whole = now() - question.createdAt;
          const first = firstTextAt === null ? null : firstTextAt - question.createdAt;
          usage.answerEnded(projectId, { reason: recorded.finishReason, usage: recorded.usage, whole, first });
          const told = trace?.result({
            outcome: answerOutcome(recorded.finishReason),
            firstText: first,
            total: whole,
            promptTokens: recorded.usage?.prompt_tokens ?? null,
          });
          const message = {
            ...recorded,
            id: messageId,
            role: 'assistant',
            createdAt: now(),
            trace: told ?? null,
          } as const;
          await store.conversations.append(conversation.id, message).finally(over);
        },
      }),
      async source(id) {
        const row = await store.sources.byId(id);
        return row?.projectId === projectId ? row : null;
      },
    };
  }

  return {
    async ask(turn) {
      const { credential, projectId, origin, signal } = turn;
      const project = await access.project(credential, projectId);
      requireOrigin(project, credential, origin);
      const keyId = credential.kind === 'key' ? credential.keyId : null;
      const name = credential.kind === 'key' ? credential.keyId : `${projectId} ${credential.epoch}`;
      const verify = () => verifyAgain(credential);
      const chat = chats.begin({ userId: project.userId, projectId, keyId }, { name, verify });
      try {
        // What was revoked since the request came, which may be long ago where its body was slow, did not find it yet.
        await verify();
        const slot = reserve();
        const ending = AbortSignal.any([signal, chat.signal]);
        // Also where the events have never been asked for, so that no code of theirs has run that could give it up.
        ending.addEventListener('abort', slot.release, { once: true });
        const leave = () => {
          ending.removeEventListener('abort', slot.release);
          slot.release();
        };
        const over = () => {
          leave();
          chat.end();
        };
        try {
          return await begin(turn, project, { slot, signal: ending, over });
        } catch (error) {
          leave();
          throw error;
        }
      } catch (error) {
        chat.end();
        throw error;
      }
    },
  };
}

/** A widget token needs an allowed `Origin`, the one it is bound to if any; a key may come without one. */
function requireOrigin(project: ProjectRow, credential: KeyCredential | WidgetCredential, origin: string | null): void {
  const listed = project.allowedOrigins;
  const may =
    credential.kind === 'key'
      ? origin === null || originAllowed(listed, origin)
      : widgetMayAsk(credential, listed, origin);
  if (!may) throw errors.originNotAllowed();
}
