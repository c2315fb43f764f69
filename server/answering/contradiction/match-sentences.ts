import type { Token } from './analyze-text.ts';
import { type IndexedText, MAX_POSTINGS } from './match-clauses.ts';

/** A sentence, an item or a cell of the passage that speaks of what a sentence says. */
export interface MatchedSentence {
  /** Number in the passage. */
  at: number;
  tokens: Token[];
  /** The share of the sentence's content words that it has, 0–1. Words that are rare in the passage count for more. */
  share: number;
}

/** The sentences of the passage that have any of a sentence's words, best first. */
export function matchSentences(own: Token[], { index, related, text }: IndexedText): MatchedSentence[] {
  const { sentences, clauses } = text;
  const found = new Map<number, number>();
  let total = 0;
  for (const term of new Set(own.filter(({ isContent }) => isContent).map((token) => token.term))) {
    const places = new Set<number>();
    for (const [other] of related(term)) {
      for (const { clause } of (index.get(other) ?? []).slice(0, MAX_POSTINGS))
        places.add(clauses[clause]?.sentence ?? 0);
    }
    const weight = Math.log(1 + sentences.length / Math.max(1, places.size));
    total += weight;
    for (const place of places) found.set(place, (found.get(place) ?? 0) + weight);
  }
  const matched = [...found].map(([at, weight]) => ({ at, tokens: sentences[at] ?? [], share: weight / total }));
  return matched.sort((one, other) => other.share - one.share || one.at - other.at);
}
