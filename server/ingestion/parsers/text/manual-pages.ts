import { isWrapped, joinLines } from './join-lines.ts';
import type { TextBuilder } from './text-builder.ts';

const SECTION = /^\p{Lu}[\p{Lu}\d ,/&'()-]{2,60}$/u;
const SUBSECTION = /^ {3}\S.{0,70}$/;
const OPTION = /^[-+]/;
const MAX_HEAD = 200;

/** Is this a manual page, as `man` prints it? */
export function isManual(lines: string[]): boolean {
  const sections = new Set(lines.filter((line) => SECTION.test(line)));
  return sections.has('NAME') && ['SYNOPSIS', 'DESCRIPTION', 'OPTIONS'].some((name) => sections.has(name));
}

/** Adds a manual page: sections and subsections are headings, each option with its description a paragraph. */
export function addManual(lines: string[], builder: TextBuilder): void {
  let open: string[] = [];
  const close = () => {
    for (const paragraph of splitOptions(open)) builder.add('paragraph', paragraphText(paragraph));
    open = [];
  };
  for (const [index, line] of lines.entries()) {
    const level = headingLevel(lines, index);
    if (!line.trim() || level) close();
    if (level) builder.add('heading', line.trim(), { level });
    else if (line.trim() && !isRunningHead(line)) open.push(line);
  }
  close();
}

/** `LS(1)`. */
const isPageName = (word = '') => /^\S+\(\w{1,4}\)$/.test(word);

/** `LS(1)        User Commands        LS(1)`: the first and the last line. */
function isRunningHead(line: string): boolean {
  if (line.length > MAX_HEAD) return false;
  const words = line.split(/\s+/);
  const columns = line.trimStart().split(/\s{3,}/);
  if (words.length > 1 && isPageName(words[0])) return isPageName(words.at(-1));
  return columns.length > 2 && isPageName(columns.at(-1));
}

/** Unindented capitals are a section; three spaces with deeper text below are a subsection. */
function headingLevel(lines: string[], index: number): 1 | 2 | null {
  const line = lines[index] ?? '';
  if (SECTION.test(line)) return 1;
  const isApart = !(lines[index - 1] ?? '').trim() || SECTION.test(lines[index - 1] ?? '');
  return SUBSECTION.test(line) && isApart && /^ {4,}\S/.test(lines[index + 1] ?? '') && !/^ {3}-/.test(line) ? 2 : null;
}

const indentOf = (line: string) => line.search(/\S/);

/** Options without an empty line between them become paragraphs of their own. */
function splitOptions(lines: string[]): string[][] {
  const base = indentOf(lines[0] ?? '');
  const paragraphs: string[][] = [];
  for (const line of lines) {
    const isNext = indentOf(line) === base && OPTION.test(line.trim());
    const last = paragraphs.at(-1);
    if (last && !isNext) last.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs;
}

/** The option on a line of its own, its description joined below it; other text as it is in any text. */
function paragraphText(lines: string[]): string {
  const [first = '', ...rest] = lines;
  const hasTerm = rest.length > 0 && rest.every((line) => indentOf(line) > indentOf(first));
  if (hasTerm) return `${first.trim()}\n${joinLines(rest)}`;
  return isWrapped(lines) ? joinLines(lines) : lines.join('\n');
}
