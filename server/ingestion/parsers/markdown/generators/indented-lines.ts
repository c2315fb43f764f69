import { indentOf } from './indentation.ts';
import { CONTENT_INDENT, isAfterGap, type Reading } from './markup-reading.ts';

const MAX_TAG_LINE = 500;
/** As many empty lines may stand between two lines of a template. */
const MAX_GAP = 3;
const CLOSING_TAGS = /^(?:<\/[a-z][a-z0-9]*>\s?)+$/;
const BLOCK_TAG = /^<(?:article|aside|button|details|div|dl|fieldset|figure|h[1-6]|ol|p|section|table|ul)[\s>]/;
/** It ends with a tag, of HTML or of the template. */
const TEMPLATE_LINE = /^(?:<.*>|\{%.*%\})$/;

/** Indented code, outside of lists (where the indentation is the item's) and of MDX (which has none). */
export function isIndentedCode(reading: Reading, line: string): boolean {
  if (reading.isInList || reading.isMdx || indentOf(line) < CONTENT_INDENT) return false;
  return reading.wasIndentedCode || isAfterGap(reading);
}

/** Closing tags alone on an indented line after an empty one: they end a template, and are no sample of code. */
export function isClosingTags(reading: Reading, line: string): boolean {
  return isApartAndIndented(reading, line) && CLOSING_TAGS.test(line.trim());
}

/** A block element that is indented because it is in another or in a tag of a template, as the line before says. */
export function isTemplateTag(reading: Reading, line: string): boolean {
  if (reading.isInList || !isApartAndIndented(reading, line) || !BLOCK_TAG.test(line.trim())) return false;
  const before = reading.lines
    .slice(Math.max(0, reading.at - 1 - MAX_GAP), reading.at - 1)
    .findLast((one) => one.trim());
  return before !== undefined && TEMPLATE_LINE.test(before.trim());
}

const isApartAndIndented = (reading: Reading, line: string) =>
  !reading.wasIndentedCode && indentOf(line) >= CONTENT_INDENT && line.length <= MAX_TAG_LINE && isAfterGap(reading);
