import type { ParsedDocument } from '../../../server/ingestion/types.ts';
import { asShown, type FidelityCase, headingsOf, rowsOf } from './fidelity-case.ts';
import { countWords, longestInBoth, total, wordsInBoth, wordsOf } from './words.ts';

/** How many of the parts that are there, or should be, are right. */
export interface Share {
  right: number;
  of: number;
}

/** Words that are missing from a text, and those that should not be there. A word in the wrong place is both. */
export interface Words {
  words: number;
  lost: number;
  added: number;
}

/** How well a document was read. */
export interface Score extends Words {
  headings: Share;
  cells: Share;
  titles: Share;
}

export function scoreOf(document: ParsedDocument, { shown, title }: FidelityCase): Score {
  const [ours, theirs] = [wordsOf(document.text), wordsOf(shown)];
  const kept = longestInBoth(ours, theirs);
  const read = asShown(document);
  return {
    words: theirs.length,
    lost: theirs.length - kept,
    added: ours.length - kept,
    headings: inOrder(headingsOf(read), headingsOf(shown)),
    cells: inPlace(rowsOf(read), rowsOf(shown)),
    titles: title === undefined ? { right: 0, of: 0 } : { right: document.title === title ? 1 : 0, of: 1 },
  };
}

/** Compares a text with what another program makes of the same file, which may have another order. */
export function compareWords(text: string, opinion: string): Words {
  const [ours, theirs] = [countWords(text), countWords(opinion)];
  const both = wordsInBoth(ours, theirs);
  return { words: total(theirs), lost: total(theirs) - both, added: total(ours) - both };
}

/** The same of a case, without what is known to differ. */
export const compareCase = ({ notRead = '', notShown = '' }: FidelityCase, text: string, opinion: string): Words =>
  compareWords(`${text}\n${notRead}`, `${opinion}\n${notShown}`);

function inOrder(ours: string[], theirs: string[]): Share {
  const right = longestInBoth(ours, theirs);
  return { right, of: ours.length + theirs.length - right };
}

/** Cells are right where they stand in their row and column. */
function inPlace(ours: string[][], theirs: string[][]): Share {
  const right = theirs.flatMap((row, at) => row.filter((cell, column) => ours[at]?.[column] === cell)).length;
  return { right, of: Math.max(ours.flat().length, theirs.flat().length) };
}

const NOTHING: Share = { right: 0, of: 0 };
const sum = (one: Share, other: Share): Share => ({ right: one.right + other.right, of: one.of + other.of });

export const noWords: Words = { words: 0, lost: 0, added: 0 };
export const noScore: Score = { ...noWords, headings: NOTHING, cells: NOTHING, titles: NOTHING };

export const isPerfect = ({ lost, added, headings, cells, titles }: Score): boolean =>
  lost + added === 0 && [headings, cells, titles].every(({ right, of }) => right === of);

export const addScores = (one: Score, other: Score): Score => ({
  ...addWords(one, other),
  headings: sum(one.headings, other.headings),
  cells: sum(one.cells, other.cells),
  titles: sum(one.titles, other.titles),
});

export const addWords = (one: Words, other: Words): Words => ({
  words: one.words + other.words,
  lost: one.lost + other.lost,
  added: one.added + other.added,
});
