import { descend, type XmlElement } from '../archive/xml.ts';
import { placeholderOf } from './slide-layout.ts';
import { shapesIn } from './slide-order.ts';
import { textOf } from './slide-text.ts';

/** What is said in the same place on at least so many slides … */
const MIN_SLIDES = 3;
/** … and on this share of all of them is no part of any. */
const MIN_SHARE = 0.5;
const MAX_LENGTH = 120;

/** Finds the text boxes that stand on most slides alike, such as a footer that is no placeholder. */
export interface SlideFurniture {
  /** Counts the boxes of a slide. */
  count(tree: XmlElement): void;
  isIn(shape: XmlElement): boolean;
}

export function createSlideFurniture(): SlideFurniture {
  const counts = new Map<string, number>();
  let slides = 0;
  return {
    count(tree) {
      slides += 1;
      for (const key of new Set(shapesIn(tree).flatMap((shape) => keyOf(shape) ?? [])))
        counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    isIn(shape) {
      const count = counts.get(keyOf(shape) ?? '') ?? 0;
      return count >= Math.max(MIN_SLIDES, slides * MIN_SHARE);
    },
  };
}

/** The words of a text box with its place; null for others. */
function keyOf(shape: XmlElement): string | null {
  const place = descend(shape, 'spPr', 'xfrm', 'off');
  if (!place || placeholderOf(shape) !== '') return null;
  const text = textOf(shape);
  return text === '' || text.length > MAX_LENGTH ? null : `${place.attributes.x},${place.attributes.y} ${text}`;
}
