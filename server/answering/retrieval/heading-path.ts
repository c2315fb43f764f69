import { titleHas } from '../../store/types/titles-apart.ts';
import type { Passage } from '../types.ts';

/** What is above a passage, outermost first: its document's title, then its headings, without repeats. */
export const headingPath = ({ title, headings }: Passage): string[] => [
  ...new Set([title, ...headings.filter((heading) => !titleHas(title, heading))]),
];
