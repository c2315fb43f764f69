import type { QuestionTerms } from '../query/query-terms.ts';
import { coverage, type ReadPassage, type ReadSentence } from '../retrieval/match-passage.ts';

/** Offsets into a passage's text, end exclusive. */
export interface Stretch {
  start: number;
  end: number;
}

const LONGEST_QUOTE = 700;
/** The sentence before comes along where it brings this share of the question's weight. */
const BRINGS_ENOUGH = 0.2;
const LEADS_ON = /[:：]\s*$/u;
const LIST_ITEM = /^(?:[-*•‣◦▪–·+]|\(?(?:\d{1,3}|[a-z])[.)])\s/iu;
const ENDED = /[.!?。！？।؟]\s*$/u;
/** A shorter text without an end is a heading or a scrap: too little to be an answer by itself. */
const SCRAP = 25;

/**
 * A sentence with what it needs to be understood: one that leads into a list takes the list along, a heading the sentence
 * below it, and one that lacks what the sentence before it names takes that along, so that “it” has somebody to be.
 */
export function widen(read: ReadPassage, at: number, terms: QuestionTerms): Stretch {
  const sentence = read.sentences[at];
  if (!sentence) return { start: 0, end: read.passage.text.length };
  const before = precursor(read, at, sentence, terms);
  return { start: before?.start ?? sentence.start, end: endOf(read, at, sentence) };
}

/** The sentence before, of the same paragraph, where it names what this one does not. */
function precursor(
  { sentences, passage }: ReadPassage,
  at: number,
  sentence: ReadSentence,
  terms: QuestionTerms,
): ReadSentence | undefined {
  const before = sentences[at - 1];
  if (!before || sentence.end - before.start > LONGEST_QUOTE) return undefined;
  if (passage.text.slice(before.end, sentence.start).includes('\n\n')) return undefined;
  const brings = coverage(terms, [before.matched, sentence.matched]) - coverage(terms, [sentence.matched]);
  return brings > BRINGS_ENOUGH ? before : undefined;
}

function endOf({ sentences, passage }: ReadPassage, at: number, sentence: ReadSentence): number {
  const textOf = ({ start, end }: ReadSentence) => passage.text.slice(start, end);
  const text = textOf(sentence);
  const leads = LEADS_ON.test(text);
  if (!leads && (text.length >= SCRAP || ENDED.test(text))) return sentence.end;
  let { end } = sentence;
  for (const next of sentences.slice(at + 1)) {
    if (next.end - sentence.start > LONGEST_QUOTE) break;
    const first = end === sentence.end;
    if (!first && !(leads && LIST_ITEM.test(textOf(next)))) break;
    end = next.end;
  }
  return end;
}
