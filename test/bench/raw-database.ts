import Database from 'better-sqlite3';
import * as sqliteVec from 'sqlite-vec';
import type { NewChunk } from '../../server/store/types.ts';

/** The floor for storage: one row, one full-text entry and one vector a chunk, and nothing else. */
export interface RawDatabase {
  /** One transaction. */
  insert(chunks: NewChunk[]): void;
  /** The two statements that a hybrid search cannot do without. */
  search(terms: string[], embedding: Float32Array, limit: number): void;
  close(): void;
}

const bytes = (vector: Float32Array) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

export function openRaw(path: string, dimensions: number): RawDatabase {
  const database = new Database(path);
  sqliteVec.load(database);
  // The product's promises about crashes and deletion cost something, and they are not what is compared here.
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'secure_delete = on']) database.pragma(pragma);
  database.exec(`create table chunk (id integer primary key, seq integer, text text, headings text);
    create virtual table words using fts5(heading_terms, terms, content='');
    create virtual table vectors using vec0(id integer primary key, embedding float[${dimensions}], chunk_size=128)`);
  const row = database.prepare('insert into chunk values (?, ?, ?, ?)');
  const words = database.prepare('insert into words (rowid, heading_terms, terms) values (?, ?, ?)');
  const vector = database.prepare('insert into vectors values (?, ?)');
  const byWords = database.prepare('select rowid from words where words match ? order by rank limit ?');
  const byVector = database.prepare('select id from vectors where embedding match ? and k = ? order by distance');
  return {
    insert: database.transaction((chunks: NewChunk[]) => {
      for (const chunk of chunks) {
        row.run(chunk.seq + 1, chunk.seq, chunk.text, JSON.stringify(chunk.headings));
        words.run(chunk.seq + 1, chunk.headingTerms, chunk.terms);
        vector.run(BigInt(chunk.seq + 1), bytes(chunk.embedding));
      }
    }),
    search(terms, embedding, limit) {
      byWords.all(terms.map((term) => `"${term.replaceAll('"', '""')}"`).join(' OR '), limit);
      byVector.all(bytes(embedding), BigInt(limit));
    },
    close: () => database.close(),
  };
}
