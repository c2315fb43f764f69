import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../../platform/log.ts';
import type { Db, Tx } from '../db.ts';
import type { IndexWriter } from '../search/search-index.ts';
import type { Files } from '../types.ts';
import { redactSomeAnswers, redactSomeTraces } from './redact-stored.ts';

/** Something that nobody finds any more and whose bytes are to go. */
export interface Erasure {
  id: string;
  /** Of a user nothing is left but the log: the projects are erasures of their own. A file is one that another has replaced. */
  kind: 'project' | 'source' | 'conversation' | 'user' | 'file';
  fileId: string | null;
}

/** Removes what hangs on a deleted row, in transactions so short that requests go on between them. */
export interface Eraser {
  /** Writes down what is to be erased, in the transaction that makes it unfindable; a restart then still finishes it. */
  note(tx: Tx, erasure: Erasure): Promise<Erasure>;
  /** Erases them; resolves when their rows and files are gone. */
  finish(erasures: Erasure[]): Promise<void>;
  /**
   * Erases the retired generations of one source, and what else the caller has noted. Never throws: the caller's own work
   * is committed already, and a sweep takes up what could not be erased now.
   */
  generationsOf(sourceId: string, erasures?: Erasure[]): Promise<void>;
  /** Everything that earlier deletions, failures and re-readings have left. Returns the chunks erased. */
  sweep(): Promise<number>;
}

const BATCH = 50;
/** A batch also ends by the clock, so that rows of many words do not hold the event loop. */
const BATCH_MS = 4;

/** What has been erased. */
interface Erased {
  chunks: number;
  generations: number[];
}

export interface EraserParts {
  db: Db;
  files: Pick<Files, 'delete'>;
  index: IndexWriter;
  /** Notes, in the transaction that concludes a deletion, that bytes of it may still be in the database file. */
  noteErased: (tx: Tx) => Promise<unknown>;
  /** So many chunks leave the index together; between them a batch may end. */
  rowsAtOnce: number;
  log: Log;
}

export function createEraser({ db, files, index, noteErased, rowsAtOnce, log }: EraserParts): Eraser {
  /** Runs one short transaction after the other until one reports that nothing was left to do. Returns the sum. */
  async function inBatches(batch: (tx: Tx) => Promise<number>): Promise<number> {
    let total = 0;
    for (;;) {
      const done = await db.tx(batch);
      if (done === 0) return total;
      total += done;
      await nextTurn();
    }
  }

  async function eraseChunks(generation: number): Promise<number> {
    return inBatches(async (tx) => {
      const chunks = await tx.read<{ id: number }>('select id from chunks where generation = ? order by seq limit ?', [
        generation,
        BATCH,
      ]);
      const until = performance.now() + BATCH_MS;
      let erased = 0;
      while (erased < chunks.length) {
        const ids = chunks.slice(erased, erased + rowsAtOnce).map(({ id }) => id);
        await index.remove(tx, ids);
        await tx.write(`delete from chunks where id in (${ids.map(() => '?').join(', ')})`, ids);
        erased += ids.length;
        if (performance.now() > until) break;
      }
      await tx.write('update generations set chunks = chunks - ? where id = ?', [erased, generation]);
      return erased;
    });
  }

  async function eraseGenerations(where: string, parameters: string[]): Promise<Erased> {
    const erased: Erased = { chunks: 0, generations: [] };
    const rows = await db.read<{ id: number }>(
      `select id from generations where state = 'retired' and ${where} order by id`,
      parameters,
    );
    for (const { id } of rows) {
      erased.chunks += await eraseChunks(id);
      erased.generations.push(id);
    }
    return erased;
  }

  /** Forgets what was to be erased only when its last byte is gone: a restart in between takes it up again. */
  async function conclude(erased: Erased, erasures: Erasure[]): Promise<number> {
    if (erased.generations.length === 0 && erasures.length === 0) return 0;
    await db.tx(async (tx) => {
      for (const id of erased.generations) await tx.write('delete from generations where id = ?', [id]);
      for (const { id } of erasures) await tx.write('delete from erasures where id = ?', [id]);
      await noteErased(tx);
    });
    return erased.chunks;
  }

  async function eraseSource(sourceId: string, fileId: string | null): Promise<Erased> {
    const erased = await eraseGenerations('source_id = ?', [sourceId]);
    await db.write('delete from documents where source_id = ?', [sourceId]);
    await inBatches((tx) => redactSomeAnswers(tx, sourceId));
    await inBatches((tx) => redactSomeTraces(tx, sourceId));
    await forgetAnswers(sourceId);
    await eraseCrawl(sourceId);
    if (fileId !== null) await files.delete(fileId);
    return erased;
  }

  /** What a site's crawl has found. */
  async function eraseCrawl(sourceId: string): Promise<void> {
    await db.write('delete from crawls where source_id = ?', [sourceId]);
    await inBatches(async (tx) => {
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

  /** A request that is repeated with its key is still not done twice, but what it made is told no more. */
  async function forgetAnswers(resourceId: string): Promise<void> {
    await db.write('update idempotency set answer = null where resource_id = ?', [resourceId]);
  }

  async function eraseQuestionCounts(projectId: string): Promise<void> {
    await inBatches(async (tx) => {
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

  /** A day has at most some hundred rows: how long answers took is counted in ranges. */
  async function eraseDailyUsage(projectId: string): Promise<void> {
    await inBatches(async (tx) => {
      const days = await tx.read<{ day: string }>('select day from daily_usage where project_id = ? limit 10', [
        projectId,
      ]);
      for (const { day } of days) {
        await tx.write('delete from daily_latencies where project_id = ? and day = ?', [projectId, day]);
        await tx.write('delete from daily_usage where project_id = ? and day = ?', [projectId, day]);
      }
      return days.length;
    });
  }

  async function eraseMessages(conversationId: string): Promise<void> {
    await inBatches(async (tx) => {
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
  }

  async function eraseProject(projectId: string): Promise<Erased> {
    const all: Erased = { chunks: 0, generations: [] };
    const some = <Row>(sql: string) => db.read<Row>(`${sql} where project_id = ? limit ?`, [projectId, BATCH]);
    for (;;) {
      const conversations = await some<{ id: string }>('select id from conversations');
      for (const { id } of conversations) {
        await eraseMessages(id);
        await db.write('delete from conversations where id = ?', [id]);
      }
      if (conversations.length === 0) break;
    }
    for (;;) {
      const sources = await some<{ id: string; file_id: string | null }>('select id, file_id from sources');
      for (const { id, file_id } of sources) {
        const { chunks, generations } = await eraseSource(id, file_id);
        all.chunks += chunks;
        all.generations.push(...generations);
        await db.write('delete from sources where id = ?', [id]);
      }
      if (sources.length === 0) break;
    }
    await eraseQuestionCounts(projectId);
    await eraseDailyUsage(projectId);
    await forgetAnswers(projectId);
    await db.write('delete from api_keys where project_id = ?', [projectId]);
    return all;
  }

  async function erase({ id, kind, fileId }: Erasure): Promise<Erased> {
    if (kind === 'project') return eraseProject(id);
    if (kind === 'source') return eraseSource(id, fileId);
    if (kind === 'conversation') await eraseMessages(id);
    if (kind === 'file' && fileId !== null) await files.delete(fileId);
    return { chunks: 0, generations: [] };
  }

  async function eraseAll(erasures: Erasure[]): Promise<Erased> {
    const all: Erased = { chunks: 0, generations: [] };
    for (const erasure of erasures) {
      const { chunks, generations } = await erase(erasure);
      all.chunks += chunks;
      all.generations.push(...generations);
    }
    return all;
  }

  return {
    async note(tx, erasure) {
      await tx.write('insert into erasures (id, kind, file_id, begun_at) values (?, ?, ?, ?)', [
        erasure.id,
        erasure.kind,
        erasure.fileId,
        db.now(),
      ]);
      return erasure;
    },

    async finish(erasures) {
      await conclude(await eraseAll(erasures), erasures);
    },

    async generationsOf(sourceId, erasures = []) {
      try {
        await eraseAll(erasures);
        await conclude(await eraseGenerations('source_id = ?', [sourceId]), erasures);
      } catch (error) {
        log.warn('store.erase-delayed', { sourceId, error });
      }
    },

    async sweep() {
      const begun = await db.read<Erasure>('select id, kind, file_id as "fileId" from erasures order by begun_at');
      const fromErasures = await conclude(await eraseAll(begun), begun);
      // A generation that is being written although no job writes it will never be published.
      await db.write(
        `update generations set state = 'retired' where state = 'staging'
           and not exists (select 1 from jobs where jobs.source_id = generations.source_id)`,
      );
      return fromErasures + (await conclude(await eraseGenerations('true', []), []));
    },
  };
}
