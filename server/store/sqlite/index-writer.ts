import { setImmediate as nextTurn } from 'node:timers/promises';
import { advance } from '../counters.ts';
import type { Db, Tx } from '../db.ts';
import type { IndexEntry, IndexWriter } from '../search-index.ts';
import { assertEmbedding, bytes } from './embedding.ts';
import { generationToken, indexTerm, splitTerms } from './terms.ts';

/** Pages of the text index rewritten in one transaction: 2 ms, 8 at worst (measured). */
const PAGES_A_STEP = 16;

/** Puts chunks into FTS5 and sqlite-vec, and takes them out again without a trace. */
export function createWriter(db: Db, dimensions: number): IndexWriter {
  return {
    assertEmbedding: (embedding) => assertEmbedding(embedding, dimensions),

    async add(tx: Tx, entries: IndexEntry[]) {
      for (const { chunkId, projectNumber, generation, chunk } of entries) {
        const indexed = (text: string) =>
          splitTerms(text)
            .map((term) => indexTerm(projectNumber, term))
            .join(' ');
        await tx.write('insert into search_text (rowid, generation, heading_terms, terms) values (?, ?, ?, ?)', [
          BigInt(chunkId),
          generationToken(generation),
          indexed(chunk.headingTerms),
          indexed(chunk.terms),
        ]);
        // sqlite-vec tells integers from floats by their binding: only a BigInt is an integer.
        await tx.write('insert into search_vectors (id, project, generation, embedding) values (?, ?, ?, ?)', [
          BigInt(chunkId),
          BigInt(projectNumber),
          BigInt(generation),
          bytes(chunk.embedding),
        ]);
      }
      await advance(tx, 'indexed', entries.length);
    },

    async remove(tx, chunkIds) {
      for (const chunkId of chunkIds) {
        await tx.write('delete from search_text where rowid = ?', [BigInt(chunkId)]);
        await tx.write('delete from search_vectors where id = ?', [BigInt(chunkId)]);
      }
      await advance(tx, 'indexed', -chunkIds.length);
    },

    async purge() {
      let budget = -PAGES_A_STEP;
      while (await db.tx((tx) => mergeStep(tx, budget))) {
        budget = PAGES_A_STEP;
        await nextTurn();
      }
    },
  };
}

/**
 * Rewrites some pages of the text index; false when nothing is left to do. A negative budget begins a merge of everything
 * into one segment, which drops the words of deleted rows, and positive ones carry it on; secure_delete blanks the old
 * pages. FTS5's own 'secure-delete' setting does the same row by row, but at 4–8 ms a row where this takes 0.2 s for an
 * index of 10,000 chunks in all (measured), and it leaves the index in one piece, which searches like.
 */
async function mergeStep(tx: Tx, budget: number): Promise<boolean> {
  const changes = async () => (await tx.read<{ total: number }>('select total_changes() as total'))[0]?.total ?? 0;
  const before = await changes();
  await tx.write("insert into search_text (search_text, rank) values ('merge', ?)", [BigInt(budget)]);
  // The documented sign that a merge command found nothing to do.
  return (await changes()) - before >= 2;
}
