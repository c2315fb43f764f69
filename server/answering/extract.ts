import { coverage, type ReadPassage, type ReadSentence } from './read.ts';
import type { Ranked } from './rerank.ts';
import type { QuestionTerms } from './terms.ts';
import { widen } from './widen.ts';

/** A stretch of a passage that answers: whole sentences, verbatim. */
export interface Extract {
  read: ReadPassage;
  /** Offsets into the passage's text. */
  start: number;
  end: number;
  /** Higher is better; comparable within one question only. */
  score: number;
}

/** What the sentence before and the headings name counts, but less than what stands in the sentence: “It closes at six.” */
const LEANS_ON = 0.6;
/** What the worth of its passage adds to a sentence's own. */
const PASSAGE = 0.8;
/** A further passage is cited only where its sentence is nearly as good as the first. */
const NEARLY = 0.75;
const MOST_EXTRACTS = 3;

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
  const before = read.sentences[at - 1]?.matched ?? [];
  return own + LEANS_ON * (coverage(terms, [sentence.matched, read.headed, new Set(before)]) - own);
}

/** Overlapping chunks and near-duplicate documents say the same thing twice; once is enough. */
function sameWords(a: Extract, b: Extract): boolean {
  const flat = ({ read, start, end }: Extract) =>
    read.passage.text.slice(start, end).replace(/\s+/g, ' ').toLowerCase();
  const [x, y] = [flat(a), flat(b)];
  return x.includes(y) || y.includes(x);
}
