import { LRUCache } from 'lru-cache';
import { type Lexicon, lexiconFor } from '../../language/lexicon/lexicon.ts';
import { type AnalyzedText, analyzeText, type Clause, type Token } from './analyze-text.ts';
import { analyzeUnspacedText } from './analyze-unspaced-text.ts';
import { compareOrder } from './compare-order.ts';
import { comparePolarity, hasAntonym } from './compare-polarity.ts';
import { compareQuantities } from './compare-quantities.ts';
import type { ClaimSentence } from './compare-restrictions.ts';
import { compareScope } from './compare-scope.ts';
import { compareSentence } from './compare-sentence.ts';
import { compareWording } from './compare-wording.ts';
import { type IndexedText, indexText, type MatchedClause, matchClauses } from './match-clauses.ts';
import { matchSentences } from './match-sentences.ts';
import { type EntryGroup, readEntries } from './read-entries.ts';

/** What in a sentence contradicts a passage. */
export type Contradiction =
  | 'negation'
  | 'antonym'
  | 'quantity'
  | 'limit'
  | 'quantifier'
  | 'exception'
  | 'order'
  | 'role'
  | 'wording';

/** A clause that has less of the sentence's clause speaks of something else. */
const MIN_SCORE = 0.4;
const MIN_ALIGNED = 2;
/** Clauses that score this share of the best one may be the one that is meant. */
const NEAR_BEST = 0.75;
/** Clauses count only in sentences that have this share of what the best one has of the whole sentence, … */
const MIN_SENTENCE_SHARE = 0.65;
/** … or if they have so much of a clause with as many words. */
const MIN_SCORE_ALONE = 0.8;
const MIN_CONTENT_ALONE = 3;
/** Of the passage, to compare a whole sentence with. */
const MAX_SENTENCES = 3;
/** Longer sentences are compared clause by clause only, as comparing whole ones takes the product of their lengths. */
const MAX_SENTENCE_TOKENS = 120;
/** Characters of passages that are kept analyzed, some 40 bytes each: questions lead to the same passages again and again. */
const CACHED_CHARACTERS = 300_000;

const analyzedPassages = new LRUCache<string, AnalyzedText>({
  maxSize: CACHED_CHARACTERS,
  sizeCalculation: (_, key) => key.length,
});

/** A passage that sentences are compared with. */
export type ComparedPassage = ReturnType<typeof createComparedPassage>;

/** Prepares a passage for comparisons, on first use. */
export function createComparedPassage(text: string, language: string) {
  const lexicon = lexiconFor(language);
  if (!lexicon) return { findContradiction: () => null, hasSynonym: () => false };
  let known: ReadPassage | null = null;
  const passage = () => {
    known ??= readPassage(text, lexicon);
    return known;
  };
  return {
    /** What of a sentence in the passage's language contradicts the passage; null if nothing does. */
    findContradiction(sentence: string): Contradiction | null {
      const claim = analyze(sentence, lexicon);
      for (const [at, tokens] of claim.sentences.entries()) {
        const clauses = claim.clauses.filter((clause) => clause.sentence === at);
        const found = findInSentence({ tokens, clauses }, passage(), lexicon);
        if (found) return found;
      }
      return null;
    },
    /** Does the passage have a synonym of this term? */
    hasSynonym(term: string): boolean {
      return [...passage().indexed.related(term).values()].some((relation) => relation === 'synonym');
    },
  };
}

/** A passage that has been analyzed. */
interface ReadPassage {
  indexed: IndexedText;
  entries: EntryGroup[];
}

function readPassage(text: string, lexicon: Lexicon): ReadPassage {
  const analyzed = analyzePassage(text, lexicon);
  return { indexed: indexText(analyzed, lexicon), entries: lexicon.unspaced ? [] : readEntries(analyzed) };
}

function findInSentence(own: ClaimSentence, { indexed, entries }: ReadPassage, lexicon: Lexicon): Contradiction | null {
  const { text } = indexed;
  const matched = matchSentences(own.tokens, indexed);
  const shares = new Map(matched.map(({ at, share }) => [at, share]));
  const needed = MIN_SENTENCE_SHARE * (matched[0]?.share ?? 0);
  for (const clause of own.clauses) {
    const isNearlyAll = (score: number) => score >= MIN_SCORE_ALONE && clause.content.length >= MIN_CONTENT_ALONE;
    const clauses = matchClauses(clause, indexed).filter(
      (one) => isNearlyAll(one.score) || (shares.get(one.clause.sentence) ?? 0) >= needed,
    );
    const found = compareClause(clause, own.tokens, text, clauses, lexicon);
    if (found) return found;
  }
  // Pairs of characters are no words, so their order and their places say little.
  if (lexicon.unspaced || own.tokens.length > MAX_SENTENCE_TOKENS) return null;
  const comparable = matched.filter(({ tokens }) => tokens.length <= 2 * MAX_SENTENCE_TOKENS);
  return compareSentence(own, comparable, { text, entries }, lexicon);
}

/** The result is shared: do not change it. */
function analyzePassage(text: string, lexicon: Lexicon): AnalyzedText {
  const key = `${lexicon.language} ${text}`;
  const analyzed = analyzedPassages.get(key) ?? analyze(text, lexicon);
  analyzedPassages.set(key, analyzed);
  return analyzed;
}

function analyze(text: string, lexicon: Lexicon): AnalyzedText {
  return lexicon.unspaced ? analyzeUnspacedText(text, lexicon) : analyzeText(text, lexicon);
}

function compareClause(
  own: Clause,
  ownSentence: Token[],
  passage: AnalyzedText,
  matched: MatchedClause[],
  lexicon: Lexicon,
): Contradiction | null {
  const best = matched[0];
  if (!best || best.score < MIN_SCORE || best.aligned.length < MIN_ALIGNED) return null;
  const near = matched.filter(({ score, aligned }) => score >= NEAR_BEST * best.score && aligned.length >= MIN_ALIGNED);
  const polarity = comparePolarity(own, near, passage);
  if (polarity) return polarity;
  if (compareQuantities(own, near, passage)) return 'quantity';
  const scope = compareScope(own, near);
  if (scope) return scope;
  if (ownSentence.length > MAX_SENTENCE_TOKENS) return null;
  const sentences = new Set(near.slice(0, MAX_SENTENCES).map(({ clause }) => passage.sentences[clause.sentence] ?? []));
  if (compareOrder(ownSentence, [...sentences], lexicon)) return 'order';
  // Pairs of characters are no words, so their order says little.
  if (lexicon.unspaced) return null;
  for (const sentence of sentences) {
    if (!own.hasException && hasAntonym(ownSentence, sentence, lexicon)) return 'antonym';
    if (compareWording(ownSentence, sentence, lexicon)) return 'wording';
  }
  return null;
}
