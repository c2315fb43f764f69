import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { createParserPool } from '../../../server/ingestion/parse/parser-pool.ts';
import { publish } from '../../../server/ingestion/pipeline.ts';
import { createLog } from '../../../server/platform/log.ts';
import { openSqliteStore } from '../../../server/store/sqlite/open.ts';
import { aSource, claimed, withProject } from '../../helpers/stores/rows.ts';
import { makeMarkdown } from './books.ts';
import { makeBatches, withLibrary } from './library.ts';
import { type Measurement, round, verdict } from './measurement.ts';
import { openRaw } from './raw-database.ts';
import { ingest, withDirectory, withSubject } from './subject.ts';

const CHUNKS = 2000;
/** The length of a long book, in usual ones. Here the start of a process and its first, slow steps are negligible. */
const LONG = 4;

/** The milliseconds to write the same number of chunks to bare tables. */
async function writeRaw(directory: string): Promise<number> {
  const embedder = createBuiltinEmbedder();
  const raw = openRaw(`${directory}/raw.db`, embedder.dimensions);
  let writing = 0;
  try {
    for await (const batch of makeBatches(embedder, CHUNKS)) {
      const began = performance.now();
      raw.insert(batch);
      writing += performance.now() - began;
    }
    return writing;
  } finally {
    raw.close();
    await embedder.close();
  }
}

/** Long enough for a spare process to be ready, as it is unless documents arrive at the same time. */
const BETWEEN_DOCUMENTS_MS = 3000;

/**
 * The milliseconds of the last stages with the product's child process, store and pipeline: from the parsed document in the
 * child to the publication of its chunks.
 */
async function chunkAndIndex(directory: string, books: Uint8Array[]): Promise<{ chunks: number; took: number }[]> {
  const embedder = createBuiltinEmbedder();
  const store = await openSqliteStore({ dataDir: directory, embedder, log: createLog(() => undefined) });
  const pool = createParserPool();
  const { signal } = new AbortController();
  const results: { chunks: number; took: number }[] = [];
  try {
    const project = await withProject(store);
    const read = async (book: Uint8Array) => {
      const path = join(directory, 'book.md');
      await writeFile(path, book);
      const made = aSource(project.id);
      await store.sources.create(made);
      const job = await claimed(store, 'bench', Date.now(), 3_600_000);
      const source = await store.sources.byId(made.id);
      if (!source) throw new Error('The source is gone.');
      let began = Number.NaN;
      const onProgress = (stage: string) => {
        if (stage === 'chunk' && Number.isNaN(began)) began = performance.now();
      };
      const { recipe } = embedder;
      const file = { path, format: 'markdown' as const, fileName: 'book.md', ...(recipe && { embedder: recipe }) };
      const prepared = await pool.prepareDocument(file, { accountId: 'bench', signal, onProgress });
      const assertRoom = async () => undefined;
      await publish(job, source, { metadata: {} }, prepared, {
        ...{ store, embedder, progress: onProgress, signal, assertRoom },
      });
      return { chunks: prepared.chunksCount, took: performance.now() - began };
    };
    await read(new TextEncoder().encode('# Warm\n\nA first document.\n'));
    for (const book of books) {
      await sleep(BETWEEN_DOCUMENTS_MS);
      results.push(await read(book));
    }
    return results;
  } finally {
    pool.close();
    await store.close();
    await embedder.close();
  }
}

/** Measures chunks per second: of the store, and of a document from its upload to `completed`. */
export async function measureIngestion(): Promise<Measurement[]> {
  const writing = await withDirectory(async (directory) => ({
    product: await withLibrary(directory, CHUNKS, async (library) => library.writing),
    floor: await writeRaw(directory),
  }));
  const perSecond = (chunks: number, milliseconds: number) => (chunks / milliseconds) * 1000;
  const floor = perSecond(CHUNKS, writing.floor);
  const whole = await withDirectory((directory) =>
    withSubject(directory, async (subject) => {
      await ingest(subject, new TextEncoder().encode('# Warm\n\nA first document.\n'), 'warm.md');
      const timed = async (book: Uint8Array) => {
        const began = performance.now();
        const chunks = await ingest(subject, book, 'book.md');
        return { chunks, perSecond: perSecond(chunks, performance.now() - began) };
      };
      return { short: await timed(makeMarkdown()), long: await timed(makeMarkdown(LONG)) };
    }),
  );
  const line = (what: string, measured: number): Measurement => ({
    what,
    floor: `${round(floor)} chunks/s`,
    measured: `${round(measured)} chunks/s`,
    ratio: measured / floor,
    target: '≥ 0.3 ×',
    verdict: verdict(measured / floor >= 0.3),
  });
  const pairs = await withDirectory((directory) =>
    chunkAndIndex(directory, [makeMarkdown(), makeMarkdown(LONG), makeMarkdown(LONG)]),
  );
  return [
    ...pairs.map(({ chunks, took }): Measurement => {
      const measured = perSecond(chunks, took);
      return {
        what: `${chunks} chunks cut, embedded and indexed, from parsed to published / raw inserts`,
        floor: `${round(floor)} chunks/s`,
        measured: `${round(measured)} chunks/s`,
        ratio: measured / floor,
        target: '≥ 3000 chunks/s',
        verdict: verdict(measured >= 3000),
      };
    }),
    line('storing chunks in batches of 50 / raw inserts', perSecond(CHUNKS, writing.product)),
    line(
      `${whole.short.chunks} chunks from upload to completed, embedding included / raw inserts`,
      whole.short.perSecond,
    ),
    line(
      `${whole.long.chunks} chunks from upload to completed, embedding included / raw inserts`,
      whole.long.perSecond,
    ),
  ];
}
