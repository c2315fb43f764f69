/** What the scripted models say, in the pieces that are their tokens. Each piece occurs once: what comes next follows from it alone. */
export const SCRIPT = [
  '▁Open',
  '▁Settings',
  ',',
  '▁choose',
  '▁Account',
  '▁and',
  '▁press',
  '▁Reset',
  '▁password',
  '▁[',
  '1',
  ']',
  '.',
];

/** The same as people read it. */
export const SAID = SCRIPT.join('').replaceAll('▁', ' ').trim();

/** Words that a scripted model reads as one token each; it reads every other one character by character. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.match(/[A-Za-z]+/g) ?? [])];
}

/**
 * The pieces that words are made of: the merging of SentencePiece goes from the first character on, so that every
 * beginning of a word must be a piece as well.
 */
export function beginnings(words: string[]): string[] {
  const all = words.flatMap((word) => Array.from(word, (_, at) => `▁${word.slice(0, at + 1)}`));
  return [...new Set(['▁', ...all])];
}

export const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).filter((one) => one !== ' ');
