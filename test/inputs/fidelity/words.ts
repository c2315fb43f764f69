/** The words of a text, in order. Marks between them do not count. */
export function wordsOf(text: string): string[] {
  const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(
    text.normalize('NFC').replace(/\u00ad/g, ''),
  );
  return [...segments].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment.toLowerCase());
}

/** How often each word occurs. */
export function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** How many of the words are also in the other text, wherever they stand. */
export function wordsInBoth(ours: Map<string, number>, theirs: Map<string, number>): number {
  let both = 0;
  for (const [word, count] of ours) both += Math.min(count, theirs.get(word) ?? 0);
  return both;
}

/** The length of the longest sequence that is in both, in order, with anything between. */
export function longestInBoth(ours: readonly string[], theirs: readonly string[]): number {
  let above = new Uint32Array(theirs.length + 1);
  for (const one of ours) {
    const row = new Uint32Array(theirs.length + 1);
    for (const [at, other] of theirs.entries()) {
      row[at + 1] = one === other ? (above[at] ?? 0) + 1 : Math.max(row[at] ?? 0, above[at + 1] ?? 0);
    }
    above = row;
  }
  return above[theirs.length] ?? 0;
}

export const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0);
