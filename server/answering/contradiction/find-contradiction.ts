import { LRUCache } from 'lru-cache';
import { type Lexicon, lexiconFor } from '../../language/lexicon/lexicon.ts';
import { type AnalyzedText, analyzeText, type Clause } from './analyze-text.ts';
import { analyzeUnspacedText } from './analyze-unspaced-text.ts';
import { compareEntries } from './compare-entries.ts';
import { compareOrder } from './compare-order.ts';
import { comparePolarity, hasAntonym } from './compare-polarity.ts';
import { compareQuantities } from './compare-quantities.ts';
import { compareScope } from './compare-scope.ts';
import { compareSentence } from './compare-sentence.ts';
import { compareWording } from './compare-wording.ts';
import type { Contradiction } from './contradiction-types.ts';
import { type IndexedText, indexText, type MatchedClause, matchClauses } from './match-clauses.ts';
import { type MatchedSentence, matchSentences } from './match-sentences.ts';
import { type EntryGroup, readEntries } from './read-entries.ts';

/** A passage that sentences are compared with. */
export interface ComparedPassage {
  /** What of a sentence in the passage's language contradicts the passage; null if nothing does. */
  findContradiction(sentence: string): Contradiction | null;
  /** Does the passage have a synonym of this term? */
  hasSynonym(term: string): boolean;
}

/** A clause that has less of the sentence's clause speaks of something else. */
const MIN_SCORE = 0.4;
/** The share of what the best sentence has of the whole sentence; a clause in one that has less must itself say the same. */
const SAME_SUBJECT = 0.65;
const SAME_CLAUSE = 0.8;
const MIN_CLAUSE_WORDS = 3;
const MIN_ALIGNED = 2;
/** Clauses that score this share of the best one may be the one that is meant. */
const NEAR_BEST = 0.75;
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

/** Prepares a passage for comparisons, on first use. */
export function createComparedPassage(text: string, language: string): ComparedPassage {
  const lexicon = lexiconFor(language);
  if (!lexicon) return { findContradiction: () => null, hasSynonym: () => false };
  let known: IndexedText | null = null;
  const passage = () => {
    known ??= indexText(analyzePassage(text, lexicon), lexicon);
    return known;
  };
  let knownEntries: EntryGroup[] | null = null;
  const entries = () => {
    knownEntries ??= readEntries(text, lexicon);
    return knownEntries;
  };
  const compare = (claim: AnalyzedText, at: number): Contradiction | null => {
    const tokens = claim.sentences[at] ?? [];
    const clauses = claim.clauses.filter(({ sentence }) => sentence === at);
    const sentences = matchSentences(tokens, passage());
    for (const clause of clauses) {
      const matched = aboutTheSame(matchClauses(clause, passage()), sentences);
      const found = compareClause(clause, claim, passage().text, matched, lexicon);
      if (found) return found;
    }
    // Pairs of characters are no words, so what stands beside them says little.
    if (lexicon.unspaced) return null;
    const found = compareSentence({ tokens, clauses }, sentences, passage().text, lexicon);
    return found ?? (compareEntries(tokens, entries(), lexicon) ? 'exchange' : null);
  };
  return {
    findContradiction(sentence) {
      const claim = analyze(sentence, lexicon);
      for (const at of claim.sentences.keys()) {
        const found = compare(claim, at);
        if (found) return found;
      }
      return null;
    },
    hasSynonym(term) {
      return [...passage().related(term).values()].some((relation) => relation === 'synonym');
    },
  };
}

/** The clauses in sentences that have most of the words of the whole sentence, and those that say nearly the same. */
function aboutTheSame(clauses: MatchedClause[], sentences: MatchedSentence[]): MatchedClause[] {
  const shares = new Map(sentences.map(({ at, share }) => [at, share]));
  const most = sentences[0]?.share ?? 0;
  return clauses.filter(
    ({ clause: { sentence, content }, score }) =>
      (shares.get(sentence) ?? 0) >= SAME_SUBJECT * most ||
      (score >= SAME_CLAUSE && content.length >= MIN_CLAUSE_WORDS),
  );
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
  claim: AnalyzedText,
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
  const ownSentence = claim.sentences[own.sentence] ?? [];
  if (ownSentence.length > MAX_SENTENCE_TOKENS) return null;
  const sentences = new Set(near.slice(0, MAX_SENTENCES).map(({ clause }) => passage.sentences[clause.sentence] ?? []));
  if (compareOrder(ownSentence, [...sentences], lexicon)) return 'order';
  // Pairs of characters are no words, so their order says little.
  if (lexicon.unspaced) return null;
  // Pairs of characters are no words, so their order says little.
  if (lexicon.unspaced) return null;
  for (const sentence of sentences) {
    if (!own.hasException && hasAntonym(ownSentence, sentence, lexicon)) return 'antonym';
    if (compareWording(ownSentence, sentence, lexicon)) return 'wording';
  }
  return null;
}
