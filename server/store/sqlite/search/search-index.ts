import type { Db } from '../../db.ts';
import { settleVectorIndexes, type VectorIndexKey } from '../../vectors/vector-indexes.ts';
import { TOKENIZER } from './fts5-terms.ts';
import { countSearchChanges } from './search-changes.ts';
import { createVectorIndex, type VectorIndex } from './vectors.ts';

/** The tables of a vector index. */
export const vectorIndexFor = ({ id, dimensions }: Pick<VectorIndexKey, 'id' | 'dimensions'>): VectorIndex =>
  createVectorIndex(`search_vectors_${id}`, dimensions);

const toWrite = new Map<string, VectorIndex>();

/** The same for writing, made once: each batch of chunks asks for it. */
export function writtenVectorIndex(key: Pick<VectorIndexKey, 'id' | 'dimensions'>): VectorIndex {
  const name = `${key.id} ${key.dimensions}`;
  const index = toWrite.get(name) ?? vectorIndexFor(key);
  toWrite.set(name, index);
  return index;
}

/** Creates the missing tables of the text index (FTS5), of the embedder's vectors (sqlite-vec) and of the count of changes. */
export async function prepareSearch(db: Db, embedder: { id: string; dimensions: number } | null): Promise<void> {
  await db.tx(async (tx) => {
    const [made] = await tx.read("select name from sqlite_master where name = 'search_text'");
    if (!made) {
      // The terms are kept beside the index (no contentless table): FTS5 needs the terms of a row to remove its postings. A
      // contentless table only marks the row as deleted and keeps its words until some later merge.
      await tx.write(
        `create virtual table search_text using fts5(generation, heading_terms, terms, tokenize = "${TOKENIZER.replaceAll('"', '""')}")`,
      );
      await tx.write("create virtual table search_vocabulary using fts5vocab('search_text', 'row')");
    }
    await countSearchChanges(tx);
    if (embedder) await settleVectorIndexes(tx, vectorIndexFor, embedder);
  });
}
