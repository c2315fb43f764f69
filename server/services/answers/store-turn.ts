import { answerOutcome } from '../../answering/output/reduce-answer.ts';
import type { Tracer } from '../../answering/types.ts';
import { errors } from '../../platform/errors.ts';
import { type DiskSpace, isDiskFull } from '../../platform/files/disk-space.ts';
import { newId, newUnkeptId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { ConversationRow, NewMessage, Store } from '../../store/types.ts';
import type { recordAnswer } from './record-answer.ts';
import type { Usage } from './usage.ts';

/** How long a partly stored answer counts as being written after its last update. */
const WRITER_LEASE_MS = 30_000;

/** What a question and its answer are stored with. */
export interface TurnStorageDeps {
  store: Pick<Store, 'conversations' | 'curatedAnswers'>;
  disk: DiskSpace;
  usage: Usage;
  log: Log;
  now: () => number;
}

/** Stores a question in its conversation, or in a new one (without an id), which leaves the last of the disk to those that have begun. */
export async function storeQuestion(
  deps: TurnStorageDeps,
  conversation: ConversationRow | Pick<ConversationRow, 'projectId' | 'visitorId'>,
  question: NewMessage,
): Promise<{ conversationId: string; isStored: boolean }> {
  const { store, disk } = deps;
  if ('id' in conversation) {
    const outcome = await storeMessage(deps, conversation, question);
    // The conversation has been deleted meanwhile.
    if (outcome === 'deleted') throw errors.notFound();
    return { conversationId: conversation.id, isStored: outcome === 'stored' };
  }
  const at = { createdAt: question.createdAt, updatedAt: question.createdAt };
  const begun = { id: newId('conv'), ...conversation, ...at };
  const isStored = await unlessFull(deps, { role: question.role }, async () => {
    if (!(await disk.hasRoom())) throw errors.storageFull();
    await store.conversations.create(begun, question);
    return true;
  });
  return isStored
    ? { conversationId: begun.id, isStored: true }
    : { conversationId: newUnkeptId('conv'), isStored: false };
}

async function storeMessage(
  deps: TurnStorageDeps,
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
  { disk, log }: TurnStorageDeps,
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
async function countUse({ store, log, now }: TurnStorageDeps, projectId: string, curatedId: string): Promise<void> {
  await store.curatedAnswers
    .used(projectId, curatedId, now())
    .catch((error) => log.warn('curated_use_not_counted', { error }));
}

/**
 * The functions that store a partial answer, and the final one with its usage and trace. Without its question (`isStored`), an
 * answer is not stored.
 */
export function answerStorage(
  deps: TurnStorageDeps,
  answer: { projectId: string; conversationId: string; messageId: string; startedAt: number; isStored: boolean },
  trace: Tracer | undefined,
  onStored: () => void,
): Pick<Parameters<typeof recordAnswer>[1], 'storePartial' | 'storeFinal'> {
  const { projectId, conversationId, messageId, startedAt, isStored } = answer;
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
