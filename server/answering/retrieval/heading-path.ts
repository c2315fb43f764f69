import { titleHas } from '../../store/types/titles-apart.ts';
import type { Passage } from '../types.ts';

/** The letter of an alphabet, as a glossary has above its terms. */
const LETTER = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;

/** What is above a passage, outermost first: its document's title, then its headings that say something, without repeats. */
export const headingPath = ({ title, headings }: Passage): string[] => [
  ...new Set([title, ...headings.filter((heading) => !LETTER.test(heading) && !titleHas(title, heading))]),
];
