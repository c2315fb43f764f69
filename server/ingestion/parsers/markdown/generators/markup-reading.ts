import { type Container, INDENTATION } from './block-markup.ts';
import { CLOSING_MARK, LABEL_MARK, openingMark, SECTION_END_MARK } from './callout-marks.ts';
import { indentOf } from './indentation.ts';
import { type InlineOptions, removeInlineMarkup } from './inline-markup.ts';
import { beginsSection, isHeading, isStep, isStepList, type Step } from './step-list.ts';

/** An open container. */
interface Frame extends Container {
  /** Columns before the line that opened it, in the text as it is read (outer indentation removed). */
  indent: number;
  /** Columns that are removed before its content. Null until the first line of the content tells. */
  dedent: number | null;
  /** How many steps it has, if it is a list of steps. */
  steps: number;
  /** If it is a step. */
  step: Step | null;
  /** A label that comes after the heading with which its content begins: before, it would end the section above. */
  labelAfter: string;
}

/** Lines that are copied as they are: fenced code, code in HTML. */
export interface Verbatim {
  isEnd: (line: string) => boolean;
  /** Of a fence in a quotation: ends with it, too. */
  isQuoted: boolean;
  /** Written in place of the last line. */
  endLine?: string;
}

/** What has been read so far, and what is open at the line that comes next. */
export interface Reading extends InlineOptions {
  lines: string[];
  at: number;
  output: string[];
  /** Lines of running text that are still to be cleaned together: code, comments and tags may go over several. */
  prose: string[];
  frames: Frame[];
  verbatim: Verbatim | null;
  isMdx: boolean;
  isInList: boolean;
  wasIndentedCode: boolean;
  /** What ends a comment and does not occur any more. */
  missing: Set<string>;
}

/** Deeper containers are not told apart. */
export const MAX_FRAMES = 30;
/** A line that does not continue the paragraph above it. */
const BEGINS_BLOCK = /^[ \t]*(?:[:#>|]|[-*+][ \t]|\d{1,9}[.)][ \t]|```|~~~|!!!)/;
export const beginsBlock = (line: string) => BEGINS_BLOCK.test(line);
/** Columns by which the content of an indented container, and indented code, stand behind the text around them. */
export const CONTENT_INDENT = 4;

/** Is there an open container that this closes? */
export const isOpen = (reading: Reading, closedBy: string) =>
  reading.frames.some((frame) => frame.closedBy === closedBy);

/**
 * Opens a container and writes its title. Of one too deep, only the content is read. `isInline`: its content begins on the line that
 * opens it.
 */
export function openContainer(reading: Reading, container: Container, indent: number, isInline = false): void {
  if (reading.frames.length >= MAX_FRAMES) return;
  const { closedBy, callout, label } = container;
  const step = nextStep(reading, container);
  const dedent = closedBy === INDENTATION ? CONTENT_INDENT : null;
  const waits = label !== '' && !isInline && !callout && !step && !isSection(container) && isHeadingNext(reading);
  const title = step && label ? step.marker + label : label;
  reading.frames.push({ ...container, indent, dedent, steps: 0, step, labelAfter: waits ? label : '' });
  if (callout) writeMark(reading, indent, openingMark(callout));
  if (isSection(container)) writeLabel(reading, indent, `###### ${LABEL_MARK}${label}`);
  else writeLabel(reading, indent, waits ? '' : title);
}

function isHeadingNext({ lines, at }: Reading): boolean {
  let next = at;
  while (lines[next]?.trim() === '') next += 1;
  return isHeading(lines[next] ?? '');
}

/** Writes the label that waits for this line, if it is a heading. */
export function writeLabelAfter(reading: Reading, line: string): void {
  const frame = reading.frames.at(-1);
  if (!frame?.labelAfter || !isHeading(line)) return;
  writeLabel(reading, indentOf(line), frame.labelAfter);
  frame.labelAfter = '';
}

/** The step that a container is, if it is one and stands in a list of steps. */
function nextStep(reading: Reading, { closedBy, label }: Container): Step | null {
  const list = reading.frames.at(-1);
  if (!list || !isStepList(list.closedBy) || !isStep(closedBy)) return null;
  list.steps += 1;
  reading.isInList = true;
  return { marker: `${list.steps}. `, isOpen: label === '' };
}

/** Is its label a heading? That of a callout is its first paragraph. */
const isSection = ({ expands, callout, label }: Container) => expands === true && !callout && label !== '';

/** Closes the innermost container that this closes, and those inside it that were left open. */
export function closeContainer(reading: Reading, closedBy: string): void {
  const at = reading.frames.findLastIndex((frame) => frame.closedBy === closedBy);
  if (at >= 0) closeFrames(reading, at);
  else reading.prose.push('');
}

/** Closes the open containers from this one inwards. */
export function closeFrames(reading: Reading, first: number): void {
  for (const frame of reading.frames.splice(first).reverse()) {
    if (frame.labelAfter) writeLabel(reading, frame.indent, frame.labelAfter);
    if (frame.callout) writeMark(reading, frame.indent, CLOSING_MARK);
    if (isSection(frame)) writeMark(reading, frame.indent, SECTION_END_MARK);
    // A list that follows is another one, and what is indented is in no step.
    else if (frame.steps > 0) writeMark(reading, frame.indent, '<!-- -->');
    else reading.prose.push('');
  }
}

/** Closes the containers whose indentation a line does not have. True where there were any. */
export function closeIndented(reading: Reading, raw: string): boolean {
  if (reading.frames.length === 0 || !raw.trim()) return false;
  const indent = indentOf(raw);
  let column = 0;
  for (const [index, frame] of reading.frames.entries()) {
    if (frame.closedBy === INDENTATION && indent < column + frame.indent + CONTENT_INDENT) {
      if (frame.isLazy && !isAfterGap(reading) && !beginsBlock(raw)) return false;
      closeFrames(reading, index);
      return true;
    }
    column += frame.dedent ?? 0;
  }
  return false;
}

/** The first line inside a tag tells how far its content is indented, and whether a step is a section. */
export function measureContent(reading: Reading, line: string): void {
  const frame = reading.frames.at(-1);
  if (frame?.dedent !== null || !frame) return;
  if (beginsSection(frame.step, line)) frame.step = null;
  frame.dedent = Math.max(0, Math.min(indentOf(line) - frame.indent, 2 * CONTENT_INDENT)) - insetOf(reading);
}

/** The columns by which what is in a step stands behind its marker. */
export const insetOf = ({ frames }: Reading) => frames.at(-1)?.step?.marker.length ?? 0;

/** The columns that all open containers together remove before their content. */
export const dedentOf = ({ frames }: Reading) => frames.reduce((sum, { dedent }) => sum + (dedent ?? 0), 0);

/** Is the line above empty, or something other than running text? */
export const isAfterGap = ({ prose }: Reading) => !prose.at(-1)?.trim();

/** Writes a line as it is. */
export function writeCode(reading: Reading, line: string): void {
  flushProse(reading);
  reading.output.push(line);
}

function writeMark(reading: Reading, indent: number, mark: string): void {
  flushProse(reading);
  reading.output.push('', ' '.repeat(indent) + mark, '');
}

/** Writes a title or label as a paragraph of its own; an empty one only ends the paragraph above. */
export function writeLabel(reading: Reading, indent: number, label: string): void {
  reading.prose.push('', ...(label.trim() ? [' '.repeat(indent) + label.trim(), ''] : []));
}

/** Cleans the running text that was kept, and writes it. */
export function flushProse(reading: Reading): void {
  if (reading.prose.length === 0) return;
  reading.output.push(removeInlineMarkup(reading.prose.join('\n'), reading));
  reading.prose = [];
}
