import { createWordSimilarity, directionsInHeading } from '../../engines/builtin/word-similarity.ts';
import type { WordComparison } from '../../engines/types.ts';
import type { QueryTerms } from '../query/query-terms.ts';
import type { Passage } from '../types.ts';
import { coverage, type MatchedPassage, prefixSimilarityShare, termProximity } from './match-passage.ts';

/**
 * What speaks for a passage, as shares of the weight of the question's terms, 0–1. Title and headings count as part of it. A
 * feature that is added here gets its weight from `npm run train`.
 */
export interface RankingFeatures {
  /** Its fused score divided by that of the best passage. */
  fusedScore: number;
  /** The terms that it has at all … */
  coverage: number;
  /** … in one sentence alone … */
  sentenceCoverage: number;
  /** … in one sentence with the one before it and the headings … */
  contextCoverage: number;
  /** … and in title and headings. */
  headingCoverage: number;
  /** How much of the last heading is asked for: 1 where the question names all of it. */
  headingMatch: number;
  /** Neighbouring terms of the question that are neighbours in it. */
  proximity: number;
  /** Coverage of the names in the question; 0 if there are none. */
  nameCoverage: number;
  /** Coverage that rises with the frequency of the terms for the passage's length, as in BM25. */
  termFrequency: number;
  /** Terms that it has in related words alone (prefix-similarity.ts). */
  prefixSimilarity: number;
  /** Where the cosine of its vector lies between the lowest and the highest that were found; 0 if its vector was not. */
  vectorSimilarity: number;
  /** How much of the question it has in words of the same meaning, by the vectors of words (word-similarity.ts). */
  wordSimilarity: number;
  /** How much of its document's title the question has in words of the same meaning: 1 where the question names all of it. */
  titleSimilarity: number;
  /** The share of all fused scores that the passages of its document have, beyond what is average for a passage. */
  documentShare: number;
  /** How well it has the words of the question by what the reader says (question-reader.ts); 0 without a reader. */
  lateInteraction: number;
  /** How near it is to the whole of the question by what the reader says; 0 without a reader. */
  readerSimilarity: number;
  /** How near it comes to the word of the question that it has least of, by what the reader says; 0 without a reader. */
  weakestWord: number;
}

/**
 * BM25's usual k1 (saturation) and b (length normalization). The average length is in characters. A passage that is shorter
 * than average gains nothing by that.
 */
const BM25 = { saturation: 1.2, lengthNormalization: 0.75, averageLength: 1000 };

/**
 * What the features of one passage are measured by: the question, and all that the search found. It does not change where the same
 * passages are ranked once more by other weights of the terms.
 */
export interface SearchScale {
  wordSimilarities: ReadonlyMap<Passage, number>;
  /** By title. */
  titleSimilarities: ReadonlyMap<string, number>;
  /** Of the fused scores of all passages, the share of each source, less the mean over the passages: 0 where there is one source. */
  sourceShares: ReadonlyMap<string, number>;
  /** The fused score of the best passage. */
  bestFused: number;
  lowestSimilarity: number;
  highestSimilarity: number;
}

export function searchScale(question: string, matches: MatchedPassage[]): SearchScale {
  const passages = matches.map(({ passage }) => passage);
  const similarities = passages.flatMap(({ similarity }) => similarity ?? []);
  const similarityOf = createWordSimilarity(question);
  return {
    wordSimilarities: new Map(matches.map(({ passage, directions }) => [passage, similarityOf(...directions)])),
    titleSimilarities: new Map(
      [...new Set(passages.map(({ title }) => title))].map((title) => [
        title,
        createWordSimilarity(title)(directionsInHeading(question)),
      ]),
    ),
    sourceShares: sharesBySource(passages),
    bestFused: Math.max(...passages.map(({ score }) => score), Number.MIN_VALUE),
    lowestSimilarity: Math.min(...similarities),
    highestSimilarity: Math.max(...similarities),
  };
}

function sharesBySource(passages: Passage[]): Map<string, number> {
  const total = passages.reduce((sum, { score }) => sum + score, 0) || 1;
  const shares = new Map<string, number>();
  for (const { sourceId, score } of passages) shares.set(sourceId, (shares.get(sourceId) ?? 0) + score / total);
  const mean = passages.reduce((sum, { sourceId }) => sum + (shares.get(sourceId) ?? 0), 0) / (passages.length || 1);
  return new Map([...shares].map(([sourceId, share]) => [sourceId, share - mean]));
}

export function rankingFeatures(
  match: MatchedPassage,
  terms: QueryTerms,
  scale: SearchScale,
  read: WordComparison = { words: 0, weakest: 0, whole: 0 },
): RankingFeatures {
  const { passage, inText, inHeadings } = match;
  const headingCoverage = coverage(terms, [inHeadings]);
  const { sentenceCoverage, contextCoverage } = sentenceCoverages(match, terms, headingCoverage);
  return {
    fusedScore: passage.score / scale.bestFused,
    coverage: coverage(terms, [inText, inHeadings]),
    sentenceCoverage,
    contextCoverage,
    headingCoverage,
    headingMatch: match.headingMatch,
    proximity: termProximity(match, terms),
    nameCoverage: coverage(terms, [inText, inHeadings], nameTerms(terms)),
    termFrequency: termFrequency(match, terms),
    prefixSimilarity: prefixSimilarityShare(terms, match),
    vectorSimilarity: similarityShare(passage, scale),
    wordSimilarity: scale.wordSimilarities.get(passage) ?? 0,
    titleSimilarity: scale.titleSimilarities.get(passage.title) ?? 0,
    documentShare: scale.sourceShares.get(passage.sourceId) ?? 0,
    lateInteraction: read.words,
    readerSimilarity: read.whole,
    weakestWord: read.weakest,
  };
}

/** Most sentences have no term of the question: with the one before, these have what the headings have. */
function sentenceCoverages(
  { sentences, inHeadings }: MatchedPassage,
  terms: QueryTerms,
  headingCoverage: number,
): Pick<RankingFeatures, 'sentenceCoverage' | 'contextCoverage'> {
  let sentenceCoverage = 0;
  let contextCoverage = sentences.length > 0 ? headingCoverage : 0;
  sentences.forEach(({ matched: own }, at) => {
    const before = sentences[at - 1]?.matched;
    if (own.size > 0) sentenceCoverage = Math.max(sentenceCoverage, coverage(terms, [own]));
    if (own.size > 0 || (before && before.size > 0))
      contextCoverage = Math.max(
        contextCoverage,
        coverage(terms, before ? [own, before, inHeadings] : [own, inHeadings]),
      );
  });
  return { sentenceCoverage, contextCoverage };
}

function similarityShare({ similarity }: Passage, { lowestSimilarity, highestSimilarity }: SearchScale): number {
  const range = highestSimilarity - lowestSimilarity;
  return similarity === null || !(range > 0) ? 0 : (similarity - lowestSimilarity) / range;
}

/** The terms of a question that are names. */
export const nameTerms = ({ own, roles }: QueryTerms): string[] => own.filter((term) => roles.get(term) === 'name');

function termFrequency({ positions, inHeadings, passage }: MatchedPassage, { weights }: QueryTerms): number {
  const { saturation, lengthNormalization, averageLength } = BM25;
  const damping =
    saturation * (1 - lengthNormalization + lengthNormalization * Math.max(1, passage.text.length / averageLength));
  let total = 0;
  let sum = 0;
  for (const [term, weight] of weights) {
    const times = positions.get(term)?.length ?? (inHeadings.has(term) ? 1 : 0);
    total += weight;
    sum += (weight * times) / (times + damping);
  }
  return total === 0 ? 0 : sum / total;
}
