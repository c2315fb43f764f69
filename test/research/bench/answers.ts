import { statSync } from 'node:fs';
import { toAnswer } from '../../../server/answering/output/to-answer.ts';
import { createAnswerer } from '../../../server/answering/pipeline.ts';
import { contextualizeQuery } from '../../../server/answering/query/contextualize-query.ts';
import { queryTermsFor } from '../../../server/answering/query/query-terms.ts';
import { hybridRetrieve } from '../../../server/answering/retrieval/hybrid-retrieve.ts';
import type { Question } from '../../../server/answering/types.ts';
import { type Library, withLibrary } from './library.ts';
import { type Measurement, median, round, verdict } from './measurement.ts';
import { ownMegabytes } from './processes.ts';
import { openRawSearch, type RawSearch } from './raw-database.ts';
import { withDirectory } from './subject.ts';

const ROUNDS = 3;

/** Milliseconds of wall-clock time and of processor time. Other work on the machine affects the latter less. */
interface Spent {
  clock: number;
  processor: number;
}

interface Times {
  raw: Spent[];
  retrieval: Spent[];
  answer: Spent[];
}

async function time(work: () => unknown): Promise<Spent> {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { clock: performance.now() - began, processor: (user + system) / 1000 };
}

const clockOf = (spent: Spent[]) => spent.map(({ clock }) => clock);

/** Details beside the median: the fastest time and the processor time. */
function aside(spent: Spent[]): string {
  const processor = median(spent.map((one) => one.processor));
  return `least ${round(Math.min(...clockOf(spent)))} ms, processor ${round(processor)} ms`;
}

/** Asks every question in three ways in turn, so that disturbances affect all of them. */
async function ask({ store, embedder, project, questions }: Library, raw: RawSearch, times: Times): Promise<void> {
  const answerer = createAnswerer({ store, embedder: () => embedder });
  const { signal } = new AbortController();
  for (const text of questions) {
    const question: Question = { projectId: project.id, text, history: [], contact: '', signal };
    const understood = contextualizeQuery(question);
    const find = async () => {
      const languages = await store.documents.languages(project.id);
      const terms = await queryTermsFor(store, project.id, understood, languages);
      return {
        terms,
        passages: await hybridRetrieve(
          { store, embedder, questionReader: null },
          { projectId: project.id, signal },
          understood,
          terms,
        ),
      };
    };
    const { terms, passages } = await find();
    if (passages.length === 0) throw new Error(`Nothing was found for "${text}".`);
    const [embedding = new Float32Array(embedder.dimensions)] = await embedder.embed([text], 'query');
    times.raw.push(await time(() => raw.search(terms.own, embedding, 40)));
    times.retrieval.push(await time(find));
    times.answer.push(await time(() => toAnswer(answerer.answer(question))));
  }
}

/** The sizes of projects, and the maximum milliseconds of an answer. */
const SIZES = { small: { chunks: 10_000, maxMs: 10 }, large: { chunks: 100_000, maxMs: 30 } };

/** Compares an answer with its retrieval, and the retrieval with the two statements that it needs. */
export async function measureAnswers(size: keyof typeof SIZES): Promise<Measurement[]> {
  const { chunks, maxMs } = SIZES[size];
  return withDirectory((directory) =>
    withLibrary(directory, chunks, async (library) => {
      const raw = openRawSearch(library.path);
      const before = ownMegabytes(process.pid);
      await ask(library, raw, { raw: [], retrieval: [], answer: [] });
      const times: Times = { raw: [], retrieval: [], answer: [] };
      for (let round = 0; round < ROUNDS; round += 1) await ask(library, raw, times);
      raw.close();
      const [floor, retrieval, answer] = [
        median(clockOf(times.raw)),
        median(clockOf(times.retrieval)),
        median(clockOf(times.answer)),
      ];
      const memory = ownMegabytes(process.pid);
      return [
        {
          what: `retrieval from ${chunks} chunks / two SQL statements, p50 (${aside(times.retrieval)})`,
          floor: `${round(floor)} ms`,
          measured: `${round(retrieval)} ms`,
          ratio: retrieval / floor,
          target: `≤ 1.3 ×, < ${maxMs} ms`,
          verdict: verdict(retrieval / floor <= 1.3 && retrieval < maxMs),
        },
        {
          what: `whole answer from ${chunks} chunks / retrieval alone, p50 (${aside(times.answer)})`,
          floor: `${round(retrieval)} ms`,
          measured: `${round(answer)} ms`,
          ratio: answer / retrieval,
          target: `≤ 2 ×, < ${maxMs} ms`,
          verdict: verdict(answer / retrieval <= 2 && answer < maxMs),
        },
        {
          what: `private memory after these questions / before the first (database ${round(statSync(library.path).size / chunks)} bytes per chunk)`,
          floor: `${round(before)} MB`,
          measured: `${round(memory)} MB`,
          ratio: memory / before,
          target: '+ 192 MB',
          verdict: Number.isNaN(memory) ? 'unknown' : verdict(memory - before <= 192),
        },
      ];
    }),
  );
}
