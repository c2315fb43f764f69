import { toAnswer } from '../answering/output/to-answer.ts';
import type { Answerer } from '../answering/pipeline.ts';
import { contextualizeQuery } from '../answering/query/contextualize-query.ts';
import { inReadingOrder, type SearchDependencies, search } from '../answering/retrieval/search.ts';
import type { Question } from '../answering/types.ts';
import { collapseWhitespace } from '../platform/text/collapse-whitespace.ts';
import type { Store } from '../store/types.ts';
import type { GoldenQuestion } from './golden-file.ts';

/** The result of one golden question. */
export interface Outcome {
  golden: GoldenQuestion;
  /** The 1-based rank of the first right passage among the best five; 0 if there is none. */
  found: number;
  /** The number of the first right citation; 0 if there is none. */
  cited: number;
  citations: number;
  refused: boolean;
  /** The answer says that it may not answer the question, and shows the closest passages. */
  unsure: boolean;
}

export interface AskDependencies extends SearchDependencies {
  store: SearchDependencies['store'] & Pick<Store, 'sources'>;
  answerer: Answerer;
}

const LOOKED_AT = 5;

/** Asks a project one question twice: once only to search, to see the passages found, and once for an answer. */
export async function ask(
  { answerer, ...dependencies }: AskDependencies,
  projectId: string,
  golden: GoldenQuestion,
): Promise<Outcome> {
  const { signal } = new AbortController();
  const question: Question = { projectId, text: golden.question, history: [], contact: '', signal };
  const passages = inReadingOrder(await search(dependencies, question, contextualizeQuery(question)), dependencies);
  const { citations, finishReason } = await toAnswer(answerer.answer(question));

  const firstRight = async (cited: { sourceId: string; title: string; text: string }[]) => {
    for (const [at, one] of cited.entries()) if (await isRight(dependencies.store, golden, one)) return at + 1;
    return 0;
  };
  return {
    golden,
    found: await firstRight(passages.slice(0, LOOKED_AT).map(({ passage }) => passage)),
    cited: await firstRight(citations.map((one) => ({ ...one, sourceId: one.source_id }))),
    citations: citations.length,
    refused: finishReason === 'refused',
    unsure: finishReason === 'unsure',
  };
}

/** Is the passage from the expected source, and does it contain the expected words? */
async function isRight(
  store: Pick<Store, 'sources'>,
  { source, text, answerable }: GoldenQuestion,
  passage: { sourceId: string; title: string; text: string },
): Promise<boolean> {
  if (!answerable || (text !== null && !flat(passage.text).includes(flat(text)))) return false;
  if (source === null) return true;
  const { metadata = {} } = (await store.sources.byId(passage.sourceId)) ?? {};
  const { title, filename, url, final_url, canonical_url } = metadata;
  const names = [passage.sourceId, passage.title, title, filename, url, final_url, canonical_url];
  return names.some((name) => name !== undefined && flat(name) === flat(source));
}

/** Normalizes case, white space and Unicode form, so that equal texts compare as equal. */
const flat = (text: string) => collapseWhitespace(text.normalize('NFKC').toLowerCase());
