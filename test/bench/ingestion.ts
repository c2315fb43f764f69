import { createBuiltinEmbedder } from '../../server/engines/builtin-embedder.ts';
import { makeMarkdown } from './books.ts';
import { makeBatches, withLibrary } from './library.ts';
import { type Measurement, round, verdict } from './measurement.ts';
import { openRaw } from './raw-database.ts';
import { ingest, withDirectory, withSubject } from './subject.ts';

const CHUNKS = 2000;
/** How many times the usual book: here the start of a process and its first, slow steps no longer count. */
const LONG = 4;

/** Milliseconds that bare tables take for as many chunks. */
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

/** Chunks a second: what the store takes, and what a document needs from its upload to `completed`. */
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
  return [
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
