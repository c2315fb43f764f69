import { endsSentence } from '../../../language/sentences/sentence-end.ts';
import { LEADS_IN } from '../../passages/group-blocks.ts';
import type { QueryTerms } from '../../query/query-terms.ts';
import { coverage, type MatchedPassage, type MatchedSentence } from '../../retrieval/match-passage.ts';
import type { Span } from '../../types.ts';

const MAX_QUOTE_LENGTH = 700;
/** The sentence before is included if it adds more than this share of the question's weight. */
const MIN_ADDED_COVERAGE = 0.2;
const LIST_ITEM = /^(?:[-*•‣◦▪–·+]|\(?(?:\d{1,3}|[a-z])[.)])\s/iu;
/** A shorter text without a full stop is a heading or a fragment: too little to be an answer by itself. */
const MIN_ANSWER_LENGTH = 25;

/**
 * A sentence with what it needs to be understood: the list that it introduces; for a heading, the sentence below it; and the
 * sentence before it if that names what this one only refers to, such as “it”.
 */
export function expandSpan(match: MatchedPassage, at: number, terms: QueryTerms): Span {
  const sentence = match.sentences[at];
  if (!sentence) return { start: 0, end: match.passage.text.length };
  const before = precedingSentence(match, at, sentence, terms);
  return { start: before?.start ?? sentence.start, end: endOf(match, at, sentence) };
}

/** The sentence before in the same paragraph, if it names what this one does not. */
function precedingSentence(
  { sentences, passage }: MatchedPassage,
  at: number,
  sentence: MatchedSentence,
  terms: QueryTerms,
): MatchedSentence | undefined {
  const before = sentences[at - 1];
  if (!before || sentence.end - before.start > MAX_QUOTE_LENGTH) return undefined;
  if (passage.text.slice(before.end, sentence.start).includes('\n\n')) return undefined;
  const brings = coverage(terms, [before.matched, sentence.matched]) - coverage(terms, [sentence.matched]);
  return brings > MIN_ADDED_COVERAGE ? before : undefined;
}

function endOf({ sentences, passage }: MatchedPassage, at: number, sentence: MatchedSentence): number {
  const textOf = ({ start, end }: MatchedSentence) => passage.text.slice(start, end);
  const text = textOf(sentence);
  const introducesList = LEADS_IN.test(text);
  if (!introducesList && (text.length >= MIN_ANSWER_LENGTH || endsSentence(text))) return sentence.end;
  let { end } = sentence;
  for (const next of sentences.slice(at + 1)) {
    if (next.end - sentence.start > MAX_QUOTE_LENGTH) break;
    const first = end === sentence.end;
    if (!first && !(introducesList && LIST_ITEM.test(textOf(next)))) break;
    end = next.end;
  }
  return end;
}
