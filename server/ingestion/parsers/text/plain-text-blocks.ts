import { isWrapped, joinLines } from './join-lines.ts';
import { addManual, isManual } from './manual-pages.ts';
import type { TextBuilder } from './text-builder.ts';
import { headingsIn, type TextHeading } from './text-headings.ts';

/** From this many lines on, a part without empty lines becomes one paragraph per line. */
const MANY_LINES = 12;
const TAB = '    ';
const ITEM = /^([ \t]*)(?:[-*+•]|(\d{1,3})[.)])[ \t]+\S/;
const FENCE = /^(`{3,}|~{3,})[ \t]*(?:([\w+#.-]+)[ \t]*)?$/;
const BARE_FENCE = /^(?:`{3,}|~{3,})$/;
/** A statement, a prompt, a command or an element: what prose does not look like. */
const CODE_LINE =
  /[;{}]$|^(?:[$%>#]|>>>) \S|^(?:sudo|npm|npx|git|curl|docker|kubectl|pip3?|cd|apt(?:-get)?|yarn|make|python3?|node) \S|^[\w.$]+ ?[:+]?= ?\S|^<\/?\w[^>]*>/;

/** Adds the blocks of a plain text. Empty lines separate paragraphs; headings, lists and code are told by their form. */
export function addPlainText(text: string, builder: TextBuilder): void {
  const lines = text.split('\n');
  if (isManual(lines)) addManual(lines, builder);
  else addParts(partsOf(lines), builder);
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

function addParts(parts: Part[], builder: TextBuilder): void {
  const headings = headingsIn(parts.map(({ lines, code }) => (code ? [] : lines)));
  let lastWasItem = false;
  for (const [index, { lines, code }] of parts.entries()) {
    const heading = headings.get(index);
    if (code) builder.add('code', lines.join('\n'), { language: code.language });
    else {
      if (heading) addHeading(heading, builder);
      const rest = lines.slice(heading?.lines ?? 0);
      if (isCode(rest, lastWasItem)) builder.add('code', withoutIndent(rest).join('\n'));
      else lastWasItem = addText(rest, builder);
    }
  }
}

const addHeading = ({ text, level }: TextHeading, builder: TextBuilder) => builder.add('heading', text, { level });

/** Adds a list with its introduction, or prose. True for a list. */
function addText(lines: string[], builder: TextBuilder): boolean {
  const first = lines.findIndex((line) => ITEM.test(line));
  const isList = first === 0 || (first > 0 && /:\s*$/.test(lines[first - 1] ?? ''));
  if (!isList) {
    addProse(lines, builder);
    return false;
  }
  addProse(lines.slice(0, first), builder);
  addItems(lines.slice(first), builder);
  return true;
}

function addProse(lines: string[], builder: TextBuilder): void {
  if (isWrapped(lines)) builder.add('paragraph', joinLines(lines));
  else if (lines.length < MANY_LINES) builder.add('paragraph', lines.join('\n'));
  else for (const line of lines) builder.add('paragraph', line);
}

/** One item a line, with the lines that continue it. Further indentation nests. */
function addItems(lines: string[], builder: TextBuilder): void {
  const indents: number[] = [];
  let open: string[] = [];
  let attributes: { depth: number; ordered?: true } = { depth: 1 };
  const close = () => {
    if (open.length > 0) builder.add('list-item', joinLines(open), attributes);
  };
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (!item) {
      open.push(line);
      continue;
    }
    close();
    open = [line];
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
