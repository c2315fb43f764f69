import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import type { Embedder } from '../../../server/engines/types.ts';
import { indexTerms } from '../../../server/language/terms.ts';
import { createLog } from '../../../server/platform/log.ts';
import { encodeBlocks } from '../../../server/store/types/encode-blocks.ts';
import type { JobRow, NewChunk, ProjectRow, Store } from '../../../server/store/types.ts';
import { seeded } from '../../helpers/input/seeded.ts';
import { aSource, claimed, databaseFile, staged, withProject } from '../../helpers/stores/rows.ts';
import { STORE_ENGINES } from '../../helpers/stores/store-engines.ts';
import { createWords, paragraph } from './books.ts';

/** Sentences per chunk, together about 1000 characters. */
const SENTENCES = 14;
const BATCH = 50;
/** The number of vectors from the embedder. Further ones are mixed from these, which takes a fraction of the time. */
const MAX_EMBEDDED = 2000;

/** The product's store with one project of made-up chunks. */
export interface Library {
  store: Store;
  embedder: Embedder;
  project: ProjectRow;
  /** The path of the embedded store's database. */
  path: string;
  /** Questions, each with words from one chunk. */
  questions: string[];
  /** The milliseconds of writing the chunks, in batches of 50. */
  writing: number;
}

/** Sentences with their terms. Making texts from sentences takes a hundredth of the time of making them from words. */
function makeSentences(random: () => number, count: number): { text: string; terms: string }[] {
  const word = createWords(random);
  return Array.from({ length: count }, () => {
    const text = paragraph(word, random, 1);
    return { text, terms: indexTerms(text, 'en').join(' ') };
  });
}

/** Made-up chunks of about 1000 characters with their index terms and vectors, as ingestion hands them to the store. */
export async function* makeBatches(embedder: Embedder, count: number): AsyncGenerator<NewChunk[]> {
  const random = seeded(2);
  const sentences = makeSentences(random, Math.max(MAX_EMBEDDED, count / 2));
  const embedded: Float32Array[] = [];
  const vectorsOf = async (texts: string[]) => {
    if (embedded.length >= MAX_EMBEDDED) return texts.map(() => mixed(embedded, random));
    const made = await embedder.embed(texts, 'passage');
    embedded.push(...made);
    return made;
  };
  for (let from = 0, start = 0; from < count; from += BATCH) {
    const drawn = () => sentences[Math.floor(random() * sentences.length)] ?? { text: '', terms: '' };
    const parts = Array.from({ length: Math.min(BATCH, count - from) }, () => Array.from({ length: SENTENCES }, drawn));
    const texts = parts.map((chosen) => chosen.map(({ text }) => text).join(' '));
    const vectors = await vectorsOf(texts);
    yield texts.map((text, at) => {
      const seq = from + at;
      const heading = `Chapter ${1 + Math.floor(seq / 10)}`;
      const chunk: NewChunk = {
        seq,
        start,
        end: start + text.length,
        text,
        headings: ['Book', heading],
        page: null,
        blocks: encodeBlocks([{ kind: 'paragraph', start: 0, end: text.length }]),
        section: Math.floor(seq / 10),
        headingTerms: indexTerms(`Book ${heading}`, 'en').join(' '),
        terms: (parts[at] ?? []).map(({ terms }) => terms).join(' '),
        embedding: vectors[at] ?? new Float32Array(embedder.dimensions),
      };
      start = chunk.end + 2;
      return chunk;
    });
  }
}

/** A unit vector between two of the vectors. */
function mixed(vectors: Float32Array[], random: () => number): Float32Array {
  const drawn = () => vectors[Math.floor(random() * vectors.length)] ?? new Float32Array(0);
  const [one, other, share] = [drawn(), drawn(), random()];
  const sum = one.map((value, at) => share * value + (1 - share) * (other[at] ?? 0));
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

/** Runs some work with a library of `count` chunks in `directory`. `storeEngine` is one of `STORE_ENGINES`. */
export async function withLibrary<Result>(
  directory: string,
  count: number,
  work: (library: Library) => Promise<Result>,
  storeEngine = 'sqlite',
): Promise<Result> {
  const embedder = createBuiltinEmbedder();
  const open = STORE_ENGINES[storeEngine];
  if (!open) throw new Error(`There is no store engine ${storeEngine}.`);
  const store = await open({ dataDir: directory, embedder, log: createLog(() => undefined) });
  try {
    const project = await withProject(store);
    const questions: string[] = [];
    const writing = await fillProject(store, embedder, project.id, count, (batch) =>
      questions.push(...makeQuestions(batch, Math.max(20, Math.ceil(count / MAX_QUESTIONS)))),
    );
    return await work({ store, embedder, project, path: databaseFile(directory), questions, writing });
  } finally {
    await store.close();
    await embedder.close();
  }
}

/** Creates a source of `count` chunks. Returns the milliseconds that the store took. */
export async function fillProject(
  store: Store,
  embedder: Embedder,
  projectId: string,
  count: number,
  see: (chunks: NewChunk[]) => unknown = () => undefined,
): Promise<number> {
  await store.sources.create(aSource(projectId));
  const job = await claimed(store, 'bench', Date.now(), 3_600_000);
  let writing = 0;
  const timed = async <Result>(work: Promise<Result>) => {
    const began = performance.now();
    const result = await work;
    writing += performance.now() - began;
    return result;
  };
  const generation = await timed(staged(store, job, []));
  for await (const batch of makeBatches(embedder, count)) {
    await timed(store.chunks.append(job, generation, batch));
    see(batch);
  }
  await timed(publish(store, job, generation, count));
  return writing;
}

/** The text of the whole document is empty, as answers do not read it. */
const publish = (store: Store, job: JobRow, generation: number, chunksCount: number) =>
  store.chunks.publish(job, generation, {
    document: { title: 'Book', language: 'en', text: '' },
    chunksCount,
    metadata: { filename: 'book.md' },
    at: Date.now(),
  });

const MAX_QUESTIONS = 30;

/** Seven consecutive words from every nth chunk. */
function makeQuestions(chunks: NewChunk[], every: number): string[] {
  return chunks
    .filter(({ seq }) => seq % every === 0)
    .map(({ text }) => `What is ${text.replaceAll('.', '').split(' ').slice(20, 27).join(' ')}?`);
}
