import { answerOutcome } from '../answering/output/reduce-answer.ts';
import type { AnswerEvent, AnswerSlot, HistoryMessage, Tracer } from '../answering/types.ts';
import { errors } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { ConversationRow, ProjectRow, SourceRow, Store } from '../store/types.ts';
import type { Access } from './access.ts';
import { takeFromBudget } from './budget.ts';
import type { CredentialVerifiers, KeyCredential, WidgetCredential } from './credentials.ts';
import { originAllowed, widgetOriginAllowed } from './origins.ts';
import { recordAnswer } from './record-answer.ts';
import type { RunningChats } from './running-chats.ts';
import type { Usage } from './usage.ts';

/** Earlier messages that an answer takes into account. */
const MAX_HISTORY_MESSAGES = 20;

/** How long a partly stored answer counts as being written after its last update. */
const WRITER_LEASE_MS = 30_000;

export interface ChatTurn {
  projectId: string;
  conversationId: string;
  messageId: string;
  /** Epoch milliseconds. */
  startedAt: number;
  /**
   * Must be drained. The answer is stored as the last event passes. It is stored as `aborted` if before that the signal
   * aborts, the credential is revoked (throws 401 `token_revoked`), the server stops (throws 429 `stopping`) or the reader
   * stops reading.
   */
  events: AsyncGenerator<AnswerEvent>;
  /** A cited source; null if it has been deleted meanwhile. */
  source(id: string): Promise<SourceRow | null>;
}

export interface ChatService {
  /**
   * Throws 404 for a project or conversation that the credential may not see, 403 for a disallowed origin, 429 if the
   * server is busy or the daily budget is spent. A question that is refused so is neither stored nor counted.
   */
  ask(turn: {
    credential: KeyCredential | WidgetCredential;
    projectId: string;
    /** The request's `Origin` header. */
    origin: string | null;
    query: string;
    conversationId: string | null;
    /** Earlier messages, if the client keeps them itself; null: those that the conversation holds. */
    history: HistoryMessage[] | null;
    signal: AbortSignal;
  }): Promise<ChatTurn>;
}

interface ChatServiceDeps {
  store: Pick<Store, 'conversations' | 'budgets' | 'sources'>;
  access: Access;
  chats: RunningChats;
  verifyAgain: CredentialVerifiers['verifyAgain'];
  usage: Usage;
  /** A slot for one answer. Throws 429 `busy` if there is none. */
  reserve: () => AnswerSlot;
  /** Records how the answer to a question is made. */
  createTracer: (question: string) => Tracer;
  now: () => number;
}

type Asked = Parameters<ChatService['ask']>[0];

/** What an answer needs while it is being written. */
interface Turn {
  slot: AnswerSlot;
  signal: AbortSignal;
  /** Called once the answer is stored. */
  onStored: () => void;
}

export function createChatService(deps: ChatServiceDeps): ChatService {
  const { access, chats, verifyAgain, reserve } = deps;
  return {
    async ask(asked) {
      const { credential, projectId, origin, signal } = asked;
      const project = await access.project(credential, projectId);
      requireOrigin(project, credential, origin);
      const keyId = credential.kind === 'key' ? credential.keyId : null;
      const name = credential.kind === 'key' ? credential.keyId : `${projectId} ${credential.epoch}`;
      const verify = () => verifyAgain(credential);
      const chat = chats.begin({ userId: project.userId, projectId, keyId }, { name, verify });
      try {
        // The body may have been slow: the credential may have been revoked since the request arrived, when `revoke` could
        // not find this chat yet.
        await verify();
        return await answerIn(reserve(), AbortSignal.any([signal, chat.signal]), chat.end, (turn) =>
          startTurn(deps, asked, project, turn),
        );
      } catch (error) {
        chat.end();
        throw error;
      }
    },
  };
}

/** Starts a turn in the slot, which is released when the answer is stored, when the signal aborts, or if the start fails. */
async function answerIn(
  slot: AnswerSlot,
  signal: AbortSignal,
  onStored: () => void,
  start: (turn: Turn) => Promise<ChatTurn>,
): Promise<ChatTurn> {
  // Events that nobody has asked for yet have run no code that could release the slot.
  signal.addEventListener('abort', slot.release, { once: true });
  const release = () => {
    signal.removeEventListener('abort', slot.release);
    slot.release();
  };
  try {
    return await start({
      slot,
      signal,
      onStored() {
        release();
        onStored();
      },
    });
  } catch (error) {
    release();
    throw error;
  }
}

/** Stores the question and starts its answer. */
async function startTurn(deps: ChatServiceDeps, asked: Asked, project: ProjectRow, turn: Turn): Promise<ChatTurn> {
  const { store, usage, createTracer, now } = deps;
  const { credential, query } = asked;
  const conversation = await resolveConversation(deps, asked, project);
  const history = (asked.history ?? (await readHistory(store, conversation.id))).slice(-MAX_HISTORY_MESSAGES);
  const question = await store.conversations.append(conversation.id, {
    id: newId('msg'),
    role: 'user',
    text: query,
    citations: [],
    finishReason: null,
    usage: null,
    createdAt: now(),
  });
  // The conversation was deleted since it was looked up.
  if (!question) throw errors.notFound();

  usage.requestStarted(project.id);
  const trace = credential.kind === 'widget' && credential.trace ? createTracer(query) : undefined;
  const events = turn.slot.answer({
    projectId: project.id,
    text: query,
    history,
    contact: project.widget.contact,
    signal: turn.signal,
    trace,
  });
  const answer = {
    projectId: project.id,
    conversationId: conversation.id,
    messageId: newId('msg'),
    startedAt: question.createdAt,
  };
  return {
    ...answer,
    events: recordAnswer(events, { signal: turn.signal, now, ...answerStorage(deps, answer, trace, turn.onStored) }),
    async source(id) {
      const row = await store.sources.byId(id);
      return row?.projectId === project.id ? row : null;
    },
  };
}

/** The given conversation or a new one. The budget is checked in between, so that a refused question leaves nothing behind. */
async function resolveConversation(
  { store, access, now }: ChatServiceDeps,
  { credential, conversationId }: Asked,
  project: ProjectRow,
): Promise<ConversationRow> {
  const existing = conversationId ? await access.conversation(credential, project.id, conversationId) : null;
  const visitorId = credential.kind === 'widget' ? credential.visitorId : null;
  await takeFromBudget(store.budgets, project, visitorId, now());
  if (existing) return existing;
  const row = { id: newId('conv'), projectId: project.id, visitorId, createdAt: now(), updatedAt: now() };
  await store.conversations.create(row);
  return row;
}

async function readHistory(store: ChatServiceDeps['store'], conversationId: string): Promise<HistoryMessage[]> {
  const messages = await store.conversations.recentMessages(conversationId, MAX_HISTORY_MESSAGES);
  return messages.map(({ role, text }) => ({ role, text }));
}

/** How an answer is stored: while it grows, and with its usage and trace when it has ended. */
function answerStorage(
  { store, usage, now }: ChatServiceDeps,
  { projectId, conversationId, messageId, startedAt }: Omit<ChatTurn, 'events' | 'source'>,
  trace: Tracer | undefined,
  onStored: () => void,
): Pick<Parameters<typeof recordAnswer>[1], 'storePartial' | 'storeFinal'> {
  return {
    storePartial: (partial) =>
      store.conversations.append(conversationId, {
        ...partial,
        id: messageId,
        role: 'assistant',
        finishReason: null,
        usage: null,
        createdAt: now(),
        writtenUntil: now() + WRITER_LEASE_MS,
      }),

    async storeFinal({ firstTextAt, ...recorded }) {
      const whole = now() - startedAt;
      const first = firstTextAt === null ? null : firstTextAt - startedAt;
      usage.answerEnded(projectId, { reason: recorded.finishReason, usage: recorded.usage, whole, first });
      const result = trace?.result({
        outcome: answerOutcome(recorded.finishReason),
        firstText: first,
        total: whole,
        promptTokens: recorded.usage?.prompt_tokens ?? null,
      });
      await store.conversations
        .append(conversationId, {
          ...recorded,
          id: messageId,
          role: 'assistant',
          createdAt: now(),
          trace: result ?? null,
        })
        .finally(onStored);
    },
  };
}

/** A widget token needs an allowed `Origin`, the one it is bound to if any; a key may come without one. */
function requireOrigin(project: ProjectRow, credential: KeyCredential | WidgetCredential, origin: string | null): void {
  const listed = project.allowedOrigins;
  const may =
    credential.kind === 'key'
      ? origin === null || originAllowed(listed, origin)
      : widgetOriginAllowed(credential, listed, origin);
  if (!may) throw errors.originNotAllowed();
}
