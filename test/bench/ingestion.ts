import { makeMarkdown } from './books.ts';
import { CHUNKS, withLibrary } from './library.ts';
import { type Measurement, round, verdict } from './measurement.ts';
import { ingest, withDirectory, withSubject } from './subject.ts';

/** How many times the usual book: here the start of a process and its first, slow steps no longer count. */
const LONG = 4;

/** Chunks a second: what the store takes, and what a document needs from its upload to `completed`. */
export async function measureIngestion(): Promise<Measurement[]> {
  const writing = await withDirectory((directory) => withLibrary(directory, async (library) => library.writing));
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
