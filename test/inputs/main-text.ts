import { Parser } from 'htmlparser2';
import { countWords, total, wordsInBoth } from './fidelity/words.ts';

/** How well one text covers another, as multisets of words. */
export interface Overlap {
  /** The share of the kept words that were wanted. */
  precision: number;
  /** The share of the wanted words that were kept. */
  recall: number;
  f1: number;
}

const INLINE =
  /^(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/;
const SILENT = /^(?:script|style|template|noscript|head|svg)$/;

/** The text of a page with only main content. Images count by their alternative text. */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  let silent = 0;
  const parser = new Parser({
    onopentag: (name, { alt }) => {
      if (SILENT.test(name)) silent += 1;
      if (name === 'img' && alt) parts.push(` ${alt} `);
      if (!INLINE.test(name)) parts.push(' ');
    },
    onclosetag: (name) => {
      if (SILENT.test(name)) silent -= 1;
      if (!INLINE.test(name)) parts.push(' ');
    },
    ontext: (text) => {
      if (silent === 0) parts.push(text);
    },
  });
  parser.end(html);
  return parts.join('');
}

/** Compares what was kept with what was wanted. */
export function overlapOf(kept: string, wanted: string): Overlap {
  const [ours, theirs] = [countWords(kept), countWords(wanted)];
  const both = wordsInBoth(ours, theirs);
  const precision = ours.size === 0 ? 1 : both / total(ours);
  const recall = theirs.size === 0 ? 1 : both / total(theirs);
  return { precision, recall, f1: both === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}
