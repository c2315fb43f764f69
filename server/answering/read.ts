import { sentences } from '../language/sentences.ts';
import { indexTerms } from '../language/terms.ts';
import type { QuestionTerms } from './terms.ts';
import type { Passage } from './types.ts';

/** A sentence of a passage: offsets into the passage's text, and which of the question's terms it has. */
export interface ReadSentence {
  start: number;
  end: number;
  matched: Set<string>;
}

/** A passage as far as a question goes: only the question's terms are kept of it. */
export interface ReadPassage {
  passage: Passage;
  sentences: ReadSentence[];
  /** In the text, in order, with the place of each: word number within the passage. */
  places: Map<string, number[]>;
  matched: Set<string>;
  /** In title and headings. */
  headed: Set<string>;
}

/** Reads a passage for a question: its sentences, and where the question's terms stand in them. */
export function readPassage(passage: Passage, { weights }: QuestionTerms): ReadPassage {
  const of = (text: string) => indexTerms(text, passage.language).filter((term) => weights.has(term));
  const places = new Map<string, number[]>();
  let place = 0;
  const found = sentences(passage.text, passage.language).map(({ start, end }) => {
    const matched = new Set<string>();
    for (const term of indexTerms(passage.text.slice(start, end), passage.language)) {
      place++;
      if (!weights.has(term)) continue;
      matched.add(term);
      const known = places.get(term);
      if (known) known.push(place);
      else places.set(term, [place]);
    }
    return { start, end, matched };
  });
  return {
    passage,
    sentences: found,
    places,
    matched: new Set(places.keys()),
    headed: new Set([passage.title, ...passage.headings].flatMap(of)),
  };
}

/** The share of the question's weight that these terms carry, 0–1. */
export function coverage({ weights }: QuestionTerms, ...matched: ReadonlySet<string>[]): number {
  let total = 0;
  let covered = 0;
  for (const [term, weight] of weights) {
    total += weight;
    if (matched.some((set) => set.has(term))) covered += weight;
  }
  return total === 0 ? 0 : covered / total;
}
