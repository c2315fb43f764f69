import { isReference } from '../text/definition-lists.ts';
import type { PageBlocks } from './pdf-headings.ts';
import type { PdfBlock } from './pdf-paragraphs.ts';

/** Fewer may be sentences that begin in bold. */
const MIN_TERMS = 3;
/** How far definitions are indented below their term, in font sizes. */
const INDENTATION = 0.5;

/** Terms with definitions that are indented below them, and are long: each is a heading of its own. */
export interface References {
  terms: Set<PdfBlock>;
  /** The blocks after them. */
  ends: Set<PdfBlock>;
}

/** Finds the lists whose terms are bold and begin the first line of their definition, as LaTeX and word processors set them. */
export function findReferences(pages: PageBlocks[], headings: ReadonlyMap<PdfBlock, number>): References {
  const references: References = { terms: new Set(), ends: new Set() };
  let terms: PdfBlock[] = [];
  let length = 0;
  const close = (next: PdfBlock | undefined) => {
    if (terms.length >= MIN_TERMS && isReference(terms.length, length)) {
      for (const term of terms) references.terms.add(term);
      if (next) references.ends.add(next);
    }
    terms = [];
    length = 0;
  };
  for (const block of pages.flatMap(({ blocks }) => blocks)) {
    const [first] = terms;
    const isHeading = headings.has(block);
    const isMore = first !== undefined && !isHeading && block.left > first.left + first.size * INDENTATION;
    const isTerm = !isMore && !isHeading && block.term !== undefined;
    const isBeside = first === undefined || Math.abs(block.left - first.left) < first.size * INDENTATION;
    if (!isMore && !(isTerm && isBeside)) close(block);
    if (isTerm) terms.push(block);
    if (isTerm || isMore) length += block.text.length - (block.term?.length ?? 0);
  }
  close(undefined);
  return references;
}
