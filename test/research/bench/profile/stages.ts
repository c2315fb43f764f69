import { createHash } from 'node:crypto';
import { toAnswer } from '../../../../server/answering/output/to-answer.ts';
import { createAnswerer } from '../../../../server/answering/pipeline.ts';
import { contextualizeQuery } from '../../../../server/answering/query/contextualize-query.ts';
import { queryTermsFor } from '../../../../server/answering/query/query-terms.ts';
import { fuseLists, hybridRetrieve } from '../../../../server/answering/retrieval/hybrid-retrieve.ts';
import { matchPassage } from '../../../../server/answering/retrieval/match-passage.ts';
import type { QuestionReader } from '../../../../server/answering/retrieval/question-reader.ts';
import { correctSpelling } from '../../../../server/answering/spelling/correct-spelling.ts';
import type { Embedder } from '../../../../server/engines/types.ts';
import type { Store } from '../../../../server/store/types.ts';
import { databaseFile } from '../../../helpers/stores/rows.ts';
import { rankByWords } from '../../eval/rank-by-words.ts';
import { threadMicroseconds } from '../processes.ts';
import { openRawSearch } from '../raw-database.ts';
import { descendantsOf } from '../scale/processor-time.ts';
import { cpuOf } from '../stages.ts';

const LIMIT = 40;
const READ = 30;

/** In the order of an answer. The floor is the two statements of a search, each scanning what it has to. */
export const STAGES = [
  'spelling',
  'words',
  'full text',
  'vectors',
  'reading',
  'retrieval',
  'ranking',
  'reader',
  'answer',
  'floor',
] as const;

/** Mean milliseconds of processor time of all threads for each question, and of the processes of Postgres and the reader. */
export type StageTimes = Partial<Record<(typeof STAGES)[number], number>>;

export interface Profiled {
  times: StageTimes;
  /** Changes with any byte of an answer. */
  digest: string;
}

interface Subject {
  store: Store;
  embedder: Embedder;
  questionReader: QuestionReader | null;
  projectId: string;
}

const ENDED = new Set(['ENOENT', 'ESRCH']);

/** Microseconds; of a process that has ended, none. */
function microsecondsOf(pid: number): number {
  try {
    return threadMicroseconds(pid);
  } catch (error) {
    if (ENDED.has((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}

/** Runs the stages of a question one after the other; `retrieval` has those before it and `answer` all of them. */
export function createStages({ store, embedder, questionReader, projectId }: Subject) {
  const parts = { store, embedder, questionReader };
  const answerer = createAnswerer({ store, embedder: () => embedder, questionReader });
  const { signal } = new AbortController();

  async function ask(questions: string[]): Promise<Profiled> {
    let others: number[] = [];
    const timesOfOthers = () => others.map(microsecondsOf);
    const digest = createHash('sha256');
    const sums = new Map<string, number>();
    const timed = async <Result>(stage: (typeof STAGES)[number], work: () => Promise<Result> | Result) => {
      const results: Result[] = [];
      const before = timesOfOthers();
      const own = await cpuOf(async () => results.push(await work()));
      // A process of Postgres may have ended.
      const more = timesOfOthers().map((after, at) => Math.max(0, after - (before[at] ?? 0)) / 1000);
      const spent = more.reduce((sum, one) => sum + one, own);
      sums.set(stage, (sums.get(stage) ?? 0) + spent / questions.length);
      return results[0] as Result;
    };
    for (const text of questions) {
      others = descendantsOf(process.pid);
      const question = { projectId, text, history: [], contact: '', signal };
      const query = contextualizeQuery(question);
      await timed('spelling', () => correctSpelling(store, question));
      const terms = await timed('words', async () =>
        queryTermsFor(store, projectId, query, await store.documents.languages(projectId)),
      );
      const own = await timed('full text', () => store.search.text(projectId, terms.own, LIMIT));
      const near = await timed('vectors', async () => {
        const [vector] = await embedder.embed([text], 'query');
        return vector ? store.search.vector(projectId, vector, LIMIT) : [];
      });
      const ids = (hits: { chunkId: string }[]) => hits.map(({ chunkId }) => chunkId);
      const lists = { own: ids(own), withContext: [], vector: ids(near), read: [], similarities: new Map() };
      const fused = fuseLists(lists, 0.5).slice(0, READ);
      const idsRead = fused.map(({ id }) => id);
      await timed('reading', () => store.chunks.byIds(projectId, idsRead));
      const passages = await timed('retrieval', () => hybridRetrieve(parts, { projectId, signal }, query, terms));
      await timed('ranking', () => {
        const matches = passages.map((passage) => matchPassage(passage, terms));
        return rankByWords(text, matches, terms);
      });
      if (questionReader)
        await timed('reader', async () => {
          const vector = await questionReader.embed(projectId, query, signal);
          if (vector) await store.search.read(projectId, vector, LIMIT, questionReader.id);
          return questionReader.compare(
            projectId,
            query,
            passages,
            { byWords: () => passages, readAhead: true, own: query.text },
            signal,
          );
        });
      digest.update(JSON.stringify(await timed('answer', () => toAnswer(answerer.answer(question)))));
    }
    return { times: Object.fromEntries(sums), digest: digest.digest('hex') };
  }

  /** The floor of this machine in the same run: a query of the text index and a scan of the vectors in C. */
  async function floor(dataDir: string, questions: string[]): Promise<number> {
    const raw = openRawSearch(databaseFile(dataDir));
    let spent = 0;
    for (const text of questions) {
      const languages = await store.documents.languages(projectId);
      const terms = await queryTermsFor(
        store,
        projectId,
        contextualizeQuery({ projectId, text, history: [], contact: '', signal }),
        languages,
      );
      const [vector = new Float32Array(embedder.dimensions)] = await embedder.embed([text], 'query');
      spent += await cpuOf(() => raw.search(terms.own, vector, LIMIT));
    }
    raw.close();
    return spent / questions.length;
  }

  return { ask, floor };
}
