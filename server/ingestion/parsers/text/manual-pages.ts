import { addTerm, isReference } from './definition-lists.ts';
import { hyphenatedWords, isWrapped, joinLines } from './join-lines.ts';
import type { TextBuilder } from './text-builder.ts';

const SECTION = /^\p{Lu}(?:[\p{Lu}\d,/&'()-]| (?! )){2,60}$/u;
const SUBSECTION = /^ {3}\S.{0,70}$/;
const OPTION = /^[-+]/;
/** An option with the beginning of its explanation behind it. */
const EXPLAINED = /^(\S+(?: \S+){0,8}) {2,}(\S.*)$/s;
const MAX_HEAD = 200;
const MAX_LEVEL = 6;
const TAB_WIDTH = 8;
/** This share of the lines below the first section stand behind the margin: only names of sections and running heads do not. */
const MIN_INDENTED = 0.8;

/** Is this a manual page, as `man` prints it? */
export function isManual(lines: string[]): boolean {
  const sections = new Set(lines.filter((line) => SECTION.test(line)));
  if (!sections.has('NAME') || !['SYNOPSIS', 'DESCRIPTION', 'OPTIONS'].some((name) => sections.has(name))) return false;
  const bodies = lines.filter((line) => line.trim() && !SECTION.test(line));
  return bodies.filter((line) => /^[ \t]/.test(line)).length > bodies.length * MIN_INDENTED;
}

/** A paragraph of a manual page, with the columns before its first line. */
interface Paragraph {
  lines: string[];
  indent: number;
}

/**
 * Adds a manual page below a heading of level `above` (0: no heading above). Sections and subsections are headings, and so are
 * options that are explained at length. The lines at the top and the foot of its sheets are left out.
 */
export function addManual(printed: string[], builder: TextBuilder, above = 0): void {
  const lines = printed.map(withoutTabs);
  const isKnownWord = hyphenatedWords(lines);
  const [page = ''] = (lines.find((line) => line.trim()) ?? '').slice(0, MAX_HEAD).trim().split(/\s+/);
  const heads: string[] = [];
  let section: Paragraph[] = [];
  let open: string[] = [];
  let level = above;
  const endParagraph = () => {
    for (const part of splitOptions(open)) section.push({ lines: part, indent: indentOf(part[0] ?? '') });
    open = [];
  };
  const endSection = () => {
    endParagraph();
    addSection(section, builder, level + 1, isKnownWord);
    section = [];
  };
  for (const [index, line] of lines.entries()) {
    const own = headingLevel(lines, index);
    if (own) {
      endSection();
      level = Math.min(MAX_LEVEL, above + own);
      builder.add('heading', line.trim(), { level });
    } else if (!line.trim()) endParagraph();
    else if (isRunningHead(line, page)) heads.push(line);
    else open.push(line);
  }
  endSection();
  builder.leaveOut('header', heads);
}

/** Adds the paragraphs of a section. Options that are explained at length are headings of a level, others paragraphs. */
function addSection(
  section: Paragraph[],
  builder: TextBuilder,
  level: number,
  isKnownWord: (word: string) => boolean,
): void {
  const base = section
    .filter(isOption)
    .reduce((least, { indent }) => Math.min(least, indent), Number.POSITIVE_INFINITY);
  const options = new Set(section.filter((paragraph) => isOption(paragraph) && paragraph.indent === base));
  const explained = section.filter((paragraph) => options.has(paragraph) || paragraph.indent > base);
  const length = explained.reduce((sum, { lines }) => sum + lines.join(' ').length, 0);
  const hasHeadings = level <= MAX_LEVEL && isReference(options.size, length);
  for (const paragraph of section) {
    const { lines, indent } = paragraph;
    if (hasHeadings && options.has(paragraph)) {
      const [option, ...text] = splitTerm(lines);
      addTerm(builder, [option], level);
      builder.add('paragraph', joinLines(text, isKnownWord));
    } else {
      if (hasHeadings && indent <= base) builder.endSection(level);
      builder.add('paragraph', paragraphText(lines, isKnownWord));
    }
  }
}

const isOption = ({ lines }: Paragraph) => OPTION.test((lines[0] ?? '').trim());

/** The option, and the lines of its explanation. */
function splitTerm([first = '', ...rest]: string[]): [string, ...string[]] {
  const [, option, text] = EXPLAINED.exec(first.trim()) ?? [];
  return option && text ? [option, text, ...rest] : [first.trim(), ...rest];
}

/** The white space before a line, in columns. */
function withoutTabs(line: string): string {
  const text = line.trimStart();
  const space = line.slice(0, line.length - text.length);
  let column = 0;
  for (const character of space) column += character === '\t' ? TAB_WIDTH - (column % TAB_WIDTH) : 1;
  return ' '.repeat(column) + text.replaceAll('\t', '  ');
}

/** `LS(1)`. */
const isPageName = (word = '') => /^\S+\(\w{1,4}\)$/.test(word);

/** `LS(1)        User Commands        LS(1)`: the first and the last line. The last may have no name on the left. */
function isRunningHead(line: string, page: string): boolean {
  if (line.length > MAX_HEAD) return false;
  const words = line.split(/\s+/);
  const columns = line.trimStart().split(/\s{3,}/);
  if (words.length > 1 && isPageName(words[0])) return isPageName(words.at(-1));
  return isPageName(columns.at(-1)) && columns.length > (columns.at(-1) === page ? 1 : 2);
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
  const paragraphs: string[][] = [];
  for (const line of lines) {
    const last = paragraphs.at(-1);
    const isNext = indentOf(line) <= indentOf(last?.[0] ?? '') && OPTION.test(line.trim());
    if (last && !isNext) last.push(line);
    else paragraphs.push([line]);
  }
  return paragraphs;
}

/** The option on a line of its own, its description joined below it; other text as it is in any text. */
function paragraphText(lines: string[], isKnownWord: (word: string) => boolean): string {
  const [first = '', ...rest] = lines;
  const hasTerm = rest.length > 0 && rest.every((line) => indentOf(line) > indentOf(first));
  if (hasTerm) return `${first.trim()}\n${joinLines(rest, isKnownWord)}`;
  return isWrapped(lines) ? joinLines(lines, isKnownWord) : lines.join('\n');
}
