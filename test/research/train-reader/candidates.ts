/**
 * Writes what the reader's encoder is trained on (train.py): for each question, the passages that hold its answer and the others
 * that the search finds for it. `npm run train:reader -- --repositories FOLDER --output FOLDER`. The first folder contains a clone
 * of each repository of manifest.json at its commit, as `owner+name`.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contextualizeQuery } from '../../../server/answering/query/contextualize-query.ts';
import { search } from '../../../server/answering/retrieval/search.ts';
import { passageText } from '../../../server/engines/passage-text.ts';
import { openEngines } from '../eval/engines.ts';
import type { SetDocument } from '../eval/sets.ts';
import { openWorkbench, type Workbench } from '../eval/workbench.ts';
import { cloneOf } from '../train-vectors/repository.ts';
import {
  choosePages,
  isAnswer,
  readRepositories,
  readWrittenQuestions,
  type WrittenQuestion,
} from './written-questions.ts';

const MAX_PAGES = 420;
const MAX_PASSAGES = 20_000;

/** A passage as the reader reads it. `body`: without its headings. */
interface Passage {
  page: string;
  text: string;
  body: string;
}

/** `gold` and `found` are positions among the passages; `found` in the order of the search. */
interface Question {
  question: string;
  gold: number[];
  found: number[];
}

const { values } = parseArgs({ options: { repositories: { type: 'string' }, output: { type: 'string' } } });
const say = (line: string) => process.stderr.write(`${line}\n`);
const { repositories, output } = values;
if (!repositories || !output) throw new Error('Specify the folders: --repositories FOLDER --output FOLDER');
mkdirSync(output, { recursive: true });

const written = readWrittenQuestions();
const engines = await openEngines({ embedder: 'builtin', answerer: 'extractive', reader: 'off' });
for (const repository of readRepositories()) {
  if (!existsSync(cloneOf(repositories, repository))) {
    say(`There is no clone of ${repository.repository}.`);
    continue;
  }
  const questions = written.get(repository.repository) ?? [];
  const bench = await openWorkbench(engines);
  const { passages, found } = await ask(bench, choosePages(repositories, repository, questions, MAX_PAGES), questions);
  await bench.close();
  const { repository: name, heldOut = false } = repository;
  writeFileSync(
    join(output, `${name.replace('/', '+')}.json`),
    JSON.stringify({ product: name, heldOut, passages, questions: found }),
  );
  say(`${name}: ${passages.length} passages, ${found.length} of ${questions.length} questions`);
}
await engines.close();

async function ask(
  bench: Workbench,
  documents: SetDocument[],
  questions: WrittenQuestion[],
): Promise<{ passages: Passage[]; found: Question[] }> {
  const at = await bench.ingest({ name: 'reader', folder: '', documents }, () => {});
  const passages: Passage[] = [];
  const places = new Map<string, number>();
  for (const [sourceId, { doc_id }] of at.documents) {
    const { rows } = await bench.store.chunks.ofSource(at.projectId, sourceId, { limit: MAX_PASSAGES, offset: 0 });
    for (const row of rows) {
      places.set(row.id, passages.length);
      passages.push({ page: doc_id, text: passageText(null, row), body: row.text });
    }
  }
  const found: Question[] = [];
  for (const written of questions) {
    const { page, question } = written;
    const gold = passages.flatMap((passage, place) =>
      passage.page === page && isAnswer(written, passage.body) ? [place] : [],
    );
    if (gold.length === 0) continue;
    const signal = new AbortController().signal;
    const put = { projectId: at.projectId, text: question, history: [], contact: '', signal };
    const { ranked } = await search(bench.searching, put, contextualizeQuery(put));
    found.push({ question, gold, found: ranked.flatMap(({ match }) => places.get(match.passage.chunkId) ?? []) });
  }
  return { passages, found };
}
