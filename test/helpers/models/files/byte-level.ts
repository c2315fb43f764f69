/** The characters by which byte-level tokenizers write bytes: printable ones stand for themselves. */
function byteCharacters(): string[] {
  const printable = (byte: number) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  let others = 0;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(printable(byte) ? byte : 256 + others++));
}

/**
 * The tokens and merges of a byte-level tokenizer: the words with and without a space before them, other texts as bytes.
 * `more` are tokens that a model may write and that no text is split into.
 */
export function byteLevelVocabulary(words: string[], more: string[] = []): { tokens: string[]; merges: string[] } {
  // Merges of words after a space come first, so that their beginnings win over those of words at the start.
  const chains = [...words.map((word) => `Ġ${word}`), ...words].map((word) =>
    Array.from(word.slice(1), (next, at) => ({ before: word.slice(0, at + 1), next })),
  );
  const merges = new Set(chains.flatMap((chain) => chain.map(({ before, next }) => `${before} ${next}`)));
  const joined = [...merges].map((merge) => merge.replace(' ', ''));
  return { tokens: [...new Set([...byteCharacters(), ...joined, ...more])], merges: [...merges] };
}
