import type { TextBuilder } from './text-builder.ts';
import { runsToText, type TextRun } from './text-runs.ts';

/** Definitions that are as long on average explain more than a word. Shorter sections would share a passage anyway. */
const MIN_MEAN_LENGTH = 200;
const MAX_LEVEL = 6;
/** A longer term is a paragraph, which begins a section all the same. */
const MAX_TERM_LENGTH = 200;

/**
 * Is a list of terms a reference, each of whose terms is a heading of its own? A glossary with a line for each stays a list.
 * `length` is that of all definitions, in characters.
 */
export const isReference = (terms: number, length: number): boolean => terms > 0 && length >= terms * MIN_MEAN_LENGTH;

/** The heading level for the terms of a list below a heading of level `above` (0: no heading above); null if no level is left. */
export const termLevel = (above: number): number | null => (above < MAX_LEVEL ? Math.max(2, above + 1) : null);

/** Adds a term of a reference: what follows stands below it, until the next term or the end of the list. */
export function addTerm(builder: TextBuilder, term: readonly TextRun[], level: number): void {
  const isLong = runsToText(term).length > MAX_TERM_LENGTH;
  builder.endSection(level);
  if (isLong) builder.add('paragraph', term);
  else builder.add('heading', term, { level });
}
