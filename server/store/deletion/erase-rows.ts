import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db, Tx } from '../db.ts';
import { findAll, remove, update } from '../rows.ts';
import type { IndexWriter } from '../search/search-index.ts';
import { requests } from '../types/accounts.ts';
import { chunks, documents } from '../types/chunks.ts';
import {
  conversations,
  messageCitations,
  messages,
  messageTraceSources,
  messageTraces,
} from '../types/conversations.ts';
import { crawls, crawlUrls } from '../types/crawls.ts';
import { curatedAnswers } from '../types/curated-answers.ts';
import { goldenChecks, goldenQuestions } from '../types/golden-questions.ts';
import { handovers } from '../types/handovers.ts';
import { dailyQuestions } from '../types/limits-and-files.ts';
import { invitations, projectMembers } from '../types/members.ts';
import { apiKeys, widgetImages } from '../types/projects.ts';
import { dailyLatencies, dailyUsage } from '../types/reports.ts';
import { repositories } from '../types/repositories.ts';
import { sources, sourceTotals } from '../types/sources.ts';
import { webhookDeliveries, webhookEndpoints } from '../types/webhooks.ts';
import { wordCodes } from '../types/word-codes.ts';
import type { Files } from '../types.ts';
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

/** Tables with few rows of a project. */
const OF_PROJECT = [
  repositories,
  curatedAnswers,
  goldenQuestions,
  goldenChecks,
  apiKeys,
  widgetImages,
  invitations,
  projectMembers,
  sourceTotals,
];

/** A project's conversations, sources, counts and keys. */
export async function eraseProject(parts: ErasingParts, projectId: string): Promise<Erased> {
  const { db } = parts;
  await eraseConversations(db, projectId);
  const erased = await eraseSources(parts, projectId);
  await eraseQuestionCounts(db, projectId);
  await eraseDailyUsage(db, projectId);
  await forgetAnswers(db, projectId);
  await inBatches(db, (tx) => eraseSomeHandovers(tx, 'project_id', projectId));
  await eraseWebhooks(db, projectId);
  for (const table of OF_PROJECT) await remove(db, table, 'project_id = ?', [projectId]);
  return erased;
}

/** A source's chunks, document and file, what its crawl has found, and what answers have quoted from it. */
export async function eraseSource(parts: ErasingParts, sourceId: string, fileId: string | null): Promise<Erased> {
  const { db, files } = parts;
  const erased = await eraseRetiredGenerations(parts, 'source_id = ?', [sourceId]);
  await remove(db, documents, 'source_id = ?', [sourceId]);
  await inBatches(db, (tx) => redactSomeAnswers(tx, sourceId));
  await inBatches(db, (tx) => redactSomeTraces(tx, sourceId));
  await inBatches(db, (tx) => eraseSomeDeliveries(tx, 'subject_id', sourceId));
  await forgetAnswers(db, sourceId);
  await eraseCrawl(db, sourceId);
  if (fileId !== null) await files.delete(fileId);
  return erased;
}

const OF_MESSAGE = [messageCitations, messageTraceSources, messageTraces];

/** The messages of a conversation with their citations and traces. */
export async function eraseMessages(db: Db, conversationId: string): Promise<void> {
  await inBatches(db, async (tx) => {
    const some = await tx.read<{ id: string }>('select id from messages where conversation_id = ? limit ?', [
      conversationId,
      BATCH,
    ]);
    for (const { id } of some) {
      for (const table of OF_MESSAGE) await remove(tx, table, 'message_id = ?', [id]);
      await remove(tx, messages, 'id = ?', [id]);
    }
    return some.length;
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
const eraseSomeDeliveries = (tx: Tx, column: 'endpoint_id' | 'subject_id', id: string): Promise<number> =>
  remove(tx, webhookDeliveries, `id in (select id from webhook_deliveries where ${column} = ? limit ?)`, [id, BATCH]);

async function eraseWebhooks(db: Db, projectId: string): Promise<void> {
  const endpoints = await db.read<{ id: string }>('select id from webhook_endpoints where project_id = ?', [projectId]);
  for (const { id } of endpoints) {
    await inBatches(db, (tx) => eraseSomeDeliveries(tx, 'endpoint_id', id));
    await remove(db, webhookEndpoints, 'id = ?', [id]);
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
    const some = await tx.read<{ id: number }>('select id from chunks where generation = ? order by seq limit ?', [
      generation,
      BATCH,
    ]);
    const until = performance.now() + BATCH_MS;
    let erased = 0;
    while (erased < some.length) {
      const ids = some.slice(erased, erased + rowsAtOnce).map(({ id }) => id);
      const places = ids.map(() => '?').join(', ');
      await index.remove(tx, ids);
      await remove(tx, wordCodes, `chunk_id in (${places})`, ids);
      await remove(tx, chunks, `id in (${places})`, ids);
      erased += ids.length;
      if (performance.now() > until) break;
    }
    await tx.write('update generations set chunks = chunks - ? where id = ?', [erased, generation]);
    return erased;
  });
}

async function eraseCrawl(db: Db, sourceId: string): Promise<void> {
  await remove(db, crawls, 'source_id = ?', [sourceId]);
  await inBatches(db, async (tx) => {
    const found = await tx.read<{ url: string }>('select url from crawl_urls where source_id = ? limit ?', [
      sourceId,
      BATCH,
    ]);
    for (const { url } of found) {
      await remove(tx, crawlUrls, 'source_id = ? and url = ?', [sourceId, url]);
    }
    return found.length;
  });
}

/** A request that is repeated with its key is still not done twice, but it is not told any more what it made. */
async function forgetAnswers(db: Db, resourceId: string): Promise<void> {
  await update(db, requests, { answer: null }, 'resource_id = ?', [resourceId]);
}

async function eraseConversations(db: Db, projectId: string): Promise<void> {
  for (;;) {
    const some = await findAll(db, conversations, 'project_id = ? limit ?', [projectId, BATCH]);
    if (some.length === 0) return;
    for (const { id } of some) {
      await eraseMessages(db, id);
      await remove(db, conversations, 'id = ?', [id]);
    }
  }
}

async function eraseSources(parts: ErasingParts, projectId: string): Promise<Erased> {
  const all: Erased = { chunks: 0, generations: [] };
  for (;;) {
    const some = await findAll(parts.db, sources, 'project_id = ? limit ?', [projectId, BATCH]);
    if (some.length === 0) return all;
    for (const { id, fileId } of some) {
      const erased = await eraseSource(parts, id, fileId);
      all.chunks += erased.chunks;
      all.generations.push(...erased.generations);
      await remove(parts.db, sources, 'id = ?', [id]);
    }
  }
}

async function eraseQuestionCounts(db: Db, projectId: string): Promise<void> {
  await inBatches(db, async (tx) => {
    const counts = await findAll(tx, dailyQuestions, 'project_id = ? limit ?', [projectId, BATCH]);
    for (const { day, visitorId } of counts) {
      await remove(tx, dailyQuestions, 'project_id = ? and day = ? and visitor_id = ?', [projectId, day, visitorId]);
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
      for (const table of [dailyLatencies, dailyUsage])
        await remove(tx, table, 'project_id = ? and day = ?', [projectId, day]);
    }
    return days.length;
  });
}

/** Removes a handover, and the messages to webhooks that tell of it. */
export async function eraseHandover(tx: Tx, id: string): Promise<void> {
  await remove(tx, webhookDeliveries, 'subject_id = ?', [id]);
  await remove(tx, handovers, 'id = ?', [id]);
}
