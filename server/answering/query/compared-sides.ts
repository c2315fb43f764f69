import { readQuestion } from '../../language/read-question.ts';
import { QUESTION_VOCABULARY } from '../../language/vocabulary/question-vocabulary.ts';

/** One of two compared things. */
export interface Side {
  /** The terms that it has and the other does not; all that it has if the other has these, too. */
  terms: string[];
  /** The words of these, each by its terms in the languages of the documents. */
  words: string[][];
  /** Has the other thing all of its terms, as “shared drive” has those of “drive”? */
  isPlain: boolean;
}

export type Sides = [one: Side, other: Side];

/** Where what is compared ends: at a comma and the like, at a dash between spaces, and not at the full stop of “vs.”. */
const CLAUSE_END = /[,;:?!](?:\s|$)|[\n–—]|\s-\s|(?<!\bvs)\.\s/iu;
/** Between two things in most languages. */
const VERSUS = new Set(['vs', 'versus']);
/** This many words beside “or” may name a thing: “ordinary content collection”. */
const WORDS_OF_NAME = 3;

/** What a question in the language `asked` compares: “A vs B”, “the difference between A and B”, “A or B, which is better?”. Null if it does not. */
export function comparedSides(question: string, asked: string, languages: string[]): Sides | null {
  for (const clause of question.split(CLAUSE_END)) {
    const sides = sidesOf(clause.split(/\s+/u).filter(Boolean), question, asked);
    if (sides === null) continue;
    const [one = [], other = []] = sides.map((words) => readQuestion(words.join(' '), languages).words);
    const [left, right] = [sideOf(one, other), sideOf(other, one)];
    if (left.terms.length > 0 && right.terms.length > 0 && !(left.isPlain && right.isPlain)) return [left, right];
  }
  return null;
}

function sideOf(words: string[][], others: string[][]): Side {
  const known = new Set(others.flat());
  const only = words.filter((forms) => !forms.some((form) => known.has(form)));
  const own = only.length > 0 ? only : words;
  return { terms: own.flat(), words: own, isPlain: only.length === 0 };
}

/** The words of both sides in a clause of a question in this language. */
function sidesOf(words: string[], question: string, asked: string): [string[], string[]] | null {
  const lower = words.map((word) => word.toLowerCase().replace(/\.$/u, ''));
  const beside = (at: number): [string[], string[]] => [
    words.slice(Math.max(0, at - WORDS_OF_NAME), at),
    words.slice(at + 1, at + 1 + WORDS_OF_NAME),
  ];
  const versus = lower.findIndex((word) => VERSUS.has(word));
  if (versus > 0) return beside(versus);
  const known = QUESTION_VOCABULARY[asked === 'und' ? 'en' : asked]?.comparison;
  if (!known) return null;
  const among = (list: string) => list.split(' ');
  const all = question.toLowerCase().split(/[^\p{L}]+/u);
  if (!all.some((word) => among(known.asking).some((beginning) => word.startsWith(beginning)))) return null;
  const between = lower.findIndex((word) => among(known.between).includes(word));
  const and = lower.findIndex((word, at) => at > between && among(known.and).includes(word));
  if (between >= 0 && and > between + 1)
    return [words.slice(between + 1, and), words.slice(and + 1, and + 1 + WORDS_OF_NAME)];
  const or = lower.findIndex((word) => among(known.or).includes(word));
  return or > 0 ? beside(or) : null;
}

type Headed = { headings: string[]; title: string; language: string };

const wordsOfHeading = ({ headings, title, language }: Headed) =>
  readQuestion(headings.at(-1) ?? title, [language]).words;

/** Has the heading of a passage all words of this side? */
export function isNamedFor({ words }: Side, passage: Headed): boolean {
  const called = new Set(wordsOfHeading(passage).flat());
  return words.every((forms) => forms.some((form) => called.has(form)));
}

/** Has the heading of a passage all words of this side, and no others? */
export function isCalled(side: Side, passage: Headed): boolean {
  const names = side.words.flat();
  return (
    isNamedFor(side, passage) &&
    wordsOfHeading(passage)
      .flat()
      .every((term) => names.includes(term))
  );
}
