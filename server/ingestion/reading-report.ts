import type { SourceReading } from '@footnote/sdk/contract';
import { countVisible } from '../platform/text/count-visible.ts';
import type { Block, LeftOut, LeftOutKind, ParsedDocument } from './types.ts';

/** Of a document that shows less, most may well be a menu. Visible characters. */
const MIN_SHOWN = 400;
const LITTLE = 0.5;

/** Why most of the rest is not read. What is of the other kinds is not shown, or not in the document. */
const CAUSES: Partial<Record<LeftOutKind, string>> = {
  navigation: 'was taken for menus and links',
  header: 'was taken for headers',
  footer: 'was taken for footers',
  sidebar: 'was taken for sidebars',
  form: 'stands in forms',
  beside: 'stands beside the main part',
  undecodable: 'has fonts that do not tell which characters its letters are',
};

/** What its owner is told of the reading of a document. */
export function readingReport(document: ParsedDocument): SourceReading {
  const { blocks, leftOut = [], pictures = 0, garbled } = document;
  const warning = littleKept(document);
  return {
    left_out: leftOut,
    headings: blocks.filter(({ kind }) => kind === 'heading').length,
    tables: countTables(blocks),
    ...(pictures > 0 && { pictures }),
    ...(warning && { warning }),
    ...(garbled && { garbled }),
  };
}

/** Rows without another block between them are one table, unless one of them is a header. */
function countTables(blocks: Block[]): number {
  return blocks.filter(({ kind, header }, index) => {
    const before = blocks[index - 1];
    return kind === 'table-row' && (before?.kind !== 'table-row' || (header === true && before.header !== true));
  }).length;
}

/** A warning if less than half of what a document shows was read. */
function littleKept({ text, shown = 0, misread = 0, leftOut = [] }: ParsedDocument): SourceReading['warning'] {
  const repeated = leftOut.find(({ kind }) => kind === 'repeated')?.characters ?? 0;
  const visible = shown - repeated;
  const share = Math.max(0, countVisible(text) - misread) / visible;
  if (visible < MIN_SHOWN || share >= LITTLE) return undefined;
  const lost = visible * (1 - share);
  const isMost = ({ kind, characters }: LeftOut) => CAUSES[kind] !== undefined && characters > lost / 2;
  const [most] = leftOut.filter(isMost).toSorted((a, b) => b.characters - a.characters);
  const percent = Math.round(share * 100);
  const why = most ? `Most of the rest ${CAUSES[most.kind]}.` : 'It is not known why.';
  return {
    kept_percent: percent,
    ...(most && { cause: most.kind }),
    message: `Only ${percent} % of the text that this document shows is searched. ${why} Compare what was read with the original.`,
  };
}
