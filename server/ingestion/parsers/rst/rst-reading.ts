import type { Callout } from '../../types.ts';
import { addTerm, isReference, termLevel } from '../text/definition-lists.ts';
import { withoutLineBreaks } from '../text/join-lines.ts';
import type { TextBuilder } from '../text/text-builder.ts';
import { joinRuns, type TextRun } from '../text/text-runs.ts';
import { type Definitions, inlineRuns } from './rst-inline.ts';
import type { RstTable } from './rst-tables.ts';

/** What is kept while a document is read. */
export interface Reading {
  builder: TextBuilder;
  definitions: Definitions;
  /** The styles of titles in the order in which they were met: their place is their level. */
  styles: string[];
  /** The level of the last heading, 0 before the first. */
  level: number;
  /** How much deeper titles stand than their style says: in a tab. */
  levelsBelow: number;
  /** Of literal blocks that name no language. */
  language: string | undefined;
  /** The files that it includes, as it names them: they are not there. */
  missing: string[];
  /** The lines that are only for other forms of the document than a page of HTML. */
  hidden: string[];
  /** Adds the blocks in lines whose common indentation has been removed. */
  addBody(lines: readonly string[], place: Place): void;
}

/** Where lines stand. */
export interface Place {
  /** How many bodies are around them. */
  nesting: number;
  /** How many list items are around them. */
  depth: number;
  callout?: Callout;
  /** Their paragraphs are of a picture. */
  picture?: true;
  /** What precedes the first text. */
  marker?: string;
  ordered?: boolean;
}

/** What a block has of the place where it stands. */
export const attributesOf = ({ depth, callout, picture }: Place) => ({
  ...(depth && { depth }),
  ...(callout && { callout }),
  ...(picture && { picture }),
});

/** The place of what follows the first text of an item. */
export const withoutMarker = ({ marker: _, ...place }: Place): Place => place;

/** Adds running text: as a list item where it is the first of one. */
export function addProse(reading: Reading, text: string, place: Place): void {
  addRuns(reading, inlineRuns(joinLines(text), reading.definitions), place);
}

/** Adds terms of a reference as headings, each with what is below it. What follows belongs to the heading before. */
export function addTerms(
  reading: Reading,
  terms: readonly { name: TextRun[]; addBody: () => void }[],
  level: number,
): void {
  const above = reading.level;
  for (const { name, addBody } of terms) {
    reading.level = level;
    addTerm(reading.builder, name, level);
    addBody();
  }
  reading.builder.endSection(level);
  reading.level = above;
}

/** The level of terms with definitions of this length; null where they are no headings. */
export function levelOfTerms(reading: Reading, place: Place, terms: number, length: number): number | null {
  if (place.depth > 0 || place.callout || place.marker !== undefined || !isReference(terms, length)) return null;
  return termLevel(reading.level);
}

/** The text of a paragraph's lines. */
export const joinLines = (text: string) => withoutLineBreaks(text).trim();

/** Adds running text whose markup has been read. */
export function addRuns({ builder }: Reading, runs: TextRun[], place: Place): void {
  const attributes = attributesOf(place);
  if (place.marker === undefined) builder.add('paragraph', runs, attributes);
  else builder.add('list-item', [place.marker, ...runs], { ...attributes, ...(place.ordered && { ordered: true }) });
}

/** Adds a row as a block, its cells between bars. */
export function addRstTable({ builder, definitions }: Reading, { rows, headerRows }: RstTable, place: Place): void {
  for (const [index, row] of rows.entries()) {
    const cells = row.map((cell) => withoutBreaks(inlineRuns(cell, definitions)));
    const attributes = { ...attributesOf(place), ...(index < headerRows && { header: true as const }) };
    builder.add('table-row', joinRuns(cells, ' | '), attributes);
  }
}

/** A row is one line. */
const withoutBreaks = (runs: TextRun[]): TextRun[] =>
  runs.map((run) => (typeof run === 'string' ? run.replaceAll('\n', ' ') : run));
