import { toAnswer } from '../../../answering/output/to-answer.ts';
import type { AnswerSlot } from '../../../answering/types.ts';
import type { GoldenQuestionRow, ProjectRow, Store, StoredProposal } from '../../../store/types.ts';
import { faultOf } from '../golden-questions.ts';
import { type Candidate, candidates } from './candidates.ts';

const MAX_PROPOSALS = 4;
const MAX_ASKED = 10;
const MAX_GOLDEN = 8;
const READ_CHUNKS = 400;

type Stores = Pick<Store, 'chunks' | 'documents' | 'sources' | 'goldenQuestions'>;

export interface FindDeps {
  store: Stores;
  signal: AbortSignal;
  /** A place for one answer, when no one else waits for one. */
  slot: () => Promise<AnswerSlot>;
}

/** What proposals are made of. */
interface Ingredients {
  language: string;
  golden: GoldenQuestionRow[];
  /** Changes with what they are made of. */
  version: string;
}

export async function ingredients(
  { id, language }: ProjectRow,
  { chunks, documents, goldenQuestions }: Stores,
): Promise<Ingredients> {
  const { rows: golden } = await goldenQuestions.list(id, { limit: MAX_GOLDEN, offset: 0 });
  const [most = 'en'] = language === 'auto' ? await documents.languages(id) : [new Intl.Locale(language).language];
  return {
    language: most,
    golden,
    version: [await chunks.version(id), most, ...golden.map((row) => row.id)].join(' '),
  };
}

/** Asks the candidates one after the other, until enough of them are answered well. */
export async function find(
  project: ProjectRow,
  { golden, language }: Ingredients,
  { store, signal, slot }: FindDeps,
): Promise<{ questions: StoredProposal[]; asked: number }> {
  const chunks = await store.chunks.spread(project.id, READ_CHUNKS);
  const refused = new Set(project.proposals?.refused);
  const all = candidates(golden, chunks, language).filter(({ question }) => !refused.has(question));
  const questions: StoredProposal[] = [];
  let asked = 0;
  for (const candidate of all.slice(0, MAX_ASKED)) {
    if (questions.length === MAX_PROPOSALS) break;
    const place = await slot();
    try {
      asked += 1;
      const question = { projectId: project.id, text: candidate.question, history: [], contact: '', signal };
      const sourceId = await answeringPage(candidate, await toAnswer(place.answer(question)), store);
      if (sourceId === null) continue;
      const from = candidate.golden ? 'golden_question' : 'heading';
      questions.push({ question: candidate.question, from, sourceId });
    } finally {
      place.release();
    }
  }
  return { questions, asked };
}

/** The page that answers the candidate; null if the answer is not sure, is cut, or cites another page than it must. */
async function answeringPage(
  { golden, sourceId }: Candidate,
  answer: Awaited<ReturnType<typeof toAnswer>>,
  store: Stores,
): Promise<string | null> {
  if (answer.finishReason !== 'stop' || answer.unsupported.length > 0 || answer.text.includes('…')) return null;
  if (golden && (await faultOf(store, golden, answer)) !== null) return null;
  const cited = answer.citations.map(({ source_id }) => source_id);
  return (sourceId === null ? cited[0] : cited.find((id) => id === sourceId)) ?? null;
}
