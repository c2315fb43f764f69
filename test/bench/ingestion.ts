import { seeded } from '../helpers/seeded.ts';
import { createWords, paragraph } from './books.ts';
import { CHUNKS, withLibrary } from './library.ts';
import { type Measurement, round, verdict } from './measurement.ts';
import { ingest, withDirectory, withSubject } from './subject.ts';

/** A Markdown book of about a megabyte, a section of some paragraphs for each heading. */
function makeMarkdown(): Uint8Array {
  const random = seeded(3);
  const word = createWords(random);
  const sections = Array.from({ length: 500 }, (_, index) => {
    const paragraphs = Array.from({ length: 4 }, () => paragraph(word, random, 500));
    return `## Section ${index + 1}: ${word()}\n\n${paragraphs.join('\n\n')}`;
  });
  return new TextEncoder().encode(`# A book\n\n${sections.join('\n\n')}\n`);
}

/** Chunks a second: what the store takes, and what a document needs from its upload to `completed`. */
export async function measureIngestion(): Promise<Measurement[]> {
  const writing = await withDirectory((directory) => withLibrary(directory, async (library) => library.writing));
  const perSecond = (chunks: number, milliseconds: number) => (chunks / milliseconds) * 1000;
  const floor = perSecond(CHUNKS, writing.floor);
  const whole = await withDirectory((directory) =>
    withSubject(directory, async (subject) => {
      await ingest(subject, new TextEncoder().encode('# Warm\n\nA first document.\n'), 'warm.md');
      const book = makeMarkdown();
      const began = performance.now();
      const chunks = await ingest(subject, book, 'book.md');
      return perSecond(chunks, performance.now() - began);
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
    line('a document from upload to completed, embedding included / raw inserts', whole),
  ];
}
