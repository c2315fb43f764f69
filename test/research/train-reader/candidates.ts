/**
 * Writes what the reader's encoder is trained on (train.py): for each question, the passages that hold its answer and the others
 * that the search finds for it. `npm run train:reader -- --repositories FOLDER --output FOLDER`. The first folder contains a clone
 * of each repository of manifest.json at its commit, as `owner+name`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { contextualizeQuery } from '../../../server/answering/query/contextualize-query.ts';
import { search } from '../../../server/answering/retrieval/search.ts';
import { passageText } from '../../../server/engines/passage-text.ts';
import { seeded } from '../../helpers/input/seeded.ts';
import { toDocument } from '../eval/docs-qa/documentation.ts';
import { openEngines } from '../eval/engines.ts';
import type { SetDocument } from '../eval/sets.ts';
import { openWorkbench, type Workbench } from '../eval/workbench.ts';
import { readJsonLines } from '../json-lines.ts';
import { cloneOf, type Repository, readFiles } from '../train-vectors/repository.ts';

const MANIFEST = fileURLToPath(new URL('./manifest.json', import.meta.url));
const QUESTIONS = fileURLToPath(new URL('./questions.jsonl', import.meta.url));

/** The pages of a documentation that are read: those that questions are about, and others by chance up to this number. */
const MAX_PAGES = 420;
const MAX_PASSAGES = 20_000;

/** A question as a visitor would put it before reading, and the beginnings of the passages of its page that hold the answer. */
interface Asked {
  product: string;
  page: string;
  passages: string[];
  question: string;
}

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

const manifest = JSON.parse(readFileSync(MANIFEST, 'utf8')) as (Repository & { heldOut?: true })[];
const asked = Map.groupBy(readJsonLines<Asked>(QUESTIONS), ({ product }) => product);
const engines = await openEngines({ embedder: 'builtin', answerer: 'extractive', reader: 'off' });
for (const repository of manifest) {
  if (!existsSync(cloneOf(repositories, repository))) {
    say(`There is no clone of ${repository.repository}.`);
    continue;
  }
  const questions = asked.get(repository.repository) ?? [];
  const bench = await openWorkbench(engines);
  const { passages, found } = await ask(bench, choosePages(repositories, repository, questions), questions);
  await bench.close();
  const { repository: name, heldOut = false } = repository;
  writeFileSync(
    join(output, `${name.replace('/', '+')}.json`),
    JSON.stringify({ product: name, heldOut, passages, questions: found }),
  );
  say(`${name}: ${passages.length} passages, ${found.length} of ${questions.length} questions`);
}
await engines.close();

function choosePages(folder: string, repository: Repository, questions: Asked[]): (SetDocument & { text: string })[] {
  const needed = new Set(questions.map(({ page }) => page));
  const random = seeded(1);
  const order = readFiles(folder, repository)
    .filter(({ groups }) => (groups.lang ?? 'en').startsWith('en'))
    .map(({ path, text, groups }) => ({ page: groups.page ?? path, path, text, place: random() }))
    .sort((one, other) => Number(needed.has(other.page)) - Number(needed.has(one.page)) || one.place - other.place);
  return order.slice(0, MAX_PAGES).map(({ page, path, text }) => ({ ...toDocument(path), doc_id: page, text }));
}

async function ask(
  bench: Workbench,
  documents: SetDocument[],
  questions: Asked[],
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
  for (const { page, passages: beginnings, question } of questions) {
    const gold = passages.flatMap((passage, place) =>
      passage.page === page && beginnings.some((beginning) => passage.body.trim().startsWith(beginning)) ? [place] : [],
    );
    if (gold.length === 0) continue;
    const signal = new AbortController().signal;
    const put = { projectId: at.projectId, text: question, history: [], contact: '', signal };
    const { ranked } = await search(bench.searching, put, contextualizeQuery(put));
    found.push({ question, gold, found: ranked.flatMap(({ match }) => places.get(match.passage.chunkId) ?? []) });
  }
  return { passages, found };
}
