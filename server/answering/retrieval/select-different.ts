import { areNearlySame, type Words, wordsOf } from '../../language/similarity/nearly-same.ts';
import { collapseWhitespace } from '../../platform/text/collapse-whitespace.ts';
import { createTextCache } from '../../platform/text/text-cache.ts';
import type { Passage } from '../types.ts';

/**
 * Passages that differ in names or numbers alone may take this many of the places: it may be the name that is asked for, but the
 * sections of a reference must not leave none for the page that explains it.
 */
const NEARLY_SAME_SHARE = 2 / 3;

/** A kind of passage, and how many of it there are. */
interface Kind {
  words: Words;
  passages: number;
  /** The text of the first. */
  first: string;
  /** The different texts, once there is a second: those of other kinds have other words. */
  texts?: Set<string>;
}

/** The words by which passages are told apart. */
export const wordsIn = createTextCache(wordsOf);

/** Chooses this many passages that differ. They are offered best first. */
export type Selection = ReturnType<typeof createSelection>;

/** Of passages with the same text the first is chosen: documents are uploaded twice, and pages repeat each other. */
export function createSelection(places: number) {
  const kinds: Kind[] = [];
  const chosen: Passage[] = [];
  /** Those that are chosen if nothing else takes their places. */
  const waiting: Passage[] = [];
  const order = new Map<Passage, number>();

  /** The kind of a passage with this one counted; null where it has the text already. */
  function countedIn({ text }: Passage): Kind | null {
    const words = wordsIn(text);
    let kind = kinds.find((one) => areNearlySame(one.words, words));
    if (kind) {
      kind.texts ??= new Set([plainText(kind.first)]);
      const plain = plainText(text);
      if (kind.texts.has(plain)) return null;
      kind.texts.add(plain);
    } else {
      kind = { words, passages: 0, first: text };
      kinds.push(kind);
    }
    kind.passages += 1;
    return kind;
  }

  return {
    offer(passage: Passage): void {
      const kind = countedIn(passage);
      if (!kind) return;
      order.set(passage, order.size);
      if (chosen.length < places && kind.passages <= places * NEARLY_SAME_SHARE) chosen.push(passage);
      else waiting.push(passage);
    },
    /** How many places are left for those that differ. */
    left: (): number => places - chosen.length,
    /** In the order in which they were offered. */
    chosen: (): Passage[] =>
      [...chosen, ...waiting.slice(0, places - chosen.length)].sort(
        (one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0),
      ),
  };
}

const plainText = (text: string): string => collapseWhitespace(text).toLowerCase();
