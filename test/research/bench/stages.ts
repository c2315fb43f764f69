import { createBuiltinEmbedder } from '../../../server/engines/builtin/builtin-embedder.ts';
import { chunkDocument } from '../../../server/ingestion/chunk/chunk.ts';
import { splitUnits } from '../../../server/ingestion/chunk/split-units.ts';
import { parse } from '../../../server/ingestion/parse/parse.ts';
import { indexTerms } from '../../../server/language/terms.ts';
import { makeMarkdown } from './books.ts';
import { type Measurement, median, round, verdict } from './measurement.ts';

const ROUNDS = 5;

/** The floor: splitting the texts into words, lower-casing and counting them, which every index needs. */
function countWords(texts: string[]): number {
  let most = 0;
  for (const text of texts) {
    const counts = new Map<string, number>();
    for (const word of text.toLowerCase().match(/[a-z0-9]+/g) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
    most = Math.max(most, counts.size);
  }
  return most;
}

/** Milliseconds of processor time. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Measures each stage of ingestion, once the code is warm. */
export async function measureStages(): Promise<Measurement[]> {
  const bytes = makeMarkdown();
  const read = () => parse('markdown', bytes, () => undefined);
  const document = await read();
  const chunks = [...chunkDocument(document, 'book.md')];
  const texts = chunks.map(({ text }) => text);
  const embedder = createBuiltinEmbedder();
  const stages: Record<string, { work: () => unknown; most: number }> = {
    'parsing Markdown': { work: read, most: 4 },
    'cutting into sentences': {
      work: () => document.blocks.map((block) => splitUnits(document, block, 1000)),
      most: 2,
    },
    'index terms': { work: () => texts.map((text) => indexTerms(text, document.language)), most: 2 },
    'chunking, with sentences and terms': { work: () => [...chunkDocument(document, 'book.md')], most: 5 },
    'embedding, built in': { work: () => embedder.embed(texts, 'passage'), most: 7 },
  };
  const lines: Measurement[] = [];
  for (const [what, { work, most }] of Object.entries(stages)) {
    await work();
    const rounds: { floor: number; stage: number }[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1)
      rounds.push({ floor: await cpuOf(() => countWords(texts)), stage: await cpuOf(work) });
    const ratio = median(rounds.map(({ floor, stage }) => stage / floor));
    const perSecond = (milliseconds: number) => `${round((chunks.length / milliseconds) * 1000)} chunks/s`;
    lines.push({
      what: `${what} / counting the words`,
      floor: perSecond(median(rounds.map(({ floor }) => floor))),
      measured: perSecond(median(rounds.map(({ stage }) => stage))),
      ratio,
      target: `≤ ${most} ×`,
      verdict: verdict(ratio <= most),
    });
  }
  return lines;
}
