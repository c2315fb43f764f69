import type { Tx } from '../db.ts';
import { remove, update } from '../rows.ts';
import { messageCitations, messages, messageTraceSources, messageTraces } from '../types/conversations.ts';
import type { StoredCitation, StoredTrace } from '../types.ts';
import { redact, redactTrace } from './redact.ts';

/** Removes what some answers have quoted from a source. Returns how many it changed; 0 when none is left. */
export async function redactSomeAnswers(tx: Tx, sourceId: string): Promise<number> {
  const answers = await tx.read<{ id: string; text: string; citations: string }>(
    `select messages.id, messages.text, messages.citations from message_citations
     join messages on messages.id = message_citations.message_id where message_citations.source_id = ? limit 20`,
    [sourceId],
  );
  for (const { id, text, citations } of answers) {
    const answer = redact(
      { text, citations: JSON.parse(citations) as StoredCitation[] },
      (cited) => cited === sourceId,
    );
    await update(tx, messages, answer, 'id = ?', [id]);
    await remove(tx, messageCitations, 'source_id = ? and message_id = ?', [sourceId, id]);
  }
  return answers.length;
}

/** The same for the traces of answers. */
export async function redactSomeTraces(tx: Tx, sourceId: string): Promise<number> {
  const traces = await tx.read<{ id: string; trace: string }>(
    `select message_traces.message_id as id, message_traces.trace from message_trace_sources
     join message_traces on message_traces.message_id = message_trace_sources.message_id
     where message_trace_sources.source_id = ? limit 20`,
    [sourceId],
  );
  for (const { id, trace } of traces) {
    const redacted = redactTrace(JSON.parse(trace) as StoredTrace, (id) => id === sourceId);
    await update(tx, messageTraces, { trace: redacted }, 'message_id = ?', [id]);
    await remove(tx, messageTraceSources, 'source_id = ? and message_id = ?', [sourceId, id]);
  }
  return traces.length;
}
