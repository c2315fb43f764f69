import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db, Tx } from '../db.ts';
import type { IndexWriter } from '../search/search-index.ts';
import type { Files } from '../types.ts';
import { eraseHandover } from './erase-handover.ts';
import { redactSomeAnswers, redactSomeTraces } from './redact-stored.ts';

/** What erasing works on. */
export interface ErasingParts {
  db: Db;
  files: Pick<Files, 'delete'>;
  index: IndexWriter;
  /** So many chunks leave the index together; between them a batch may end. */
  rowsAtOnce: number;
}

/** What has been erased: so many chunks, of these generations, whose own rows are still there. */
export interface Erased {
  chunks: number;
  generations: number[];
}

const BATCH = 50;
/** A batch also ends by the clock, so that rows of many words do not hold the event loop. */
const BATCH_MS = 4;
/** A day has at most some hundred rows: how long answers took is counted in ranges. */
const DAYS_BATCH = 10;

/** A project's conversations, sources, counts and keys. */
export async function eraseProject(parts: ErasingParts, projectId: string): Promise<Erased> {
  const { db } = parts;
  await eraseConversations(db, projectId);
  const erased = await eraseSources(parts, projectId);
  await eraseQuestionCounts(db, projectId);
  await eraseDailyUsage(db, projectId);
  await forgetAnswers(db, projectId);
  await db.write('delete from curated_answers where project_id = ?', [projectId]);
  await db.write('delete from golden_questions where project_id = ?', [projectId]);
  await db.write('delete from golden_checks where project_id = ?', [projectId]);
  await db.write('delete from api_keys where project_id = ?', [projectId]);
  await inBatches(db, (tx) => eraseSomeHandovers(tx, 'project_id', projectId));
  await eraseWebhooks(db, projectId);
  await db.write('delete from widget_images where project_id = ?', [projectId]);
  await db.write('delete from invitations where project_id = ?', [projectId]);
  await db.write('delete from project_members where project_id = ?', [projectId]);
  return erased;
}

/** A source's chunks, document and file, what its crawl has found, and what answers have quoted from it. */
export async function eraseSource(parts: ErasingParts, sourceId: string, fileId: string | null): Promise<Erased> {
  const { db, files } = parts;
  const erased = await eraseRetiredGenerations(parts, 'source_id = ?', [sourceId]);
  await db.write('delete from documents where source_id = ?', [sourceId]);
  await inBatches(db, (tx) => redactSomeAnswers(tx, sourceId));
  await inBatches(db, (tx) => redactSomeTraces(tx, sourceId));
  await inBatches(db, (tx) => eraseSomeDeliveries(tx, 'subject_id', sourceId));
  await forgetAnswers(db, sourceId);
  await eraseCrawl(db, sourceId);
  if (fileId !== null) await files.delete(fileId);
  return erased;
}

/** The messages of a conversation with their citations and traces. */
export async function eraseMessages(db: Db, conversationId: string): Promise<void> {
  await inBatches(db, async (tx) => {
    const messages = await tx.read<{ id: string }>('select id from messages where conversation_id = ? limit ?', [
      conversationId,
      BATCH,
    ]);
    for (const { id } of messages) {
      await tx.write('delete from message_citations where message_id = ?', [id]);
      await tx.write('delete from message_trace_sources where message_id = ?', [id]);
      await tx.write('delete from message_traces where message_id = ?', [id]);
      await tx.write('delete from messages where id = ?', [id]);
    }
    return messages.length;
  });
  await inBatches(db, (tx) => eraseSomeDeliveries(tx, 'subject_id', conversationId));
  await inBatches(db, (tx) => eraseSomeHandovers(tx, 'conversation_id', conversationId));
}

/** What was handed over to a person. */
async function eraseSomeHandovers(tx: Tx, column: 'project_id' | 'conversation_id', id: string): Promise<number> {
  const rows = await tx.read<{ id: string }>(`select id from handovers where ${column} = ? limit ?`, [id, BATCH]);
  for (const row of rows) await eraseHandover(tx, row.id);
  return rows.length;
}

/** Events that were or are to be sent, and repeat what is deleted. */
async function eraseSomeDeliveries(tx: Tx, column: 'endpoint_id' | 'subject_id', id: string): Promise<number> {
  const { changes } = await tx.write(
    `delete from webhook_deliveries where id in (select id from webhook_deliveries where ${column} = ? limit ?)`,
    [id, BATCH],
  );
  return changes;
}

async function eraseWebhooks(db: Db, projectId: string): Promise<void> {
  const endpoints = await db.read<{ id: string }>('select id from webhook_endpoints where project_id = ?', [projectId]);
  for (const { id } of endpoints) {
    await inBatches(db, (tx) => eraseSomeDeliveries(tx, 'endpoint_id', id));
    await db.write('delete from webhook_endpoints where id = ?', [id]);
  }
}

/** The chunks of retired generations, of those that a condition names. */
export async function eraseRetiredGenerations(
  parts: ErasingParts,
  where: string,
  parameters: string[],
): Promise<Erased> {
  const erased: Erased = { chunks: 0, generations: [] };
  const rows = await parts.db.read<{ id: number }>(
    `select id from generations where state = 'retired' and ${where} order by id`,
    parameters,
  );
  for (const { id } of rows) {
    erased.chunks += await eraseChunks(parts, id);
    erased.generations.push(id);
  }
  return erased;
}

/** Runs one short transaction after the other until one reports that nothing was left to do. Returns the sum. */
async function inBatches(db: Db, batch: (tx: Tx) => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const done = await db.tx(batch, { background: true });
    if (done === 0) return total;
    total += done;
    await nextTurn();
  }
}

async function eraseChunks({ db, index, rowsAtOnce }: ErasingParts, generation: number): Promise<number> {
  return inBatches(db, async (tx) => {
    const chunks = await tx.read<{ id: number }>('select id from chunks where generation = ? order by seq limit ?', [
      generation,
      BATCH,
    ]);
    const until = performance.now() + BATCH_MS;
    let erased = 0;
    while (erased < chunks.length) {
      const ids = chunks.slice(erased, erased + rowsAtOnce).map(({ id }) => id);
      const places = ids.map(() => '?').join(', ');
      await index.remove(tx, ids);
      await tx.write(`delete from word_codes where chunk_id in (${places})`, ids);
      await tx.write(`delete from chunks where id in (${places})`, ids);
      erased += ids.length;
      if (performance.now() > until) break;
    }
    await tx.write('update generations set chunks = chunks - ? where id = ?', [erased, generation]);
    return erased;
  });
}

async function eraseCrawl(db: Db, sourceId: string): Promise<void> {
  await db.write('delete from crawls where source_id = ?', [sourceId]);
  await inBatches(db, async (tx) => {
    const found = await tx.read<{ url: string }>('select url from crawl_urls where source_id = ? limit ?', [
      sourceId,
      BATCH,
    ]);
    for (const { url } of found) {
      await tx.write('delete from crawl_urls where source_id = ? and url = ?', [sourceId, url]);
    }
    return found.length;
  });
}

/** A request that is repeated with its key is still not done twice, but it is not told any more what it made. */
async function forgetAnswers(db: Db, resourceId: string): Promise<void> {
  await db.write('update idempotency set answer = null where resource_id = ?', [resourceId]);
}

async function eraseConversations(db: Db, projectId: string): Promise<void> {
  for (;;) {
    const conversations = await db.read<{ id: string }>('select id from conversations where project_id = ? limit ?', [
      projectId,
      BATCH,
    ]);
    if (conversations.length === 0) return;
    for (const { id } of conversations) {
      await eraseMessages(db, id);
      await db.write('delete from conversations where id = ?', [id]);
    }
  }
}

async function eraseSources(parts: ErasingParts, projectId: string): Promise<Erased> {
  const all: Erased = { chunks: 0, generations: [] };
  for (;;) {
    const sources = await parts.db.read<{ id: string; file_id: string | null }>(
      'select id, file_id from sources where project_id = ? limit ?',
      [projectId, BATCH],
    );
    if (sources.length === 0) return all;
    for (const { id, file_id } of sources) {
      const { chunks, generations } = await eraseSource(parts, id, file_id);
      all.chunks += chunks;
      all.generations.push(...generations);
      await parts.db.write('delete from sources where id = ?', [id]);
    }
  }
}

async function eraseQuestionCounts(db: Db, projectId: string): Promise<void> {
  await inBatches(db, async (tx) => {
    const counts = await tx.read<{ day: string; visitor_id: string }>(
      'select day, visitor_id from daily_questions where project_id = ? limit ?',
      [projectId, BATCH],
    );
    for (const { day, visitor_id } of counts) {
      await tx.write('delete from daily_questions where project_id = ? and day = ? and visitor_id = ?', [
        projectId,
        day,
        visitor_id,
      ]);
    }
    return counts.length;
  });
}

async function eraseDailyUsage(db: Db, projectId: string): Promise<void> {
  await inBatches(db, async (tx) => {
    const days = await tx.read<{ day: string }>('select day from daily_usage where project_id = ? limit ?', [
      projectId,
      DAYS_BATCH,
    ]);
    for (const { day } of days) {
      await tx.write('delete from daily_latencies where project_id = ? and day = ?', [projectId, day]);
      await tx.write('delete from daily_usage where project_id = ? and day = ?', [projectId, day]);
    }
    return days.length;
  });
}
