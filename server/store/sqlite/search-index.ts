import type { Db } from '../db.ts';
import { TOKENIZER } from './terms.ts';
import { createVectorIndex } from './vectors.ts';

/** The name of the vector index. */
export const VECTORS = 'search_vectors';

/** Makes the tables of the text index (FTS5) and of the vectors (sqlite-vec) in a new database; throws where they were made for another embedder. */
export async function prepareSearch(db: Db, embedder: { id: string; dimensions: number }): Promise<void> {
  const wanted = spaceOf(embedder);
  await db.tx(async (tx) => {
    const [stored] = await tx.read<{ value: string }>("select value from settings where name = 'embedder'");
    if (stored?.value === wanted) return;
    if (stored) {
      throw new Error(
        `The documents in this database were indexed with the embedder ${stored.value}, but the server is set to ${wanted}. Their vectors cannot be compared. Set EMBEDDER back, or start with another data directory and upload the documents again.`,
      );
    }
    // The terms are kept beside the index (no contentless table): to remove a row's postings for good, FTS5 must know
    // what they were. A contentless table only marks the row as deleted and keeps its words until some later merge.
    await tx.write(
      `create virtual table search_text using fts5(generation, heading_terms, terms, tokenize = "${TOKENIZER.replaceAll('"', '""')}")`,
    );
    await tx.write("create virtual table search_vocabulary using fts5vocab('search_text', 'row')");
    await createVectorIndex(VECTORS, embedder.dimensions).create(tx);
    await tx.write("insert into settings (name, value) values ('embedder', ?)", [wanted]);
  });
}

/** How the database names the space that its vectors are of. */
export const spaceOf = ({ id, dimensions }: { id: string; dimensions: number }) =>
  `${id} with ${dimensions} dimensions`;
