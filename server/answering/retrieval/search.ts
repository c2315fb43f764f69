import type { Embedder, Reranker } from '../../engines/types.ts';
import { languageAmong } from '../../language/detect.ts';
import type { Store } from '../../store/types.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import { isOfKind } from '../query/near-copies.ts';
import { type QueryTerms, queryTermsFor } from '../query/query-terms.ts';
import type { Passage, Question } from '../types.ts';
import { rankApiReferenceLower } from './api-reference.ts';
import { rankDefinitionsFirst } from './definitions.ts';
import { rankEmptyPassagesLower } from './empty-passages.ts';
import { describePassages, type RankedPassage, rankByFeatures } from './feature-rerank.ts';
import { hybridRetrieve } from './hybrid-retrieve.ts';
import { type MatchedPassage, matchPassage } from './match-passage.ts';
import { modelRerank } from './model-rerank.ts';
import { TRAINED_FOR_MODEL, TRAINED_FOR_MODEL_WITH_READER } from './model-weights.generated.ts';
import { rankNamedSectionsFirst } from './named-sections.ts';
import { rankNewsLower } from './news.ts';
import type { QuestionReader, ReaderMatch } from './question-reader.ts';
import { searchScale } from './ranking-features.ts';
import { rankOtherReleasesLower } from './releases.ts';
import { rankOtherSubjectsLower } from './subject-pages.ts';
import { rankTroubleshootingLower } from './troubleshooting.ts';
import { TRAINED, TRAINED_WITH_READER } from './weights.generated.ts';

export interface SearchDependencies {
  store: Pick<Store, 'search' | 'chunks' | 'documents'>;
  /** If null, or if it gives no vector for a question, only the text index is searched. */
  embedder: Embedder | null;
  /** A model that reorders what was found, if there is one. */
  reranker?: Reranker | null;
  /** Finds passages, and compares the question with what was found word by word, if there is a reader. */
  questionReader?: QuestionReader | null;
  /** False: no passage is read for the question itself, which takes a quarter of a second where few have been read before. */
  readAhead?: boolean;
  /** Others than the server ships with: an evaluation takes those that have not seen its questions. */
  weights?: TrainedForSearch;
}

/**
 * What the features count: where the built-in vectors were searched (weights.generated.ts), or those of a model
 * (model-weights.generated.ts); by words alone, or with a reader that has read what was found.
 */
export type TrainedForSearch = Record<'builtin' | 'model', Record<'words' | 'reader', typeof TRAINED>>;

export const SHIPPED: TrainedForSearch = {
  builtin: { words: TRAINED, reader: TRAINED_WITH_READER },
  model: { words: TRAINED_FOR_MODEL, reader: TRAINED_FOR_MODEL_WITH_READER },
};

/** The languages of the questions that the weights for models are fitted on. Those of other languages keep the built-in ones. */
const MODEL_LANGUAGES = ['en', 'und'];

/** What the documents have for a question. */
export interface SearchResult {
  /** In the order of retrieval, or of the reranking model, best first. */
  passages: Passage[];
  /** In the order of their features, best first. */
  ranked: RankedPassage[];
  terms: QueryTerms;
  /** Those that the order comes from, and that the certainty goes by. */
  weights: typeof TRAINED;
  /** Whether these are fitted for the vectors that were searched and for the language of the question. */
  fitted: boolean;
  /** Languages of a refusal, first choice first: the question's, then the documents'. */
  languages: string[];
}

/** Is the question in a language that no document is in? Then its words tell little about what was found. */
export function isForeign({ languages: [asked = 'und', ...written] }: Pick<SearchResult, 'languages'>): boolean {
  return asked !== 'und' && !written.includes(asked);
}

/** The passages that may answer a question: retrieve and fuse → rerank by model → match → match words → rerank by features. */
export async function search(
  { store, embedder, reranker = null, questionReader = null, readAhead = true, weights = SHIPPED }: SearchDependencies,
  { projectId, filter, signal, trace }: Pick<Question, 'projectId' | 'filter' | 'signal' | 'trace'>,
  asked: ContextualizedQuery,
): Promise<SearchResult> {
  const languages = await store.documents.languages(projectId);
  const query = { ...asked, language: languageAmong(asked.text, asked.language, languages) };
  const terms = await queryTermsFor(store, projectId, query, languages);
  trace?.queryContextualized(query, terms);
  const searched = { store, embedder, questionReader };
  const retrieved = await hybridRetrieve(searched, { projectId, filter, signal, trace }, query, terms);
  trace?.stageEnded('retrieve');
  const passages = reranker ? await modelRerank(reranker, query, retrieved, signal) : retrieved;
  const byModel = hasSemanticMatches({ passages }, embedder);
  const knows = MODEL_LANGUAGES.includes(query.language);
  const trained = weights[byModel && knows ? 'model' : 'builtin'];
  const matches = passages.map((passage) => matchPassage(passage, terms));
  const scale = searchScale(query.text, matches);
  const rank = ({ ranking }: typeof TRAINED, read: ReadonlyMap<string, ReaderMatch> | null) =>
    rankBesideCopies(terms, (weighted) => {
      const byFeatures = rankByFeatures(describePassages(matches, weighted, scale, read), ranking);
      const guides = rankTroubleshootingLower(rankApiReferenceLower(byFeatures, query), query);
      const telling = rankEmptyPassagesLower(guides);
      const bySubject = rankOtherSubjectsLower(rankDefinitionsFirst(telling, query), weighted);
      return rankOtherReleasesLower(rankNamedSectionsFirst(rankNewsLower(bySubject, query), query), query);
    });
  let rankedByWords: RankedPassage[] | undefined;
  const rankByWords = () => (rankedByWords ??= rank(trained.words, null));
  const own = terms.unnamed?.text ?? query.text;
  const reading = { byWords: () => rankByWords().map(({ match }) => match.passage), readAhead, own };
  const read = questionReader && (await questionReader.compare(projectId, query, passages, reading, signal));
  const used = trained[read ? 'reader' : 'words'];
  const ranked = read ? rank(used, read) : rankByWords();
  trace?.stageEnded('rerank');
  const fitted = !byModel || knows;
  return { passages, ranked, terms, weights: used, fitted, languages: [query.language, ...languages] };
}

/**
 * Where the best passage is none of those that are nearly the same, these count once: thousands of them make their words as
 * common as if they said nothing, and the rest of the documents would be ranked by what remains.
 */
function rankBesideCopies(terms: QueryTerms, rank: (terms: QueryTerms) => RankedPassage[]): RankedPassage[] {
  const ranked = rank(terms);
  const { amongDifferent } = terms;
  const [best] = ranked;
  if (!best || !amongDifferent || isOfKind(best.match.passage.text, amongDifferent.kinds)) return ranked;
  return rank({ ...terms, weights: amongDifferent.weights });
}

/** The embedder where its vectors order passages better than their words do: those that are built in do not. */
export function semanticEmbedder(embedder: Embedder | null): Embedder | null {
  return embedder?.semantic ? embedder : null;
}

/** Was anything found by its meaning? Never without a model, or if it had no vector for the question. */
export function hasSemanticMatches({ passages }: Pick<SearchResult, 'passages'>, embedder: Embedder | null): boolean {
  return semanticEmbedder(embedder) !== null && passages.some(({ vectorRank }) => vectorRank !== null);
}

/**
 * The passages in the order in which an answer reads them: by their features, unless the weights are for other vectors, or a
 * model has ranked them.
 */
export function inReadingOrder(
  { passages, ranked, terms, fitted }: SearchResult,
  { reranker = null }: Pick<SearchDependencies, 'reranker'>,
): MatchedPassage[] {
  return !fitted || reranker !== null
    ? passages.map((passage) => matchPassage(passage, terms))
    : ranked.map(({ match }) => match);
}
