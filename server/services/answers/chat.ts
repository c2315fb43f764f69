import type { SearchFilter } from '@footnote/sdk/contract';
import type { AnswerEvent, AnswerSlot, HistoryMessage, Tracer } from '../../answering/types.ts';
import { isUnkeptId, newId, newUnkeptId } from '../../platform/ids.ts';
import { pageOf } from '../../platform/network/web-address.ts';
import { createAccountSlots } from '../../platform/scheduling/account-slots.ts';
import type { ConversationRow, ProjectRow, SourceRow, Store } from '../../store/types.ts';
import type { Access } from '../access/access.ts';
import type { CredentialVerifiers, KeyCredential, WidgetCredential } from '../access/credentials.ts';
import { requireOrigin } from '../access/origins.ts';
import type { RunningChats } from '../access/running-chats.ts';
import { takeFromBudget } from './budget.ts';
import { recordAnswer } from './record-answer.ts';
import { toStoreFilter } from './search.ts';
import { answerStorage, storeQuestion, type TurnStorageDeps } from './store-turn.ts';

/** Earlier messages that an answer considers. */
const MAX_HISTORY_MESSAGES = 20;

export interface ChatTurn {
  projectId: string;
  conversationId: string;
  messageId: string;
  /** Epoch milliseconds. */
  startedAt: number;
  /**
   * The caller must drain it. The answer is stored as the last event passes, which says if it could not be. It is stored as
   * `aborted` if the signal aborts before that, the credential is revoked (throws 401 `token_revoked`), the server stops (throws
   * 429 `stopping`) or the reader stops reading.
   */
  events: AsyncGenerator<AnswerEvent>;
  /** A cited source; null if it has been deleted meanwhile. */
  source(id: string): Promise<SourceRow | null>;
}

interface ChatServiceDeps extends TurnStorageDeps {
  store: TurnStorageDeps['store'] & Pick<Store, 'budgets' | 'sources'>;
  access: Access;
  chats: RunningChats;
  verifyAgain: CredentialVerifiers['verifyAgain'];
  /** A slot for one answer of an account's project. Throws 429 `busy` if there is none. */
  reserve: (accountId: string) => AnswerSlot;
  createTracer: (question: string) => Tracer;
  /** For each project; null for no limit. */
  maxDailyQuestions: number | null;
  /** Hashes an address together with the id of a project. */
  hashAddress: (projectId: string, address: string) => string;
}

type ChatRequest = Parameters<ChatService['ask']>[0];

/** What an answer needs while it is being written. */
interface Turn {
  slot: AnswerSlot;
  signal: AbortSignal;
  /** Called once the answer is stored. */
  onStored: () => void;
}

/** How many questions are stored at the same time, and how many of one account: a flood must not fill the queue of writes. */
const STARTS = { total: 8, each: 2 };

export type ChatService = ReturnType<typeof createChatService>;

export function createChatService(deps: ChatServiceDeps) {
  const { access, chats, verifyAgain, reserve } = deps;
  const starts = createAccountSlots(STARTS);
  return {
    /**
     * Throws 404 for a project or conversation that the credential may not see, 403 for a disallowed origin, 429 if the
     * server is busy or the daily budget is spent. In each case the question is neither stored nor counted. On a full disk, a
     * question is answered and not kept; a new conversation is not kept either while less than the minimum is free. A question
     * that follows one that was not kept begins a new conversation.
     */
    async ask(request: {
      credential: KeyCredential | WidgetCredential;
      projectId: string;
      /** The request's `Origin` header. */
      origin: string | null;
      /** Identifies the client for limits (http/client-address.ts). */
      address: string;
      query: string;
      /** The sources that may answer; without it, all of the project. */
      filter?: SearchFilter | undefined;
      /** False: it is answered as it is spelt. */
      correct?: boolean | undefined;
      /** The page that it is asked from, as the client says. Stored only if the project records pages. */
      pageUrl?: string | undefined;
      conversationId: string | null;
      /** Earlier messages, if the client keeps them itself; null to use those of the conversation. */
      history: HistoryMessage[] | null;
      signal: AbortSignal;
    }): Promise<ChatTurn> {
      const { credential, projectId, origin, signal } = request;
      const project = await access.project(credential, projectId);
      requireOrigin(project, credential, origin);
      const keyId = credential.kind === 'key' ? credential.keyId : null;
      const mintedBy = credential.kind === 'key' ? null : (credential.minter?.id ?? null);
      const name = credential.kind === 'key' ? credential.hash : watchedName(credential);
      const verify = () => verifyAgain(credential);
      const chat = chats.begin({ userId: project.userId, projectId, keyId, mintedBy }, { name, verify });
      try {
        // A slow request may outlive its credential: `revoke` could not end this chat before it had begun.
        await verify();
        return await startInSlot(reserve(project.userId), AbortSignal.any([signal, chat.signal]), chat.end, (turn) =>
          starts.run(project.userId, turn.signal, () => startTurn(deps, request, project, turn)),
        );
      } catch (error) {
        chat.end();
        throw error;
      }
    },
  };
}

/** Equal for the widget tokens of a project that are revoked together. */
const watchedName = ({ projectId, epoch, minter, named }: WidgetCredential): string =>
  JSON.stringify([projectId, epoch, minter, named]);

/** Starts a turn in the slot. The slot is released when the answer is stored, when the signal aborts, or if the start fails. */
async function startInSlot(
  slot: AnswerSlot,
  signal: AbortSignal,
  onStored: () => void,
  start: (turn: Turn) => Promise<ChatTurn>,
): Promise<ChatTurn> {
  // An event generator that was never started cannot release the slot itself.
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
async function startTurn(
  deps: ChatServiceDeps,
  request: ChatRequest,
  project: ProjectRow,
  turn: Turn,
): Promise<ChatTurn> {
  const { store, usage, createTracer, now } = deps;
  const { credential, query } = request;
  const visitorId = credential.kind === 'widget' ? credential.visitorId : null;
  const existing = await chargedConversation(deps, request, project, visitorId);
  const stored = request.history ?? (existing ? await readHistory(store, existing) : []);
  const history = stored.slice(-MAX_HISTORY_MESSAGES);
  const startedAt = now();
  const trace = isOwners(credential) ? createTracer(query) : undefined;
  // Before the question is stored, as its words are looked up meanwhile; not before the budget has let it through.
  const events = turn.slot.answer({
    projectId: project.id,
    text: query,
    history,
    contact: project.widget.contact,
    filter: toStoreFilter(request.filter),
    correct: request.correct,
    signal: turn.signal,
    trace,
  });
  const { conversationId, isStored } = await storeQuestion(deps, existing ?? { projectId: project.id, visitorId }, {
    id: newId('msg'),
    role: 'user',
    text: query,
    citations: [],
    finishReason: null,
    usage: null,
    pageUrl: recordedPage(request, project),
    createdAt: startedAt,
  });

  usage.requestStarted(project.id);
  const answer = {
    projectId: project.id,
    conversationId,
    messageId: isStored ? newId('msg') : newUnkeptId('msg'),
    startedAt,
  };
  const storage = answerStorage(deps, { ...answer, isStored }, trace, turn.onStored);
  return {
    ...answer,
    events: recordAnswer(events, { signal: turn.signal, now, ...storage }),
    async source(id) {
      const row = await store.sources.byId(id);
      return row?.projectId === project.id ? row : null;
    },
  };
}

/** Finds the conversation, if one was given that was kept, and charges the budget. */
async function chargedConversation(
  { store, access, maxDailyQuestions, hashAddress, now }: ChatServiceDeps,
  { credential, conversationId, address }: ChatRequest,
  project: ProjectRow,
  visitorId: string | null,
): Promise<ConversationRow | null> {
  const isKept = conversationId !== null && !isUnkeptId(conversationId);
  const existing = isKept ? await access.conversation(credential, project.id, conversationId) : null;
  const isVisitor = credential.kind === 'widget' && !isOwners(credential);
  const asker = { visitorId, address: isVisitor ? hashAddress(project.id, address) : null };
  await takeFromBudget(store.budgets, project, asker, {
    quota: project.quotas?.daily_questions ?? maxDailyQuestions,
    now: now(),
  });
  return existing;
}

/** A token that traces is the owner's. */
const isOwners = (credential: ChatRequest['credential']) => credential.kind === 'widget' && credential.trace;

/** The page that is stored with a question. The owner's is the console. */
const recordedPage = ({ credential, pageUrl }: ChatRequest, { recordPages }: ProjectRow): string | null =>
  recordPages && pageUrl !== undefined && !isOwners(credential) ? pageOf(pageUrl) : null;

async function readHistory(
  store: ChatServiceDeps['store'],
  { id, projectId }: ConversationRow,
): Promise<HistoryMessage[]> {
  const messages = await store.conversations.recentMessages(projectId, id, MAX_HISTORY_MESSAGES);
  return messages.map(({ role, text }) => ({ role, text }));
}
