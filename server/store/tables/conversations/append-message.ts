import type { Reads, Tx } from '../../db.ts';
import { redact, redactTrace } from '../../deletion/redact.ts';
import { exists, insert, remove, replacing } from '../../rows.ts';
import {
  conversations,
  messageCitations,
  messages,
  messageTraceSources,
  messageTraces,
} from '../../types/conversations.ts';
import { projects } from '../../types/projects.ts';
import { sources } from '../../types/sources.ts';
import type { MessageRow, NewMessage, StoredTrace } from '../../types.ts';
import { emitUnanswered } from './answer-events.ts';

/** What is the reader's and the owner's stays: the rating of an answer and what follows from it. */
const GROWN = replacing(messages, [
  'text',
  'citations',
  'usage',
  'finishReason',
  'reason',
  'certainty',
  'curatedId',
  'createdAt',
  'writtenUntil',
]);

/**
 * Appends a message to its conversation, or overwrites it if it is an answer that has grown. Returns null if the project has
 * no such conversation. Locks (`counting`) the conversation against other messages, and the project and the sources against
 * deletion, which must find what is written here.
 */
export async function appendMessage(
  tx: Tx,
  projectId: string,
  conversationId: string,
  { trace = null, writtenUntil, ...message }: NewMessage,
): Promise<MessageRow | null> {
  const held = 'id = ? and project_id = ? for no key update';
  if (!(await exists(tx, conversations, held, [conversationId, projectId]))) return null;
  if (!(await exists(tx, projects, 'id = ? for key share', [projectId]))) return null;
  const [earlier] = await tx.read<{ seq: number }>('select seq from messages where id = ? and conversation_id = ?', [
    message.id,
    conversationId,
  ]);
  const { rows } = await tx.write<{ last_seq: number }>(
    'update conversations set last_seq = last_seq + ?, updated_at = ? where id = ? returning last_seq',
    [earlier ? 0 : 1, message.createdAt, conversationId],
  );
  const [conversation] = rows;
  if (!conversation) return null;
  // A source may have been deleted while the answer that cites it was being written.
  const deleted = await missingSources(
    tx,
    message.citations.map(({ sourceId }) => sourceId),
  );
  const { text, citations } = redact(message, (sourceId) => deleted.has(sourceId));
  const seq = earlier?.seq ?? conversation.last_seq;
  const stored: MessageRow = { ...messages.initial, ...message, text, citations, conversationId, seq };
  await insert(tx, messages, { ...stored, writtenUntil: writtenUntil ?? null }, { conflict: GROWN });
  if (earlier) await remove(tx, messageCitations, 'message_id = ?', [stored.id]);
  for (const sourceId of new Set(citations.map((citation) => citation.sourceId))) {
    if (deleted.has(sourceId)) continue;
    await insert(tx, messageCitations, { sourceId, messageId: stored.id });
  }
  if (trace) await keepTrace(tx, stored.id, trace);
  await emitUnanswered(tx, { projectId, conversationId, messageId: stored.id, seq }, stored);
  return stored;
}

async function missingSources(reads: Reads, sourceIds: Iterable<string>): Promise<Set<string>> {
  const missing = new Set<string>();
  for (const sourceId of [...new Set(sourceIds)].sort()) {
    if (!(await exists(reads, sources, 'id = ? for key share', [sourceId]))) missing.add(sourceId);
  }
  return missing;
}

/** The trace without text of sources deleted meanwhile, and linked to the others for later deletions. */
async function keepTrace(tx: Tx, messageId: string, trace: StoredTrace): Promise<void> {
  const sourceIds = new Set(trace.passages.map((passage) => passage.source_id));
  const deleted = await missingSources(tx, sourceIds);
  const kept = redactTrace(trace, (sourceId) => deleted.has(sourceId));
  await insert(tx, messageTraces, { messageId, trace: kept });
  for (const sourceId of sourceIds) {
    if (deleted.has(sourceId)) continue;
    await insert(tx, messageTraceSources, { sourceId, messageId });
  }
}
