import { coverage, type ReadPassage, type ReadSentence } from './read.ts';
import type { Ranked } from './rerank.ts';
import type { QuestionTerms } from './terms.ts';

/** A stretch of a passage that answers: whole sentences, verbatim. */
export interface Extract {
  read: ReadPassage;
  /** Offsets into the passage's text. */
  start: number;
  end: number;
  /** Higher is better; comparable within one question only. */
  score: number;
}

/** What stands beside a sentence and above it counts, but less than what stands in it. */
const AROUND = 0.4;
/** What the worth of its passage adds to a sentence's own. */
const PASSAGE = 0.8;
/** A further passage is cited only where its sentence is nearly as good as the first. */
const NEARLY = 0.75;
const MOST_EXTRACTS = 3;
const LONGEST_QUOTE = 700;

/** The sentences that answer, best passage first: one stretch a passage, three at most, each needed. */
export function extract(ranked: Ranked[], terms: QuestionTerms): Extract[] {
  const candidates = ranked.flatMap(({ read, score }) => bestOf(read, score, terms)).sort((a, b) => b.score - a.score);
  const chosen: Extract[] = [];
  for (const candidate of candidates) {
    if (chosen.length === MOST_EXTRACTS) break;
    const [first] = chosen;
    if (first && candidate.score < NEARLY * first.score) break;
    if (!chosen.some((other) => sameWords(other, candidate))) chosen.push(candidate);
  }
  return chosen;
}

/** The best sentence of a passage, widened to what it needs to be understood. */
function bestOf(read: ReadPassage, passageScore: number, terms: QuestionTerms): Extract[] {
  let best = -1;
  let bestScore = 0;
  read.sentences.forEach((sentence, at) => {
    const score = scoreOf(read, sentence, at, terms);
    if (score > bestScore) [best, bestScore] = [at, score];
  });
  if (best === -1) return [];
  return [{ read, ...widen(read, best, terms), score: bestScore + PASSAGE * passageScore }];
}

function scoreOf(read: ReadPassage, sentence: ReadSentence, at: number, terms: QuestionTerms): number {
  const own = coverage(terms, [sentence.matched]);
  const beside = [at - 1, at + 1].flatMap((other) => read.sentences[other]?.matched ?? []);
  return own + AROUND * (coverage(terms, [sentence.matched, read.headed, ...beside]) - own);
}

/** A heading or a scrap: too little to be an answer by itself. */
function isFragment(text: string): boolean {
  return text.length < 25 && !/[.!?。！？।؟]\s*$/u.test(text);
}

/**
 * A sentence that leads into a list takes the list along; a sentence that lacks what the one before it names takes that
 * along, so that “it” has somebody to be.
 */
function widen(read: ReadPassage, at: number, terms: QuestionTerms): { start: number; end: number } {
  const { sentences, passage } = read;
  const sentence = sentences[at];
  if (!sentence) return { start: 0, end: passage.text.length };
  let { start, end } = sentence;
  const matched = new Set(sentence.matched);
  const take = (other: ReadSentence) => {
    start = Math.min(start, other.start);
    end = Math.max(end, other.end);
    for (const term of other.matched) matched.add(term);
  };
  const before = sentences[at - 1];
  const brings = before ? coverage(terms, [before.matched, matched]) - coverage(terms, [matched]) : 0;
  if (before && brings > 0.2 && end - before.start <= LONGEST_QUOTE && adjoins(passage.text, before, sentence)) {
    take(before);
  }
  if (
    /[:：]\s*$/u.test(passage.text.slice(sentence.start, sentence.end)) ||
    isFragment(passage.text.slice(start, end))
  ) {
    for (let next = at + 1; next < sentences.length; next++) {
      const other = sentences[next];
      if (!other || other.end - start > LONGEST_QUOTE) break;
      take(other);
    }
  }
  return { start, end };
}

/** Are two sentences of one paragraph? */
function adjoins(text: string, before: ReadSentence, after: ReadSentence): boolean {
  return !text.slice(before.end, after.start).includes('\n\n');
}

/** Overlapping chunks and near-duplicate documents say the same thing twice; once is enough. */
function sameWords(a: Extract, b: Extract): boolean {
  const flat = ({ read, start, end }: Extract) =>
    read.passage.text.slice(start, end).replace(/\s+/g, ' ').toLowerCase();
  const [x, y] = [flat(a), flat(b)];
  return x.includes(y) || y.includes(x);
}
