/** The output of the scripted models, as tokens. Each token occurs once, so that it determines the next one. */
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

/** The script as text. */
export const SAID = SCRIPT.join('').replaceAll('▁', ' ').trim();

/** Words with a token in the scripted models. Other words are split into characters. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.match(/[A-Za-z]+/g) ?? [])];
}

/**
 * The pieces of words. SentencePiece merges from the first character on, so every prefix of a word must also be a piece.
 */
export function beginnings(words: string[]): string[] {
  const all = words.flatMap((word) => Array.from(word, (_, at) => `▁${word.slice(0, at + 1)}`));
  return [...new Set(['▁', ...all])];
}

export const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).filter((one) => one !== ' ');
