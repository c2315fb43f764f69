import { type Lexicon, relationOf } from '../../language/lexicon/lexicon.ts';
import type { AnalyzedText, Clause, Token } from './analyze-text.ts';
import type { AlignedWord, MatchedClause } from './match-clauses.ts';

/** Does the sentence deny what the passage says, or the other way round? A negated antonym says the same. */
export function comparePolarity(
  own: Clause,
  near: MatchedClause[],
  { sentences }: AnalyzedText,
): 'negation' | 'antonym' | null {
  if (own.hasException) return null;
  const verdicts = near.map((match) => ({ ...verdictOf(own, match), match }));
  if (verdicts.some(({ type }) => type === 'agrees')) return null;
  const first = verdicts.find(({ type }) => type === 'negation' || type === 'antonym');
  if (!first) return null;
  // Another clause that is as close says it as the sentence does.
  const isSaid = verdicts.some(
    ({ type, match }) =>
      type === 'neutral' &&
      match.score >= first.match.score &&
      match.aligned.some((word) => word.relation !== 'antonym' && first.disputed.includes(word.own)),
  );
  // “Only within a partition” is “not across partitions”.
  if (own.denied.length > 0 && first.match.clause.scope?.type === 'only') return null;
  if (isSaid || first.type === 'agrees' || first.type === 'neutral') return null;
  // “When decrypting, the current key is tried” has both “decrypting” and what is near.
  const has = ({ clause }: MatchedClause, { term }: Token) =>
    (sentences[clause.sentence] ?? []).some((token) => token.term === term);
  if (first.type === 'antonym' && near.some((match) => first.disputed.every((word) => has(match, word)))) return null;
  return first.type;
}

/** As many words are what a negation speaks of, even if the word next to it is not among them. */
const MIN_NEGATED = 2;
/** A clause that has this share of the words denies them, even if it denies another verb: “kept” is not “not included”. */
const MIN_SHARE_IF_DENIED = 0.7;

/** A negated antonym often speaks of something else: “no … can be created” is not “deleted”. */
const ANTONYM_WEIGHT = 0.5;

interface Verdict {
  type: 'agrees' | 'neutral' | 'negation' | 'antonym';
  /** The words of the sentence that only one of both denies. */
  disputed: Token[];
}

function verdictOf(own: Clause, { clause, aligned, score }: MatchedClause): Verdict {
  const same = new Set(aligned.filter(({ relation }) => relation !== 'antonym').map(({ other }) => other.term));
  const touched = aligned.filter(({ own: a, other: b, relation }) =>
    relation === 'antonym' ? !same.has(b.term) : a.isNegated || b.isNegated,
  );
  const conflicts = touched.filter(isConflict);
  const disputed = conflicts.map((word) => word.own);
  // What is denied of an exception holds for the rest.
  if (clause.hasException && own.denied.length > 0) return { type: 'neutral', disputed };
  if (conflicts.length === 0) return { type: touched.length > 0 ? 'agrees' : 'neutral', disputed };
  // One word in common beside the disputed one is the least that says what both speak of.
  if (aligned.length < 2) return { type: 'neutral', disputed };
  const agreeing = touched.filter((word) => !isConflict(word));
  const agreement = agreeing.reduce((sum, { relation }) => sum + (relation === 'antonym' ? ANTONYM_WEIGHT : 1), 0);
  if (agreement >= conflicts.length) return { type: 'agrees', disputed };
  if (conflicts.some(({ relation }) => relation === 'antonym')) return { type: 'antonym', disputed };
  if (own.denied.length % 2 === clause.denied.length % 2) return { type: 'agrees', disputed };
  const isDenied = conflicts.some(({ own: a, other: b }) => own.denied.includes(a) || clause.denied.includes(b));
  const isNegatedElsewhere = own.denied.length === 0 ? own.isInDenial : clause.isInDenial;
  const isOtherVerb = agreeing.length === 0 && own.denied.length === 0 && !own.isInDenial && clause.denied.length === 1;
  const isDispute =
    isDenied ||
    (isOtherVerb && score >= MIN_SHARE_IF_DENIED) ||
    (conflicts.length >= MIN_NEGATED && !isNegatedElsewhere);
  return { type: isDispute ? 'negation' : 'neutral', disputed };
}

/** Is only one of both negated? For antonyms: neither or both. */
const isConflict = ({ own, other, relation }: AlignedWord) =>
  (own.isNegated !== other.isNegated) !== (relation === 'antonym');

/** The share of a sentence's words that the passage's sentence must have beside an antonym. */
const MIN_SHARED = 0.6;

/** Has a sentence the opposite of a word, where the passage's sentence has nearly all else of it? */
export function hasAntonym(own: Token[], other: Token[], lexicon: Lexicon): boolean {
  const ownContent = own.filter(({ isContent }) => isContent);
  const otherContent = other.filter(({ isContent }) => isContent);
  const related = (token: Token, tokens: Token[]) => tokens.some((one) => isSimilar(one, token, lexicon));
  const shared = ownContent.filter((token) => related(token, otherContent));
  if (shared.length < 2 || shared.length < MIN_SHARED * ownContent.length) return false;
  return ownContent.some((token) => {
    if (shared.includes(token)) return false;
    const opposites = otherContent.filter((one) => relationOf(token.term, one.term, lexicon) === 'antonym');
    return opposites.some((one) => one.isNegated === token.isNegated && !related(one, ownContent));
  });
}

function isSimilar(a: Token, b: Token, lexicon: Lexicon): boolean {
  const relation = relationOf(a.term, b.term, lexicon);
  return relation === 'same' || relation === 'synonym';
}
