import { createAnswerer } from '../../server/answering/pipeline.ts';
import { retrieve } from '../../server/answering/retrieve.ts';
import { weighTerms } from '../../server/answering/terms.ts';
import { toAnswer } from '../../server/answering/to-answer.ts';
import type { Question } from '../../server/answering/types.ts';
import { understand } from '../../server/answering/understand.ts';
import { CHUNKS, type Library, withLibrary } from './library.ts';
import { type Measurement, median, round, verdict } from './measurement.ts';
import { withDirectory } from './subject.ts';

const ROUNDS = 3;

interface Times {
  raw: number[];
  retrieval: number[];
  answer: number[];
}

async function time(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Asks every question three ways in turn, so that what disturbs one disturbs the others too. */
async function ask({ store, embedder, project, raw, questions }: Library, times: Times): Promise<void> {
  const answerer = createAnswerer({ store, embedder });
  const { signal } = new AbortController();
  for (const text of questions) {
    const question: Question = { projectId: project.id, text, history: [], contact: '', signal };
    const understood = understand(question);
    const find = async () => {
      const languages = await store.documents.languages(project.id);
      const terms = await weighTerms(store.search, project.id, understood, languages);
      return { terms, passages: await retrieve({ store, embedder }, project.id, understood, terms, signal) };
    };
    const { terms, passages } = await find();
    if (passages.length === 0) throw new Error(`Nothing was found for "${text}".`);
    const [embedding = new Float32Array(embedder.dimensions)] = await embedder.embed([text], 'query');
    times.raw.push(await time(() => raw.search(terms.own, embedding, 40)));
    times.retrieval.push(await time(find));
    times.answer.push(await time(() => toAnswer(answerer.answer(question))));
  }
}

/** What an answer costs beside its retrieval, and retrieval beside the two statements it cannot do without. */
export async function measureAnswers(): Promise<Measurement[]> {
  return withDirectory((directory) =>
    withLibrary(directory, async (library) => {
      await ask(library, { raw: [], retrieval: [], answer: [] });
      const times: Times = { raw: [], retrieval: [], answer: [] };
      for (let round = 0; round < ROUNDS; round += 1) await ask(library, times);
      const [raw, retrieval, answer] = [median(times.raw), median(times.retrieval), median(times.answer)];
      return [
        {
          what: `retrieval from ${CHUNKS} chunks / two SQL statements, p50`,
          floor: `${round(raw)} ms`,
          measured: `${round(retrieval)} ms`,
          ratio: retrieval / raw,
          target: '≤ 1.3 ×, < 10 ms',
          verdict: verdict(retrieval / raw <= 1.3 && retrieval < 10),
        },
        {
          what: `whole answer from ${CHUNKS} chunks / retrieval alone, p50`,
          floor: `${round(retrieval)} ms`,
          measured: `${round(answer)} ms`,
          ratio: answer / retrieval,
          target: '≤ 2 ×',
          verdict: verdict(answer / retrieval <= 2),
        },
      ];
    }),
  );
}
