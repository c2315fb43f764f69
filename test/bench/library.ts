import { createBuiltinEmbedder } from '../../server/engines/builtin-embedder.ts';
import type { Embedder } from '../../server/engines/types.ts';
import { indexTerms } from '../../server/language/terms.ts';
import { createLog } from '../../server/log.ts';
import { openSqliteStore } from '../../server/store/sqlite/open.ts';
import type { NewChunk, ProjectRow, Store } from '../../server/store/types.ts';
import { seeded } from '../helpers/seeded.ts';
import { aSource, claimed, published, staged, withProject } from '../helpers/stores.ts';
import { createWords, paragraph } from './books.ts';
import { openRaw, type RawDatabase } from './raw-database.ts';

export const CHUNKS = 2000;
const CHARACTERS = 1000;

/** The same chunks twice: in the product's store, and in bare tables beside it. */
export interface Library {
  store: Store;
  embedder: Embedder;
  project: ProjectRow;
  raw: RawDatabase;
  /** Each of some words out of one chunk. */
  questions: string[];
  /** Milliseconds that writing the chunks took, in batches of 50. */
  writing: { product: number; floor: number };
}

/** Made-up chunks with their index terms and vectors, as ingestion hands them to the store. */
async function makeChunks(embedder: Embedder): Promise<NewChunk[]> {
  const random = seeded(2);
  const word = createWords(random);
  const texts = Array.from({ length: CHUNKS }, () => paragraph(word, random, CHARACTERS));
  const embeddings = await embedder.embed(texts, 'passage');
  let start = 0;
  return texts.map((text, seq) => {
    const chunk: NewChunk = {
      seq,
      start,
      end: start + text.length,
      text,
      headings: ['Book', `Chapter ${1 + Math.floor(seq / 10)}`],
      page: null,
      headingTerms: indexTerms(`Book Chapter ${1 + Math.floor(seq / 10)}`, 'en').join(' '),
      terms: indexTerms(text, 'en').join(' '),
      embedding: embeddings[seq] ?? new Float32Array(embedder.dimensions),
    };
    start = chunk.end + 2;
    return chunk;
  });
}

/** Runs some work against a library in a directory of its own. */
export async function withLibrary<Result>(
  directory: string,
  work: (library: Library) => Promise<Result>,
): Promise<Result> {
  const embedder = createBuiltinEmbedder();
  const chunks = await makeChunks(embedder);
  const store = await openSqliteStore({ dataDir: directory, embedder, log: createLog(() => undefined) });
  const raw = openRaw(`${directory}/raw.db`, embedder.dimensions);
  try {
    const project = await withProject(store);
    await store.sources.create(aSource(project.id));
    const job = await claimed(store, 'bench', Date.now(), 600_000);

    const began = performance.now();
    const generation = await staged(store, job, chunks);
    await published(store, job, generation, chunks);
    const written = performance.now();
    for (let from = 0; from < chunks.length; from += 50) raw.insert(chunks.slice(from, from + 50));
    const writing = { product: written - began, floor: performance.now() - written };

    return await work({ store, embedder, project, raw, questions: makeQuestions(chunks), writing });
  } finally {
    raw.close();
    await store.close();
    await embedder.close();
  }
}

/** Seven neighbouring words out of every twentieth chunk. */
function makeQuestions(chunks: NewChunk[]): string[] {
  return chunks
    .filter(({ seq }) => seq % 20 === 0)
    .map(({ text }) => `What is ${text.replaceAll('.', '').split(' ').slice(20, 27).join(' ')}?`);
}
