import { existsSync } from 'node:fs';
import { contextualizeQuery } from '../../../../server/answering/query/contextualize-query.ts';
import type { DescribedPassage } from '../../../../server/answering/retrieval/feature-rerank.ts';
import { search } from '../../../../server/answering/retrieval/search.ts';
import { seeded } from '../../../helpers/input/seeded.ts';
import {
  choosePages,
  isAnswer,
  readRepositories,
  readWrittenQuestions,
  type WrittenAbout,
  type WrittenQuestion,
} from '../../train-reader/written-questions.ts';
import { cloneOf } from '../../train-vectors/repository.ts';
import type { Engines } from '../engines.ts';
import { draw } from '../sets.ts';
import { openWorkbench } from '../workbench.ts';
import { type Example, inSearchOrder } from './examples.ts';
import { type Manifest, WRITTEN } from './manifest.ts';

/**
 * Asks questions that were written to train the reader, each twice: of all that is found, and, as one near the subject that no
 * page answers, of what is found without its page. `folder`: the clones of the repositories, as `owner+name`.
 */
export async function writtenExamples(engines: Engines, folder: string, manifest: Manifest): Promise<Example[]> {
  const written = readWrittenQuestions();
  const examples: Example[] = [];
  for (const repository of wantedRepositories(folder, manifest)) {
    console.error(`reading ${WRITTEN} ${repository.repository}`);
    const all = written.get(repository.repository) ?? [];
    const drawn = draw(all, manifest.written.questions, seeded(manifest.seed));
    examples.push(...(await repositoryExamples(engines, folder, repository, drawn, manifest.written.pages)));
  }
  return examples;
}

function wantedRepositories(folder: string, { written }: Manifest): WrittenAbout[] {
  const wanted = readRepositories().filter(({ repository }) => written.repositories.includes(repository));
  const missing = wanted.filter((one) => !existsSync(cloneOf(folder, one))).map(({ repository }) => repository);
  if (missing.length > 0) throw new Error(`There are no clones in ${folder} of ${missing.join(', ')}.`);
  return wanted;
}

async function repositoryExamples(
  engines: Engines,
  folder: string,
  repository: WrittenAbout,
  questions: WrittenQuestion[],
  maxPages: number,
): Promise<Example[]> {
  const bench = await openWorkbench(engines);
  try {
    const documents = choosePages(folder, repository, questions, maxPages);
    const { projectId, documents: pages } = await bench.ingest({ name: WRITTEN, folder: '', documents }, () => {});
    const examples: Example[] = [];
    for (const written of questions) {
      const signal = new AbortController().signal;
      const question = { projectId, text: written.question, history: [], contact: '', signal };
      const found = await search(bench.searching, question, contextualizeQuery(question));
      const isOnPage = ({ match }: DescribedPassage) => pages.get(match.passage.sourceId)?.doc_id === written.page;
      examples.push(...askedTwice(repository.repository, written, found.terms, inSearchOrder(found), isOnPage));
    }
    return examples;
  } finally {
    await bench.close();
  }
}

/** A question as one that is answered, and as one that is not: without the passages of its page. */
export function askedTwice(
  repository: string,
  written: WrittenQuestion,
  terms: Example['terms'],
  passages: DescribedPassage[],
  isOnPage: (one: DescribedPassage) => boolean,
): Example[] {
  const right = passages.filter((one) => isOnPage(one) && isAnswer(written, one.match.passage.text));
  const asked = { set: WRITTEN, group: `${WRITTEN}/${repository}`, repeated: false, terms };
  return [
    { ...asked, kind: 'answerable', passages, right: new Set(right.map(({ match }) => match.passage.chunkId)) },
    { ...asked, kind: 'unanswerable', passages: passages.filter((one) => !isOnPage(one)), right: new Set() },
  ];
}
