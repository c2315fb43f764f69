import { type Lexicon, relationOf } from '../../language/lexicon/lexicon.ts';
import type { AnalyzedText, Clause, Token } from './analyze-text.ts';
import type { MatchedSentence } from './match-sentences.ts';

/** A sentence and its clauses. */
export interface ClaimedSentence {
  tokens: Token[];
  clauses: Clause[];
}

/** Are there denied words in these sentences? */
function denies(passage: AnalyzedText, sentences: number[]): boolean {
  return passage.clauses.some(({ sentence, denied }) => sentences.includes(sentence) && denied.length > 0);
}

/** Does a sentence deny something where the passage, in the sentences around it, denies and excludes nothing? */
export function hasUnstatedNegation(
  { tokens, clauses }: ClaimedSentence,
  around: number[],
  passage: AnalyzedText,
  lexicon: Lexicon,
): boolean {
  const denied = clauses.flatMap((clause) => clause.denied);
  if (denied.length === 0 || !tokens.some(({ text }) => lexicon.negations.has(text))) return false;
  if (denies(passage, around)) return false;
  const theirs = around.flatMap((at) => passage.sentences[at] ?? []);
  const negating = [lexicon.negations, lexicon.negatingPrepositions, lexicon.only, lexicon.exceptions];
  if (theirs.some(({ text }) => negating.some((words) => words.has(text)))) return false;
  return !denied.some((word) => theirs.some((other) => relationOf(word.term, other.term, lexicon) === 'antonym'));
}

/** Does a sentence say “only” where the passage says “all”? */
export function hasUnstatedOnly(
  { tokens, clauses }: ClaimedSentence,
  near: MatchedSentence[],
  passage: AnalyzedText,
  lexicon: Lexicon,
): boolean {
  if (!clauses.some(({ scope }) => scope?.type === 'only') || tokens.some(({ text }) => lexicon.all.has(text)))
    return false;
  const sentences = near.map(({ at }) => at);
  if (denies(passage, sentences)) return false;
  const theirs = near.flatMap((one) => one.tokens);
  const limiting = [lexicon.only, lexicon.negations, lexicon.exceptions];
  return (
    theirs.some(({ text }) => lexicon.all.has(text)) &&
    !theirs.some(({ text, value }) => value === 1 || limiting.some((words) => words.has(text)))
  );
}

/** Does a sentence say of something what the passage says of all but that? */
export function isExcepted({ tokens, clauses }: ClaimedSentence, near: MatchedSentence[], lexicon: Lexicon): boolean {
  if (clauses.some(({ hasException, denied }) => hasException || denied.length > 0)) return false;
  const has = (term: string) => tokens.some((token) => token.term === term);
  return near.some((other) => {
    const start = other.tokens.findIndex(({ text }) => lexicon.exceptions.has(text));
    if (start === -1) return false;
    const clause = other.tokens[start]?.clause;
    const content = other.tokens.filter(({ isContent }) => isContent);
    const behind = new Set(other.tokens.slice(start + 1).filter((token) => token.clause === clause));
    const rest = new Set(content.filter((token) => !behind.has(token)).map(({ term }) => term));
    const excepted = content.filter((token) => behind.has(token) && !rest.has(token.term));
    if (excepted.length === 0 || !excepted.every(({ term }) => has(term))) return false;
    return tokens.some(({ isContent, term }) => isContent && rest.has(term));
  });
}
