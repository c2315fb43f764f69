import { addToCounter } from '../../coordination/counters.ts';
import type { Tx } from '../../db.ts';
import type { IndexEntry, IndexWriter } from '../../search/search-index.ts';
import { cleanTerms, indexTerm } from '../../search/terms.ts';
import { insertEmbeddings, removeEmbeddings } from '../../vectors/insert-embeddings.ts';
import { generationToken } from './fts5-terms.ts';
import { writtenVectorIndex } from './search-index.ts';

/**
 * SQLite prefixes each term with the project's number, which is much faster than splitting and joining in JavaScript. It inserts
 * values and not a `select`: before such a statement SQLite opens a savepoint, at which FTS5 writes what it has gathered as a
 * segment of its own, and so one for each chunk instead of one for each transaction.
 */
const ADD_TEXT = `insert into search_text (rowid, generation, heading_terms, terms)
  values (?, ?, ? || replace(?, ' ', ?), ? || replace(?, ' ', ?))`;

/** The values of one column: the prefix, the terms with a space between two, and what becomes of each space. */
function prefixed(terms: string, prefix: string): [string, string, string] {
  const cleaned = cleanTerms(terms);
  return [cleaned === '' ? '' : prefix, cleaned, ` ${prefix}`];
}

/**
 * Adds chunks to FTS5 and to the vectors, and removes them. FTS5 keeps the words of removed chunks, unsearchable, until the
 * next compaction.
 */
export const indexWriter: IndexWriter = {
  async add(tx: Tx, entries: IndexEntry[]) {
    for (const { chunkId, projectNumber, generation, chunk } of entries) {
      const prefix = indexTerm(projectNumber, '');
      const columns = [...prefixed(chunk.headingTerms, prefix), ...prefixed(chunk.terms, prefix)];
      await tx.write(ADD_TEXT, [BigInt(chunkId), generationToken(generation), ...columns]);
    }
    await insertEmbeddings(tx, writtenVectorIndex, entries);
    await addToCounter(tx, 'indexed', entries.length);
  },

  async remove(tx, chunkIds) {
    for (const chunkId of chunkIds) {
      await tx.write('delete from search_text where rowid = ?', [BigInt(chunkId)]);
    }
    await removeEmbeddings(tx, writtenVectorIndex, chunkIds);
    await addToCounter(tx, 'indexed', -chunkIds.length);
  },
};
