import { type Lexicon, relationOf } from '../../language/lexicon/lexicon.ts';
import type { Token } from './analyze-text.ts';

/** Longer sentences are not compared word by word. */
const MAX_TOKENS = 60;
/** The share of a sentence's words that must stand in the passage's sentence in the same order. */
const MIN_SHARED = 0.6;
/** The share of its words that must stand there in any order; the rest may be synonyms. */
const MIN_KNOWN = 0.5;
/** As many words in a row around the place must be the same. */
const MIN_RUN = 5;
/** More words between others are not one thing put in another's place. */
const MAX_REPLACED = 3;

/** Is a sentence the passage's own but for a word in another's place? Then it says something else. */
export function compareWording(own: Token[], other: Token[], lexicon: Lexicon): boolean {
  if (own.length > MAX_TOKENS || other.length > 2 * MAX_TOKENS) return false;
  const terms = new Set(other.map(({ term }) => term));
  const known = own.filter(({ term }) => terms.has(term)).length;
  if (known < MIN_KNOWN * own.length) return false;
  const runs = commonRuns(longestCommonSubsequence(own, other, lexicon));
  const shared = runs.reduce((sum, { length }) => sum + length, 0);
  if (shared === 0 || shared < MIN_SHARED * own.length) return false;
  const isElsewhere = (token: Token, tokens: Token[]) =>
    tokens.some((one) => relationOf(one.term, token.term, lexicon) !== null);
  const isReplacement = (inserted: Token[], replaced: Token[]) => {
    const ours = inserted.filter(({ isContent }) => isContent);
    const theirs = replaced.filter(({ isContent }) => isContent).slice(0, MAX_REPLACED);
    if (ours.length === 0 || theirs.length === 0) return false;
    // Quantities are compared by their values.
    if ([...inserted, ...replaced].some(({ value, text }) => value !== null || lexicon.negations.has(text)))
      return false;
    return !ours.some((token) => isElsewhere(token, other)) && !theirs.some((token) => isElsewhere(token, own));
  };
  return runs.some(({ own: at, other: otherAt, length }, number) => {
    const next = runs[number + 1];
    const inserted = own.slice(at + length, next?.own);
    const replaced = other.slice(otherAt + length, next?.other);
    if (!next) return length >= MIN_RUN && isReplacement(inserted, replaced);
    if (length + next.length < MIN_RUN || inserted.length > MAX_REPLACED) return false;
    if (!own.slice(at, at + length).some(({ isContent }) => isContent)) return false;
    return inserted.length === replaced.length && isReplacement(inserted, replaced);
  });
}

/** Words in a row that two sentences have in common: where they begin in each, and how many they are. */
interface Run {
  own: number;
  other: number;
  length: number;
}

function commonRuns(pairs: [number, number][]): Run[] {
  const runs: Run[] = [];
  for (const [own, other] of pairs) {
    const last = runs.at(-1);
    if (last && last.own + last.length === own && last.other + last.length === other) last.length++;
    else runs.push({ own, other, length: 1 });
  }
  return runs;
}

function longestCommonSubsequence(own: Token[], other: Token[], lexicon: Lexicon): [number, number][] {
  const width = other.length + 1;
  const lengths = new Uint8Array((own.length + 1) * width);
  const matches = (i: number, j: number) => {
    const relation = relationOf(own[i]?.term ?? '', other[j]?.term ?? '', lexicon);
    return relation === 'same' || relation === 'synonym';
  };
  for (let i = own.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      lengths[i * width + j] = matches(i, j)
        ? 1 + (lengths[(i + 1) * width + j + 1] ?? 0)
        : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < own.length && j < other.length; ) {
    if (matches(i, j)) pairs.push([i++, j++]);
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i++;
    else j++;
  }
  return pairs;
}
