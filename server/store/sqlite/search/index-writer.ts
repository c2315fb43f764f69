import { addToCounter } from '../../coordination/counters.ts';
import type { Tx } from '../../db.ts';
import type { IndexEntry, IndexWriter } from '../../search/search-index.ts';
import { cleanTerms, indexTerm } from '../../search/terms.ts';
import { insertEmbeddings, removeEmbeddings } from '../../vectors/insert-embeddings.ts';
import { generationToken } from './fts5-terms.ts';
import { writtenVectorIndex } from './search-index.ts';

/** SQLite prefixes each term with the project's number, which is much faster than splitting and joining in JavaScript. */
const ADD_TEXT = `insert into search_text (rowid, generation, heading_terms, terms)
  select chunk, generation,
    iif(heading_terms = '', '', prefix || replace(heading_terms, ' ', ' ' || prefix)),
    iif(terms = '', '', prefix || replace(terms, ' ', ' ' || prefix))
  from (select ? as chunk, ? as generation, ? as heading_terms, ? as terms, ? as prefix)`;

/**
 * Adds chunks to FTS5 and to the vectors, and removes them. FTS5 keeps the words of removed chunks, unsearchable, until the
 * next compaction.
 */
export const indexWriter: IndexWriter = {
  async add(tx: Tx, entries: IndexEntry[]) {
    for (const { chunkId, projectNumber, generation, chunk } of entries) {
      const terms = [cleanTerms(chunk.headingTerms), cleanTerms(chunk.terms)];
      await tx.write(ADD_TEXT, [BigInt(chunkId), generationToken(generation), ...terms, indexTerm(projectNumber, '')]);
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
