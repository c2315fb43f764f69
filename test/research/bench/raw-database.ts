import Database from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import type { NewChunk } from '../../../server/store/types.ts';

/** The floor for storage: only a row, a full-text entry and a vector per chunk. */
export interface RawDatabase {
  /** Writes chunks in one transaction. */
  insert(chunks: NewChunk[]): void;
  close(): void;
}

/** The floor for retrieval: the two statements that a hybrid search needs, on the product's tables with a single project. */
export interface RawSearch {
  search(terms: string[], embedding: Float32Array, limit: number): void;
  close(): void;
}

const bytes = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

export function openRaw(path: string, dimensions: number): RawDatabase {
  const database = new Database(path);
  sqliteVec.load(database);
  // The settings are the product's: the cost of its guarantees for crashes and deletion is not compared here.
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'secure_delete = on']) database.pragma(pragma);
  database.exec(`create table chunk (id integer primary key, seq integer, text text, headings text);
    create virtual table words using fts5(heading_terms, terms, content='');
    create virtual table vectors using vec0(id integer primary key, embedding float[${dimensions}], chunk_size=128)`);
  const row = database.prepare('insert into chunk values (?, ?, ?, ?)');
  const words = database.prepare('insert into words (rowid, heading_terms, terms) values (?, ?, ?)');
  const vector = database.prepare('insert into vectors values (?, ?)');
  return {
    insert: database.transaction((chunks: NewChunk[]) => {
      for (const chunk of chunks) {
        row.run(chunk.seq + 1, chunk.seq, chunk.text, JSON.stringify(chunk.headings));
        words.run(chunk.seq + 1, chunk.headingTerms, chunk.terms);
        vector.run(BigInt(chunk.seq + 1), bytes(chunk.embedding));
      }
    }),
    close: () => database.close(),
  };
}

export function openRawSearch(path: string): RawSearch {
  const database = new Database(path, { readonly: true });
  sqliteVec.load(database);
  database.pragma('mmap_size = 2147418112');
  const { number } = database.prepare('select number from projects').get() as { number: number };
  const byWords = database.prepare('select rowid from search_text where search_text match ? order by rank limit ?');
  const byVector = database.prepare(
    'select id from search_vectors_1 where embedding match ? and k = ? and project = ? order by distance',
  );
  return {
    search(terms, embedding, limit) {
      const quoted = terms.map((term) => `"${number}:${term.replaceAll('"', '""')}"`);
      byWords.all(quoted.join(' OR '), limit);
      byVector.all(bytes(embedding), BigInt(limit), BigInt(number));
    },
    close: () => database.close(),
  };
}
