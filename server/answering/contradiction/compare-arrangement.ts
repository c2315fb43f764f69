import type { Lexicon } from '../../language/lexicon/lexicon.ts';
import type { Token } from './analyze-text.ts';
import type { MatchedSentence } from './match-sentences.ts';

/** As many neighbours in the opposite order are no accident. */
const MIN_REVERSED = 4;
/** Parts of a sentence that both mix as many parts of the other have exchanged their words. */
const MIN_SHARED = 2;

const contentTerms = (tokens: Token[]) => tokens.filter(({ isContent }) => isContent).map(({ term }) => term);

/** Does a sentence list things in the opposite order of the passage? */
export function isReversed(own: Token[], near: MatchedSentence[]): boolean {
  const mine = contentTerms(own);
  const isOnce = (term: string) => own.filter((token) => token.term === term).length === 1;
  return near.some(({ tokens }) => {
    const theirs = contentTerms(tokens);
    let run = 1;
    return mine.some((term, at) => {
      const place = at > 0 && isOnce(term) ? theirs.indexOf(term) : -1;
      run = place !== -1 && theirs[place + 1] === mine[at - 1] ? run + 1 : 1;
      return run >= MIN_REVERSED;
    });
  });
}

/**
 * Does a sentence give to each of two things what the passage says of the other? “A costs 3 and B costs 5” has the words of
 * “A costs 5 and B costs 3”, but each part of it has words of both parts.
 */
export function isExchanged(own: Token[], near: MatchedSentence[], lexicon: Lexicon): boolean {
  const mine = partsOf(own, lexicon);
  if (mine.length < 2) return false;
  return near.some(({ tokens }) => {
    const theirs = partsOf(tokens, lexicon);
    const mixed = mine.map((part) => {
      const places = part.map((term) => (onlyPart(term, mine) === null ? null : onlyPart(term, theirs)));
      return new Set(places.filter((place) => place !== null));
    });
    const shared = (one: Set<number>, other: Set<number>) => [...one].filter((place) => other.has(place)).length;
    return mixed.some((one, at) => mixed.slice(at + 1).some((other) => shared(one, other) >= MIN_SHARED));
  });
}

/** The terms of each part of a sentence, which ends with a clause or before an “and”. */
function partsOf(tokens: Token[], lexicon: Lexicon): string[][] {
  const parts: string[][] = [[]];
  let clause = tokens[0]?.clause;
  for (const token of tokens) {
    if (token.clause !== clause || lexicon.coordinating.has(token.text)) parts.push([]);
    clause = token.clause;
    if (token.isContent) parts.at(-1)?.push(token.term);
  }
  return parts.filter((part) => part.length > 0);
}

/** The number of the only part that has a term; null if none or several do. */
function onlyPart(term: string, parts: string[][]): number | null {
  const places = parts.flatMap((part, at) => (part.includes(term) ? [at] : []));
  return places.length === 1 ? (places[0] ?? null) : null;
}
