import { wordsOf } from '../completion/prompt-words.ts';

/** This many words in a row that a text and a passage have in common are copied. */
const RUN_LENGTH = 6;
/** The least share of such runs: a word at the border of two sentences belongs to several. */
const MIN_COPIED = 0.8;

/** Does a text say nothing but what is in these texts, word for word? */
export function onlyCopies(text: string, passages: string[]): boolean {
  const runs = runsOf(text);
  if (runs.length === 0) return false;
  const known = new Set(passages.flatMap(runsOf));
  return runs.filter((run) => known.has(run)).length >= MIN_COPIED * runs.length;
}

function runsOf(text: string): string[] {
  const words = wordsOf(text);
  return words.slice(RUN_LENGTH - 1).map((_, at) => words.slice(at, at + RUN_LENGTH).join(' '));
}
