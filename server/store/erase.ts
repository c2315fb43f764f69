import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Db, Tx } from './db.ts';
import { redact } from './redact.ts';
import type { IndexWriter } from './search-index.ts';
import type { Files, StoredCitation } from './types.ts';

/** Something that nobody finds any more and whose bytes are to go. */
export interface Erasure {
  id: string;
  kind: 'project' | 'source' | 'conversation';
  fileId: string | null;
}

/** Removes what hangs on a deleted row, in transactions so short that requests go on between them. */
export interface Eraser {
  /** Writes down what is to be erased, in the transaction that makes it unfindable; a restart then still finishes it. */
  note(tx: Tx, erasure: Erasure): Promise<Erasure>;
  /** Erases them; resolves when nothing of them is left on the disk. */
  finish(erasures: Erasure[]): Promise<void>;
  /** Erases the retired generations of one source. Returns the chunks erased. */
  generationsOf(sourceId: string): Promise<number>;
  /** Everything that earlier deletions, failures and re-readings have left. Returns the chunks erased. */
  sweep(): Promise<number>;
}

const BATCH = 50;
/** Removing a chunk's postings takes milliseconds when its words are many, so a batch also ends by the clock. */
const BATCH_MS = 6;
const CHECKPOINT_TRIES = 10;

interface Parts {
  db: Db;
  files: Pick<Files, 'delete'>;
  index: IndexWriter;
  /** Takes deleted content out of the engine's log; false where something is in the way for the moment. */
  scrub: () => Promise<boolean>;
  log: Log;
}

export function createEraser({ db, files, index, scrub, log }: Parts): Eraser {
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

  async function scrubAway(): Promise<void> {
    for (let attempt = 1; attempt <= CHECKPOINT_TRIES; attempt += 1) {
      if (await scrub()) return;
      await pause(50 * attempt);
    }
    log.warn('store.scrub-delayed', { reason: 'another program is reading the database file' });
  }

  async function eraseGeneration(generation: number): Promise<number> {
    const erased = await inBatches(async (tx) => {
      const chunks = await tx.read<{ id: number }>('select id from chunks where generation = ? order by seq limit ?', [
        generation,
        BATCH,
      ]);
      const until = performance.now() + BATCH_MS;
      const ids: number[] = [];
      for (const { id } of chunks) {
        await index.remove(tx, [id]);
        await tx.write('delete from chunks where id = ?', [id]);
        ids.push(id);
        if (performance.now() > until) break;
      }
      await tx.write('update generations set chunks = chunks - ? where id = ?', [ids.length, generation]);
      return ids.length;
    });
    await db.write("delete from generations where id = ? and state = 'retired'", [generation]);
    return erased;
  }

  async function eraseGenerations(where: string, parameters: string[]): Promise<number> {
    let erased = 0;
    const rows = await db.read<{ id: number }>(
      `select id from generations where state = 'retired' and ${where} order by id`,
      parameters,
    );
    for (const { id } of rows) erased += await eraseGeneration(id);
    return erased;
  }

  async function redactAnswers(sourceId: string): Promise<void> {
    await inBatches(async (tx) => {
      const messages = await tx.read<{ id: string; text: string; citations: string }>(
        `select messages.id, messages.text, messages.citations from message_citations
         join messages on messages.id = message_citations.message_id where message_citations.source_id = ? limit 20`,
        [sourceId],
      );
      for (const { id, text, citations } of messages) {
        const answer = redact(
          { text, citations: JSON.parse(citations) as StoredCitation[] },
          (cited) => cited === sourceId,
        );
        await tx.write('update messages set text = ?, citations = ? where id = ?', [
          answer.text,
          JSON.stringify(answer.citations),
          id,
        ]);
        await tx.write('delete from message_citations where source_id = ? and message_id = ?', [sourceId, id]);
      }
      return messages.length;
    });
  }

  async function eraseSource(sourceId: string, fileId: string | null): Promise<number> {
    const erased = await eraseGenerations('source_id = ?', [sourceId]);
    await db.write('delete from documents where source_id = ?', [sourceId]);
    await redactAnswers(sourceId);
    if (fileId !== null) await files.delete(fileId);
    return erased;
  }

  async function eraseMessages(conversationId: string): Promise<void> {
    await inBatches(async (tx) => {
      const messages = await tx.read<{ id: string }>('select id from messages where conversation_id = ? limit ?', [
        conversationId,
        BATCH,
      ]);
      for (const { id } of messages) {
        await tx.write('delete from message_citations where message_id = ?', [id]);
        await tx.write('delete from messages where id = ?', [id]);
      }
      return messages.length;
    });
  }

  async function eraseProject(projectId: string): Promise<number> {
    let erased = 0;
    for (;;) {
      const conversations = await db.read<{ id: string }>('select id from conversations where project_id = ? limit ?', [
        projectId,
        BATCH,
      ]);
      for (const { id } of conversations) {
        await eraseMessages(id);
        await db.write('delete from conversations where id = ?', [id]);
      }
      if (conversations.length === 0) break;
    }
    for (;;) {
      const sources = await db.read<{ id: string; file_id: string | null }>(
        'select id, file_id from sources where project_id = ? limit ?',
        [projectId, BATCH],
      );
      for (const { id, file_id } of sources) {
        erased += await eraseSource(id, file_id);
        await db.write('delete from sources where id = ?', [id]);
      }
      if (sources.length === 0) break;
    }
    await inBatches(async (tx) => {
      const { changes } = await tx.write(
        'delete from api_keys where id in (select id from api_keys where project_id = ? limit ?)',
        [projectId, BATCH],
      );
      return changes;
    });
    return erased;
  }

  async function erase({ id, kind, fileId }: Erasure): Promise<number> {
    let erased = 0;
    if (kind === 'project') erased = await eraseProject(id);
    else if (kind === 'source') erased = await eraseSource(id, fileId);
    else await eraseMessages(id);
    await db.write('delete from erasures where id = ?', [id]);
    return erased;
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
      for (const erasure of erasures) await erase(erasure);
      if (erasures.length > 0) await scrubAway();
    },

    async generationsOf(sourceId) {
      const erased = await eraseGenerations('source_id = ?', [sourceId]);
      if (erased > 0) await scrubAway();
      return erased;
    },

    async sweep() {
      const begun = await db.read<Erasure>('select id, kind, file_id as "fileId" from erasures order by begun_at');
      let erased = 0;
      for (const erasure of begun) erased += await erase(erasure);
      // A generation that is being written although no job writes it will never be published.
      await db.write(
        `update generations set state = 'retired' where state = 'staging'
           and not exists (select 1 from jobs where jobs.source_id = generations.source_id)`,
      );
      erased += await eraseGenerations('true', []);
      if (erased > 0 || begun.length > 0) await scrubAway();
      return erased;
    },
  };
}
