import type { Embedder, Reranker } from '../../engines/types.ts';
import { readQuestion } from '../../language/read-question.ts';
import { placedTerms } from '../../language/terms.ts';
import { lastWord } from '../../language/words.ts';
import { createAccountSlots } from '../../platform/scheduling/account-slots.ts';
import { type ContextualizedQuery, contextualizeQuery } from '../query/contextualize-query.ts';
import type { QueryTerms } from '../query/query-terms.ts';
import { correctSpelling } from '../spelling/correct-spelling.ts';
import type { FoundPassage, PassageFinder, PassageQuery, Span } from '../types.ts';
import { createTermMatcher, type MatchedPassage } from './match-passage.ts';
import { type NoSourcesStore, noSourcesReason } from './no-sources.ts';
import type { QuestionReader } from './question-reader.ts';
import { inReadingOrder, type SearchDependencies, type SearchResult, search } from './search.ts';

interface PassageFinderDependencies {
  store: SearchDependencies['store'] & NoSourcesStore;
  /** The one whose vectors are searched, or null. Called once for each search. */
  embedder: () => Embedder | null;
  reranker: () => Reranker | null;
  questionReader?: QuestionReader | null;
}

interface SearchEngines {
  embedder: Embedder | null;
  reranker: Reranker | null;
  questionReader: QuestionReader | null;
}

/** Searches that run at the same time, in all and of one account, besides those of answers (pipeline.ts). */
const SEARCHES = { total: 4, each: 2 };

/** Finds passages in the order in which an answer would read them. */
export function createPassageFinder(deps: PassageFinderDependencies): PassageFinder {
  const { store, embedder, reranker, questionReader = null } = deps;
  const searches = createAccountSlots(SEARCHES);
  return {
    async find(asked) {
      const { projectId, accountId, limit, signal } = asked;
      const engines = enginesFor(asked, { embedder: embedder(), reranker: reranker(), questionReader });
      const place = searches.join(accountId, signal);
      const corrected =
        asked.typing || asked.correct === false ? null : await place.run(() => correctSpelling(store, asked));
      const query = readQuery(corrected ? { ...asked, text: corrected.query } : asked);
      const result = await place.run(() => search({ store, ...engines }, asked, query));
      if (asked.typing && !isTelling(asked.text, result)) return { found: [], noSources: null, corrected };
      const matches = inReadingOrder(result, engines).slice(0, limit);
      const scores = scoresOf(result);
      return {
        found: matches.map((match) => describe(match, result.terms, scores.get(match.passage.chunkId) ?? 0)),
        noSources: await noSourcesReason(store, projectId, result),
        corrected,
      };
    },
  };
}

/** While somebody types, what a model would take for each letter is left out. */
function enginesFor({ typing }: PassageQuery, engines: SearchEngines): SearchEngines {
  if (!typing) return engines;
  const { embedder } = engines;
  return { embedder: embedder?.semantic ? null : embedder, reranker: null, questionReader: null };
}

function readQuery({ projectId, text, typing, signal }: PassageQuery): ContextualizedQuery {
  const query = contextualizeQuery({ projectId, text: text.trim(), history: [], contact: '', signal });
  const begun = typing ? lastWord(text) : null;
  return begun === null ? query : { ...query, begun };
}

/** Does the text say what is searched for yet? “How do I” does not. */
function isTelling(text: string, { terms, languages }: SearchResult): boolean {
  return terms.prefix !== undefined || readQuestion(text, languages.slice(1)).words.length > 0;
}

/** By the id of each passage: the score of what its order comes from. */
function scoresOf({ passages, ranked, fitted }: SearchResult): Map<string, number> {
  return fitted
    ? new Map(ranked.map(({ match, probability }) => [match.passage.chunkId, probability]))
    : new Map(passages.map(({ chunkId, score }) => [chunkId, score]));
}

function describe({ passage, sentences }: MatchedPassage, terms: QueryTerms, score: number): FoundPassage {
  const weightOf = ({ matched }: { matched: ReadonlySet<string> }) =>
    [...matched].reduce((sum, term) => sum + (terms.weights.get(term) ?? 0), 0);
  let best: Span = { start: 0, end: passage.text.length };
  let most = 0;
  for (const sentence of sentences) {
    const weight = weightOf(sentence);
    if (weight > most) [most, best] = [weight, { start: sentence.start, end: sentence.end }];
  }
  return { passage, score, highlights: findHighlights(passage.text, passage.language, terms), best };
}

/** The words of a text that are searched for. Those that touch are one range. */
function findHighlights(text: string, language: string, terms: QueryTerms): Span[] {
  const asked = createTermMatcher(terms);
  const found: Span[] = [];
  for (const word of placedTerms(text, language)) {
    if (!word.terms.some((term) => asked(term) !== undefined)) continue;
    const last = found.at(-1);
    if (last && word.start <= last.end) last.end = Math.max(last.end, word.end);
    else found.push({ start: word.start, end: word.end });
  }
  return found;
}
