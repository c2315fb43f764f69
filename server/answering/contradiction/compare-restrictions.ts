import { type Lexicon, relationOf } from '../../language/lexicon/lexicon.ts';
import type { AnalyzedText, Clause, Token } from './analyze-text.ts';
import type { MatchedSentence } from './match-sentences.ts';

/** A sentence of an answer, with its clauses. */
export interface ClaimSentence {
  tokens: Token[];
  clauses: Clause[];
}

/** Does a sentence deny something where the passage neither denies nor restricts anything? `around`: numbers of sentences. */
export function deniesWhatIsStated(
  { tokens, clauses }: ClaimSentence,
  around: ReadonlySet<number>,
  passage: AnalyzedText,
  lexicon: Lexicon,
): boolean {
  const denied = clauses.flatMap((clause) => clause.denied);
  if (denied.length === 0 || !tokens.some(({ text }) => lexicon.negations.has(text))) return false;
  if (deniesAnything(around, passage)) return false;
  const theirs = tokensOf(around, passage);
  if (theirs.some(({ text }) => isRestriction(text, lexicon))) return false;
  return !denied.some(({ term }) => theirs.some((other) => relationOf(term, other.term, lexicon) === 'antonym'));
}

/** Does a sentence say “only” where the passage says “all”, and restricts nothing? */
export function narrowsWhatIsStated(
  { tokens, clauses }: ClaimSentence,
  near: ReadonlySet<number>,
  passage: AnalyzedText,
  lexicon: Lexicon,
): boolean {
  if (!clauses.some(({ scope }) => scope?.type === 'only')) return false;
  if (tokens.some(({ text }) => lexicon.all.has(text)) || deniesAnything(near, passage)) return false;
  const theirs = tokensOf(near, passage);
  if (theirs.some(({ text, value }) => isRestriction(text, lexicon) || value === 1)) return false;
  return theirs.some(({ text }) => lexicon.all.has(text));
}

/** Does a sentence say of an exception what the passage says of all else: “all but X”? */
export function includesException({ tokens, clauses }: ClaimSentence, near: MatchedSentence[], lexicon: Lexicon) {
  if (clauses.some(({ hasException, denied }) => hasException || denied.length > 0)) return false;
  const own = new Set(tokens.filter(({ isContent }) => isContent).map(({ term }) => term));
  return near.some(({ tokens: theirs }) => {
    const start = theirs.findIndex(({ text }) => lexicon.exceptions.has(text));
    if (start === -1) return false;
    const clause = theirs[start]?.clause;
    const excepted = theirs.slice(start + 1).filter((token) => token.clause === clause && token.isContent);
    const rest = new Set(
      theirs.filter((token) => token.isContent && !excepted.includes(token)).map(({ term }) => term),
    );
    const terms = excepted.map(({ term }) => term).filter((term) => !rest.has(term));
    return terms.length > 0 && terms.every((term) => own.has(term)) && [...own].some((term) => rest.has(term));
  });
}

const tokensOf = (numbers: ReadonlySet<number>, { sentences }: AnalyzedText): Token[] =>
  [...numbers].flatMap((number) => sentences[number] ?? []);

const deniesAnything = (numbers: ReadonlySet<number>, { clauses }: AnalyzedText): boolean =>
  clauses.some(({ sentence, denied }) => denied.length > 0 && numbers.has(sentence));

const isRestriction = (word: string, { negations, negatingPrepositions, only, exceptions }: Lexicon): boolean =>
  negations.has(word) || negatingPrepositions.has(word) || only.has(word) || exceptions.has(word);
