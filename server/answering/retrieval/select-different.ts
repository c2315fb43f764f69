import { areNearlySame, wordsOf } from '../../language/nearly-same.ts';
import type { Passage } from '../types.ts';

/**
 * Passages that differ in names or numbers alone may take this many of the places: it may be the name that is asked for, but the
 * sections of a reference must not leave none for the page that explains it.
 */
const NEARLY_SAME_SHARE = 2 / 3;

/** A kind of passage: its words, and how many of it there are. */
interface Kind {
  words: ReadonlySet<string>;
  passages: number;
}

/** Chooses this many passages that differ. They are offered best first. */
export type Selection = ReturnType<typeof createSelection>;

/** Of passages with the same text the first is chosen: documents are uploaded twice, and pages repeat each other. */
export function createSelection(places: number) {
  const texts = new Set<string>();
  const kinds: Kind[] = [];
  const chosen: Passage[] = [];
  /** Those that are chosen if nothing else takes their places. */
  const waiting: Passage[] = [];
  const order = new Map<Passage, number>();

  function kindOf(passage: Passage): Kind {
    const words = wordsOf(passage.text);
    const known = kinds.find((kind) => areNearlySame(kind.words, words));
    if (known) return known;
    const kind = { words, passages: 0 };
    kinds.push(kind);
    return kind;
  }

  return {
    offer(passage: Passage): void {
      const text = plainText(passage.text);
      if (texts.has(text)) return;
      texts.add(text);
      order.set(passage, order.size);
      const kind = kindOf(passage);
      kind.passages += 1;
      if (chosen.length < places && kind.passages <= places * NEARLY_SAME_SHARE) chosen.push(passage);
      else waiting.push(passage);
    },
    isFull: (): boolean => chosen.length >= places,
    /** In the order in which they were offered. */
    chosen: (): Passage[] =>
      [...chosen, ...waiting.slice(0, places - chosen.length)].sort(
        (one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0),
      ),
  };
}

function plainText(text: string): string {
  // Single spaces are left out of the pattern: replacing each of them takes five times as long.
  return text
    .replace(/\s{2,}|[^\S ]/g, ' ')
    .trim()
    .toLowerCase();
}
