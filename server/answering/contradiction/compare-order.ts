import type { Lexicon } from '../../language/lexicon/lexicon.ts';
import type { Token } from './analyze-text.ts';
import type { MatchedSentence } from './match-sentences.ts';

/** What comes before or after what. */
interface Order {
  isBefore: boolean;
  /** The terms that follow the word, and those of the rest of the sentence. */
  anchor: Set<string>;
  rest: Set<string>;
}

const MAX_ANCHOR = 4;
/** Fewer words in a row may come the other way round by chance. */
const MIN_REVERSED = 4;

/** Does a sentence put before what the passage puts after, or the other way round? “A before B” is “B after A”. */
export function compareOrder(own: Token[], others: Token[][], lexicon: Lexicon): boolean {
  const theirs = others.flatMap((other) => ordersIn(other, lexicon));
  return ordersIn(own, lexicon).some((order) => {
    const opinions = theirs.flatMap((one) => {
      const kept = common(order.anchor, one.anchor, order.rest, one.rest);
      const swapped = common(order.anchor, one.rest, order.rest, one.anchor);
      if (kept === swapped) return [];
      return [kept > swapped === (order.isBefore === one.isBefore)];
    });
    return opinions.length > 0 && !opinions.includes(true);
  });
}

function ordersIn(tokens: Token[], { before, after, unspaced }: Lexicon): Order[] {
  const content = (some: Token[]) => some.filter(({ isContent }) => isContent).map(({ term }) => term);
  return tokens.flatMap(({ text }, at): Order[] => {
    const isBefore = before.has(text);
    if (!isBefore && !after.has(text)) return [];
    // Japanese and Chinese put the word after what it relates to.
    const anchor = unspaced
      ? content(tokens.slice(0, at)).slice(-MAX_ANCHOR)
      : content(tokens.slice(at + 1)).slice(0, MAX_ANCHOR);
    const all = content(tokens);
    return [{ isBefore, anchor: new Set(anchor), rest: new Set(all.filter((term) => !anchor.includes(term))) }];
  });
}

/** How many terms two pairs of sets have in common; 0 if one of the pairs has none. */
function common(a: Set<string>, b: Set<string>, c: Set<string>, d: Set<string>): number {
  const [first, second] = [overlap(a, b), overlap(c, d)];
  return first === 0 || second === 0 ? 0 : first + second;
}

function overlap(a: Set<string>, b: Set<string>): number {
  let shared = 0;
  for (const term of a) if (b.has(term)) shared++;
  return shared;
}

/** Does a sentence list from last to first what a sentence of the passage lists from first to last? */
export function reversesList(own: Token[], near: MatchedSentence[]): boolean {
  const termsIn = (tokens: Token[]) => tokens.filter(({ isContent }) => isContent).map(({ term }) => term);
  const mine = termsIn(own);
  return near.some(({ tokens }) => {
    const theirs = termsIn(tokens);
    let run = 1;
    return mine.some((term, at) => {
      const place = theirs.indexOf(term);
      const isOnce = place !== -1 && theirs.lastIndexOf(term) === place;
      const isBackward = at > 0 && isOnce && theirs[place + 1] === mine[at - 1];
      run = isBackward ? run + 1 : 1;
      return run >= MIN_REVERSED;
    });
  });
}
