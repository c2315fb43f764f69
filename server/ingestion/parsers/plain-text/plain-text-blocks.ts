import { joinLines } from '../text/join-lines.ts';
import { addManual, isManual } from '../text/manual-pages.ts';
import type { TextBuilder } from '../text/text-builder.ts';
import { contentsIn } from './contents-lists.ts';
import { addDrawnTable, isDrawn } from './drawn-tables.ts';
import { withoutPages } from './printed-pages.ts';
import { headingsIn, type TextHeading } from './text-headings.ts';
import { hyphensIn, indentOf, wrapWidth, writtenLines } from './wrapped-lines.ts';

/** From this many lines on, a part without empty lines becomes one paragraph per line. */
const MANY_LINES = 12;
const TAB = '    ';
/** A longer line above an indented paragraph is no term. */
const MAX_TERM = 100;
const ITEM = /^([ \t]*)(?:[-*+•]|o(?= {2})|(\d{1,3})[.)])[ \t]+\S/;
/** The bullet of an item that is a letter. */
const LETTER_BULLET = /^(\s*)o(?= {2})/;
const RULE = /^[ \t]*([-=*_~#+.·━─═])\1{2,}[ \t]*$/;
const FENCE = /^(`{3,}|~{3,})[ \t]*(?:([\w+#.-]+)[ \t]*)?$/;
const BARE_FENCE = /^(?:`{3,}|~{3,})$/;
/** A statement, a prompt, a command or an element: what prose does not look like. */
const CODE_LINE =
  /[;{}]$|^(?:[$%>#]|>>>) \S|^(?:sudo|npm|npx|git|curl|docker|kubectl|pip3?|cd|apt(?:-get)?|yarn|make|python3?|node) \S|^[\w.$]+ ?[:+]?= ?\S|^<\/?\w[^>]*>/;

/** Adds the blocks of a plain text. Empty lines separate paragraphs; headings, lists and code are told by their form. */
export function addPlainText(text: string, builder: TextBuilder): void {
  const printed = text.split('\n');
  if (isManual(printed)) {
    addManual(printed, builder);
    return;
  }
  const { lines, heads, feet } = withoutPages(printed);
  addParts(partsOf(lines), builder);
  builder.leaveOut('header', heads);
  builder.leaveOut('footer', feet);
}

/** Lines without an empty line between them, and fenced code. */
interface Part {
  lines: string[];
  code?: { language: string };
}

function partsOf(lines: string[]): Part[] {
  const parts: Part[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) parts.push({ lines: open });
    open = [];
  };
  // Where each fence stands for the last time: what has no end is not searched for one.
  const lastFences = new Map(
    lines.flatMap((line, at): [string, number][] => (BARE_FENCE.test(line) ? [[line, at]] : [])),
  );
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line);
    if (fence && (lastFences.get(fence[1] ?? '') ?? 0) > at) {
      const end = lines.indexOf(fence[1] ?? '', at + 1);
      close();
      parts.push({ lines: lines.slice(at + 1, end), code: { language: fence[2] ?? '' } });
      at = end;
    } else if (line.trim()) open.push(line);
    else close();
  }
  close();
  return parts;
}

/** How the lines of a text are joined. */
interface Wrapping {
  width: number | null;
  isKnownWord: (word: string) => boolean;
}

function addParts(parts: Part[], builder: TextBuilder): void {
  const texts = parts.map(({ lines, code }) => (code ? [] : lines));
  const headings = headingsIn(texts);
  const contents = contentsIn(
    texts,
    [...headings.values()].map(({ text }) => text),
  );
  const wrapping = { width: wrapWidth(texts), isKnownWord: hyphensIn(texts.flat()) };
  let lastWasItem = false;
  for (let index = 0; index < parts.length; index += 1) {
    const { lines = [], code } = parts[index] ?? {};
    const heading = headings.get(index);
    const isNextPlain = !headings.has(index + 1) && !contents.has(index + 1);
    if (contents.has(index)) builder.leaveOut('navigation', lines);
    else if (isRule(lines)) continue;
    else if (code) builder.add('code', lines.join('\n'), { language: code.language });
    else if (!heading && isNextPlain && isTerm(parts, index)) {
      const text = parts[index + 1]?.lines ?? [];
      addProse([...lines, ...writtenLines(text, wrapping.width, wrapping.isKnownWord)], builder, null);
      index += 1;
    } else {
      if (heading) addHeading(heading, builder);
      const rest = lines.slice(heading?.lines ?? 0);
      if (isCode(rest, lastWasItem)) builder.add('code', withoutIndent(rest).join('\n'));
      else if (isDrawn(rest)) {
        if (!addDrawnTable(rest, builder)) builder.add('code', withoutIndent(rest).join('\n'));
      } else lastWasItem = addText(rest, builder, wrapping);
    }
  }
}

/** Whether the lines say nothing: they are a line that is drawn. */
const isRule = (lines: readonly string[]) => lines.every((line) => RULE.test(line));

const addHeading = ({ text, level }: TextHeading, builder: TextBuilder) => builder.add('heading', text, { level });

/** A line alone above a paragraph that is indented further: a term with its description. */
function isTerm(parts: Part[], index: number): boolean {
  const [{ lines = [], code = undefined } = {}, next] = [parts[index], parts[index + 1]];
  const [line = ''] = lines;
  if (code || lines.length !== 1 || !next || next.code || line.length > MAX_TERM || ITEM.test(line)) return false;
  if (!/[\p{L}\d]/u.test(line) || /[.:;,!?]$/.test(line.trimEnd())) return false;
  const isBelow = next.lines.every((text) => indentOf(text) >= indentOf(line) + 2);
  return (
    isBelow &&
    !/^\s*[+|┌╔┏╭]/.test(next.lines[0] ?? '') &&
    !ITEM.test(next.lines[0] ?? '') &&
    !isCode(next.lines, false)
  );
}

/** Adds a list with its introduction, or prose. True for a list. */
function addText(lines: string[], builder: TextBuilder, wrapping: Wrapping): boolean {
  const first = lines.findIndex((line) => ITEM.test(line));
  const isList = first === 0 || (first > 0 && /:\s*$/.test(lines[first - 1] ?? ''));
  if (!isList) {
    addProse(lines, builder, wrapping);
    return false;
  }
  addProse(lines.slice(0, first), builder, wrapping);
  addItems(lines.slice(first), builder, wrapping);
  return true;
}

/** Adds lines; as they are written where no `wrapping` is given. */
function addProse(lines: string[], builder: TextBuilder, wrapping: Wrapping | null): void {
  const written = wrapping ? writtenLines(lines, wrapping.width, wrapping.isKnownWord) : lines;
  if (written.length < MANY_LINES) builder.add('paragraph', written.join('\n'));
  else for (const line of written) builder.add('paragraph', line);
}

/** One item a line, with the lines that continue it. Further indentation nests. */
function addItems(lines: string[], builder: TextBuilder, { isKnownWord }: Wrapping): void {
  const indents: number[] = [];
  let open: string[] = [];
  let attributes: { depth: number; ordered?: true } = { depth: 1 };
  const close = () => {
    if (open.length > 0) builder.add('list-item', joinLines(open, isKnownWord), attributes);
  };
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (!item) {
      open.push(line);
      continue;
    }
    close();
    open = [line.replace(LETTER_BULLET, '$1-')];
    const indent = (item[1] ?? '').replaceAll('\t', TAB).length;
    while ((indents.at(-1) ?? -1) >= indent) indents.pop();
    indents.push(indent);
    attributes = { depth: indents.length, ...(item[2] && { ordered: true }) };
  }
  close();
}

/** Indented lines of which most look like nothing else. Below a list item, indentation is the item's. */
function isCode(lines: string[], isBelowItem: boolean): boolean {
  if (lines.length === 0 || isBelowItem || !lines.every((line) => /^(?: {4}|\t)/.test(line))) return false;
  const looking = lines.filter((line) => CODE_LINE.test(line.trim())).length;
  return looking * 2 >= lines.length;
}

function withoutIndent(lines: string[]): string[] {
  const spaced = lines.map((line) => line.replaceAll('\t', TAB));
  const indent = spaced.reduce((least, line) => Math.min(least, line.search(/\S/)), Number.POSITIVE_INFINITY);
  return spaced.map((line) => line.slice(indent));
}
