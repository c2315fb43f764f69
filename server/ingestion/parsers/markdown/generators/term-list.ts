import { isReference } from '../../text/definition-lists.ts';
import { readDefinition } from './block-markup.ts';
import { LABEL_MARK, SECTION_END_MARK } from './callout-marks.ts';
import { closesFence } from './code-fences.ts';
import { indentOf, unindent } from './indentation.ts';
import { beginsBlock, CONTENT_INDENT } from './markup-reading.ts';

const FENCE = /^[ \t]{0,80}(`{3,}|~{3,})/;
/** A line with markup of its own, or one that is indented, names nothing. */
const NO_TERM = /^(?:[\s<]|\{[{%])/;
/** More lines above a definition are running text. */
const MAX_TERMS = 3;
const MAX_TERM = 200;

interface Entry {
  /** One or more, in one line. */
  term: string;
  /** Its definitions, unindented. */
  lines: string[];
}

/**
 * Rewrites lists of terms, each with `: text` right below it, which most generators read. The terms of a reference become labels of
 * sections, and those of other lists begin their definition: `Term: text`. Further definitions become paragraphs.
 */
export function readTermLists(source: string): string {
  if (!/^:[ \t]+\S/m.test(source)) return source;
  const lines = source.split('\n');
  const written: string[] = [];
  let fence = '';
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? '';
    fence = fenceAfter(fence, line);
    const list = fence === '' && !written.at(-1)?.trim() ? listAt(lines, at) : null;
    if (list) for (const text of shownList(list.entries)) written.push(text);
    else written.push(line);
    at = list?.end ?? at + 1;
  }
  return written.join('\n');
}

function fenceAfter(fence: string, line: string): string {
  if (fence === '') return FENCE.exec(line)?.[1] ?? '';
  return closesFence(line, fence) ? '' : fence;
}

/** The list whose first term is here, and the line after it. */
function listAt(lines: readonly string[], start: number): { entries: Entry[]; end: number } | null {
  const entries: Entry[] = [];
  let end = start;
  for (let term = termAt(lines, start); term; term = termAt(lines, skipBlank(lines, end))) {
    const { definitions, after } = definitionsAt(lines, term.end);
    entries.push({ term: term.text, lines: definitions });
    end = after;
  }
  return entries.length > 0 ? { entries, end } : null;
}

/** The terms of one definition, and its first line. */
function termAt(lines: readonly string[], start: number): { text: string; end: number } | null {
  const terms: string[] = [];
  for (const line of lines.slice(start, start + MAX_TERMS + 1)) {
    const text = terms.join(', ');
    if (isDefinition(line)) return text !== '' && text.length <= MAX_TERM ? { text, end: start + terms.length } : null;
    if (!line.trim() || NO_TERM.test(line) || beginsBlock(line)) return null;
    terms.push(line.trim());
  }
  return null;
}

/** The definitions of a term, and the line after them. */
function definitionsAt(lines: readonly string[], start: number): { definitions: string[]; after: number } {
  const definitions: string[] = [];
  let fence = '';
  let at = start;
  while (at < lines.length) {
    const next = skipBlank(lines, at);
    const line = lines[next] ?? '';
    const isFurther = fence === '' && isDefinition(line);
    const isInside = isFurther || indentOf(line) >= 2;
    // Without a gap, a line that is not indented continues the paragraph, unless it is the next term.
    const continues = next === at && fence === '' && !beginsBlock(line) && !termAt(lines, at);
    if (next >= lines.length || (!isInside && !continues)) break;
    if (isFurther ? definitions.length > 0 : next > at) definitions.push('');
    const text = isFurther ? (readDefinition(line) ?? '') : unindent(line, CONTENT_INDENT);
    fence = fenceAfter(fence, text);
    definitions.push(text);
    at = next + 1;
  }
  return { definitions, after: at };
}

function shownList(entries: readonly Entry[]): string[] {
  const length = entries.reduce((sum, { lines }) => sum + lines.join(' ').length, 0);
  const isOfSections = isReference(entries.length, length);
  return entries.flatMap(({ term, lines }) => {
    if (isOfSections) return ['', `###### ${LABEL_MARK}${term}`, '', ...lines, '', SECTION_END_MARK, ''];
    const [first = '', ...more] = lines;
    return beginsBlock(first) ? [`${term}:`, '', first, ...more, ''] : [`${term}: ${first}`, ...more, ''];
  });
}

const isDefinition = (line: string) => readDefinition(line) !== null;

function skipBlank(lines: readonly string[], start: number): number {
  let at = start;
  while (at < lines.length && !lines[at]?.trim()) at += 1;
  return at;
}
