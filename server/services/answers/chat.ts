import type { SearchFilter } from '@footnote/sdk/contract';
import { answerOutcome } from '../../answering/output/reduce-answer.ts';
import type { AnswerEvent, AnswerSlot, HistoryMessage, Tracer } from '../../answering/types.ts';
import { errors } from '../../platform/errors.ts';
import { type DiskSpace, isDiskFull } from '../../platform/files/disk-space.ts';
import { isUnkeptId, newId, newUnkeptId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { pageOf } from '../../platform/network/web-address.ts';
import { createAccountSlots } from '../../platform/scheduling/account-slots.ts';
import type { ConversationRow, NewMessage, ProjectRow, SourceRow, Store } from '../../store/types.ts';
import type { Access } from '../access/access.ts';
import type { CredentialVerifiers, KeyCredential, WidgetCredential } from '../access/credentials.ts';
import { requireOrigin } from '../access/origins.ts';
import type { RunningChats } from '../access/running-chats.ts';
import { takeFromBudget } from './budget.ts';
import { recordAnswer } from './record-answer.ts';
import { toStoreFilter } from './search.ts';
import type { Usage } from './usage.ts';

/** Earlier messages that an answer considers. */
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
   * The caller must drain it. The answer is stored as the last event passes, which says if it could not be. It is stored as
   * `aborted` if the signal aborts before that, the credential is revoked (throws 401 `token_revoked`), the server stops (throws
   * 429 `stopping`) or the reader stops reading.
   */
  events: AsyncGenerator<AnswerEvent>;
  /** A cited source; null if it has been deleted meanwhile. */
  source(id: string): Promise<SourceRow | null>;
}

interface ChatServiceDeps {
  store: Pick<Store, 'conversations' | 'budgets' | 'sources' | 'curatedAnswers'>;
  disk: DiskSpace;
  access: Access;
  chats: RunningChats;
  verifyAgain: CredentialVerifiers['verifyAgain'];
  usage: Usage;
  /** A slot for one answer of an account's project. Throws 429 `busy` if there is none. */
  reserve: (accountId: string) => AnswerSlot;
  createTracer: (question: string) => Tracer;
  log: Log;
  /** For each project; null for no limit. */
  maxDailyQuestions: number | null;
  /** Hashes an address together with the id of a project. */
  hashAddress: (projectId: string, address: string) => string;
  now: () => number;
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
  const existing = await chargedConversation(deps, request, project);
  const stored = request.history ?? (existing ? await readHistory(store, existing) : []);
  const history = stored.slice(-MAX_HISTORY_MESSAGES);
  const startedAt = now();
  const trace = credential.kind === 'widget' && credential.trace ? createTracer(query) : undefined;
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
  const { conversationId, isStored } = await storeQuestion(deps, request, project, existing, {
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
): Promise<ConversationRow | null> {
  const isKept = conversationId !== null && !isUnkeptId(conversationId);
  const existing = isKept ? await access.conversation(credential, project.id, conversationId) : null;
  const visitorId = credential.kind === 'widget' ? credential.visitorId : null;
  // A token that traces is the owner's.
  const isVisitor = credential.kind === 'widget' && !credential.trace;
  const asker = { visitorId, address: isVisitor ? hashAddress(project.id, address) : null };
  await takeFromBudget(store.budgets, project, asker, {
    quota: project.quotas?.daily_questions ?? maxDailyQuestions,
    now: now(),
  });
  return existing;
}

/** The page that is stored with a question. A token that traces is the owner's, whose page is the console. */
function recordedPage({ credential, pageUrl }: ChatRequest, { recordPages }: ProjectRow): string | null {
  const isOwner = credential.kind === 'widget' && credential.trace;
  return recordPages && pageUrl !== undefined && !isOwner ? pageOf(pageUrl) : null;
}

/** Stores a question in its conversation, or in a new one, which leaves the last of the disk to those that have begun. */
async function storeQuestion(
  deps: ChatServiceDeps,
  { credential }: ChatRequest,
  project: ProjectRow,
  existing: ConversationRow | null,
  question: NewMessage,
): Promise<{ conversationId: string; isStored: boolean }> {
  const { store, disk } = deps;
  if (existing) {
    const outcome = await storeMessage(deps, existing, question);
    // The conversation has been deleted meanwhile.
    if (outcome === 'deleted') throw errors.notFound();
    return { conversationId: existing.id, isStored: outcome === 'stored' };
  }
  const at = { createdAt: question.createdAt, updatedAt: question.createdAt };
  const visitorId = credential.kind === 'widget' ? credential.visitorId : null;
  const conversation = { id: newId('conv'), projectId: project.id, visitorId, ...at };
  const isStored = await unlessFull(deps, { role: question.role }, async () => {
    if (!(await disk.hasRoom())) throw errors.storageFull();
    await store.conversations.create(conversation, question);
    return true;
  });
  return isStored
    ? { conversationId: conversation.id, isStored: true }
    : { conversationId: newUnkeptId('conv'), isStored: false };
}

async function storeMessage(
  deps: ChatServiceDeps,
  { id, projectId }: Pick<ConversationRow, 'id' | 'projectId'>,
  message: NewMessage,
): Promise<'stored' | 'deleted' | 'full'> {
  const { store, disk } = deps;
  const outcome = await unlessFull(deps, { conversation: id, role: message.role }, async () => {
    await disk.assertNotFull();
    return (await store.conversations.append(projectId, id, message)) ? 'stored' : 'deleted';
  });
  return outcome ?? 'full';
}

/** Writes a message. An answer need not be stored to be useful: on a full disk, it is logged that the message is not. */
async function unlessFull<Result>(
  { disk, log }: ChatServiceDeps,
  message: { conversation?: string; role: string },
  write: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await write();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    disk.noteFull();
    log.warn('message_not_stored', { ...message, reason: 'The disk is full.' });
    return null;
  }
}

/** An answer is not held up by its count. */
async function countUse({ store, log, now }: ChatServiceDeps, projectId: string, curatedId: string): Promise<void> {
  await store.curatedAnswers
    .used(projectId, curatedId, now())
    .catch((error) => log.warn('curated_use_not_counted', { error }));
}

async function readHistory(
  store: ChatServiceDeps['store'],
  { id, projectId }: ConversationRow,
): Promise<HistoryMessage[]> {
  const messages = await store.conversations.recentMessages(projectId, id, MAX_HISTORY_MESSAGES);
  return messages.map(({ role, text }) => ({ role, text }));
}

/**
 * The functions that store a partial answer, and the final one with its usage and trace. Without its question (`isStored`), an
 * answer is not stored.
 */
function answerStorage(
  deps: ChatServiceDeps,
  options: Omit<ChatTurn, 'events' | 'source'> & { isStored: boolean },
  trace: Tracer | undefined,
  onStored: () => void,
): Pick<Parameters<typeof recordAnswer>[1], 'storePartial' | 'storeFinal'> {
  const { projectId, conversationId, messageId, startedAt, isStored } = options;
  const { usage, now } = deps;
  const store = async (message: NewMessage) =>
    isStored && (await storeMessage(deps, { id: conversationId, projectId }, message)) !== 'full';
  return {
    storePartial: (partial) =>
      store({
        ...partial,
        id: messageId,
        role: 'assistant',
        finishReason: null,
        usage: null,
        createdAt: now(),
        writtenUntil: now() + WRITER_LEASE_MS,
      }),

    async storeFinal({ firstTextAt, ...recorded }) {
      const totalMs = now() - startedAt;
      const firstTextMs = firstTextAt === null ? null : firstTextAt - startedAt;
      usage.answerEnded(projectId, { reason: recorded.finishReason, usage: recorded.usage, totalMs, firstTextMs });
      if (recorded.curatedId !== null) await countUse(deps, projectId, recorded.curatedId);
      const result = trace?.result({
        outcome: answerOutcome(recorded.finishReason),
        firstText: firstTextMs,
        total: totalMs,
        promptTokens: recorded.usage?.prompt_tokens ?? null,
      });
      return store({
        ...recorded,
        id: messageId,
        role: 'assistant',
        createdAt: now(),
        trace: result ?? null,
      }).finally(onStored);
    },
  };
}
