import { isOfKind } from '../query/near-copies.ts';
import type { QueryTerms } from '../query/query-terms.ts';
import { likelihoodsOf, type RankedPassage } from '../retrieval/feature-rerank.ts';
import { coverage } from '../retrieval/match-passage.ts';
import { nameTerms } from '../retrieval/ranking-features.ts';

/**
 * What tells whether the documents answer a question, by the whole of what was found. The score of the best passage alone does
 * not: some passage is always the best of its list. A feature that is added here gets its weight from `npm run train`.
 */
export interface CertaintyFeatures {
  /** 1 for every question: its weight is where the others begin. */
  bias: number;
  /** All that speaks for the best passage, in logits (feature-rerank.ts). */
  rankingLogit: number;
  /**
   * How evenly the likelihood is spread over what was found: 0 where one passage has all of it, 1 where all are alike. Of a
   * ranking by words alone it tells nothing more.
   */
  spread: number;
  /** Of the terms that say what is asked for, the share that the best passage has. */
  contentShare: number;
  /** How many of these terms there are, as a share of eight at most: more words are seldom met by chance. */
  contentTerms: number;
  /** What the title and headings of the best passage cover. */
  headingCoverage: number;
  /** How much of the question the best passage has in words of the same meaning. Any text has some. */
  wordSimilarity: number;
  /** The share of the first five passages that are of one document with the best. */
  documentShare: number;
  /** How rare the terms of the question are among the passages of the project, 0–1: what is off its subject is in other words. */
  meanRarity: number;
  /** 1 where the question has no names. */
  hasNoNames: number;
  /** How long the terms of the question are, as a share of ten characters at most: n-grams and syllables are met by chance more often than words. */
  termLength: number;
  /** Of a follow-up, all that its own words speak for the passage that they lead to, in logits; 0 for a question that stands alone. */
  ownLogit: number;
  /** Of a follow-up, how much of it the conversation has asked for before: 1 from one word in four on; 0 for a question that stands alone. */
  repeatedTerms: number;
  /** Of a follow-up, what the best passage has of the rest that the conversation asked for; 0 for a question that stands alone. */
  carriedTerms: number;
  /** How well the best passage has the words of the question by what the reader says; 0 without a reader. */
  lateInteraction: number;
  /** How near it is to the whole of the question by that. */
  readerSimilarity: number;
  /** How near it comes to the word of the question that it has least of. */
  weakestWord: number;
}

const MAX_CONTENT_TERMS = 8;
const MAX_TERM_LENGTH = 10;
const FIRST_PASSAGES = 5;
/** With one word in four said before, it is the same subject. */
const SAME_SUBJECT = 0.25;

/** Null where nothing was found that has a word of the question, or that the reader has compared with it. */
export function certaintyFeatures(ranked: RankedPassage[], terms: QueryTerms): CertaintyFeatures | null {
  const [best] = ranked;
  if (!best || (best.features.coverage === 0 && best.features.lateInteraction === 0)) return null;
  const { inText, inHeadings, passage } = best.match;
  // What a question says itself is what it stands on: the words that its conversation brings are found again in any case.
  const content = terms.own.filter((term) => terms.roles.get(term) !== 'asking' && isFirstForm(term, terms));
  const said = content.filter((term) => inText.has(term) || inHeadings.has(term));
  const first = ranked.slice(0, FIRST_PASSAGES);
  const rarities = weightsFor(passage.text, terms);
  // The forms of a word share its weight.
  const rarityOf = (term: string) => (rarities.get(term) ?? 0) * (terms.forms.get(term)?.length ?? 1);
  return {
    bias: 1,
    rankingLogit: best.logit,
    spread: spreadOf(ranked.map(({ logit }) => logit)),
    contentShare: content.length === 0 ? 0 : said.length / content.length,
    contentTerms: Math.min(content.length, MAX_CONTENT_TERMS) / MAX_CONTENT_TERMS,
    headingCoverage: coverage(terms, [inHeadings], terms.own),
    wordSimilarity: best.features.wordSimilarity,
    documentShare: first.filter(({ match }) => match.passage.sourceId === passage.sourceId).length / FIRST_PASSAGES,
    meanRarity: mean(content.map(rarityOf)) / Math.log(1 + terms.chunks),
    hasNoNames: nameTerms(terms).length === 0 ? 1 : 0,
    termLength: mean(terms.own.map((term) => Math.min([...term].length, MAX_TERM_LENGTH))) / MAX_TERM_LENGTH,
    ownLogit: terms.carried.length === 0 ? 0 : Math.max(...ranked.map((one) => one.ownLogit)),
    repeatedTerms: repeatedTerms(terms),
    carriedTerms: coverage(terms, [inText, inHeadings], terms.carried),
    lateInteraction: best.features.lateInteraction,
    readerSimilarity: best.features.readerSimilarity,
    weakestWord: best.features.weakestWord,
  };
}

/** The entropy of the likelihoods, as a share of the highest that so many can have. Of one passage alone it is 0. */
function spreadOf(logits: number[]): number {
  const entropy = likelihoodsOf(logits).reduce((sum, share) => (share === 0 ? sum : sum - share * Math.log(share)), 0);
  return logits.length > 1 ? entropy / Math.log(logits.length) : 0;
}

/** Is it the only term of its word, or the one that stands for those of other languages? */
const isFirstForm = (term: string, { forms, roles }: QueryTerms) =>
  forms.get(term)?.find((form) => roles.has(form)) === term || !forms.has(term);

/**
 * How rare the terms are for a passage. One of many that are nearly the same may have of a question the one word that tells it
 * from the others: a reference of rivers does not say what is asked of one. There all passages count.
 */
function weightsFor(text: string, { weights, amongDifferent }: QueryTerms): Map<string, number> {
  if (!amongDifferent) return weights;
  return isOfKind(text, amongDifferent.kinds) ? weights : amongDifferent.weights;
}

function repeatedTerms({ words }: QueryTerms): number {
  if (words.length === 0) return 0;
  return Math.min(words.filter(({ repeated }) => repeated).length / words.length / SAME_SUBJECT, 1);
}

const mean = (values: number[]) =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
