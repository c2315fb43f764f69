import type { Token, Tokens } from 'marked';
import { collapseWhitespace } from '../../../../platform/text/collapse-whitespace.ts';
import { LABEL_MARK, readMarks } from './callout-marks.ts';

const MAX_LABEL = 200;
const MAX_LINES = 30;
const OPENING = /^\s*<summary(?:\s[^<>]*)?>/i;
const CLOSING = '</summary>';
/** A label may be a heading, or in a box. */
const BLOCK_TAG = /<\/?(?:center|div|h[1-6]|p)(?:\s[^<>]{0,300})?>/gi;

/** The label of `<details>`. */
interface Summary {
  /** Markdown, in one line. */
  label: string;
  /** What follows it on its last line. */
  rest: string;
  /** How many lines it takes of those that follow. */
  lines: number;
}

/** Reads `<summary>` at the beginning of a text, or of the lines that follow; null where there is none, or more than a label. */
export function readSummary(text: string, following: readonly string[]): Summary | null {
  const source = `${text}\n${following.slice(0, MAX_LINES).join('\n')}`;
  const opening = OPENING.exec(source)?.[0].length;
  const end = opening === undefined ? -1 : source.indexOf(CLOSING, opening);
  if (end < 0) return null;
  const label = collapseWhitespace(source.slice(opening, end).replace(BLOCK_TAG, ' '));
  if (!label || label.length > MAX_LABEL) return null;
  const after = source.slice(end + CLOSING.length);
  return { label, rest: after.split('\n', 1)[0]?.trim() ?? '', lines: source.slice(0, end).split('\n').length - 1 };
}

/** Is it the label of a section that opens when it is pressed? */
export const isLabel = (token: Token): boolean => token.type === 'heading' && token.raw.includes(LABEL_MARK);

/** The highest level of the headings in the section of each label among these tokens that has some. */
export function highestInside(tokens: readonly Token[]): Map<Token, number> {
  const highest = new Map<Token, number>();
  const open: Token[] = [];
  for (const token of tokens) {
    if (isLabel(token)) open.push(token);
    else if (token.type === 'heading') {
      const { depth } = token as Tokens.Heading;
      for (const label of open) highest.set(label, Math.min(depth, highest.get(label) ?? depth));
    } else if (token.type === 'paragraph') open.length -= Math.min(open.length, readMarks(token.raw).ended);
  }
  return highest;
}
