/** What a line of AsciiDoc may begin, and where that ends. */

export const HEADING = /^(={1,6}|#{1,6})\s+(\S.*)$/s;
export const ATTRIBUTES = /^\[(?!\[)([^\]]*(?:\][^\]]+)*)\]$/;
export const ANCHOR = /^\[\[[^\]]*\]\]$/;
export const TITLE = /^\.([^\s.].*)$/;
export const DELIMITER = /^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|--|`{3,}[\w+#.-]*|[|,:!]={3,})$/;
export const ADMONITION = /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION):\s+(.*)$/s;
export const BLOCK_MACRO = /^([a-z][\w-]*)::([^\s[]*)\[(.*)\]$/;
export const ITEM = /^\s*(\*{1,6}|-|\.{1,6}|\d{1,4}\.|[a-zA-Z]\.|<(?:\d{1,3}|\.)>)\s+(\S.*)$/;
export const TERM = /^\s*(?!\/\/)(\S.*?|)(:{2,4}|;;)(?:\s+(.*))?$/s;
export const RULE = /^(?:'{3,}|<{3,}|-{3}|\*{3})$/;

/** `std::vector` in running text is no term. */
export const isTerm = (line: string) => {
  const match = TERM.exec(line);
  return match !== null && (match[1] ?? '') !== '' && !/^[ \t]*\[/.test(line) && !BLOCK_MACRO.test(line);
};

/** The line that closes a block which is open since another one, or the end. */
export function endOf(lines: readonly string[], at: number, closing: string): number {
  const end = lines.indexOf(closing, at + 1);
  return end < 0 ? lines.length : end;
}

/** Where a paragraph ends: at an empty line, or where a block begins. */
export function paragraphEnd(lines: readonly string[], at: number): number {
  let end = at + 1;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    if (line.trim() === '' || line === '+' || DELIMITER.test(line) || ATTRIBUTES.test(line) || ANCHOR.test(line)) break;
    end += 1;
  }
  return end;
}

/** Where the text below a term begins: empty lines may be before it. */
export function descriptionStart(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && (lines[at] ?? '').trim() === '') at += 1;
  const line = lines[at] ?? '';
  const isText =
    line !== '' && itemEnd([line], -1) === 1 && ![HEADING, BLOCK_MACRO, ANCHOR, RULE].some((form) => form.test(line));
  return isText ? at : from;
}

/** Is the next line that is not empty another term of the same list, which the same description is of? */
export function isNextTerm(lines: readonly string[], from: number, marker: string): boolean {
  let next = from;
  while (next < lines.length && (lines[next] ?? '').trim() === '') next += 1;
  const line = lines[next] ?? '';
  return !ITEM.test(line) && isTerm(line) && TERM.exec(line)?.[2] === marker;
}

/** The text of an item runs to an empty line, a continuation, a block or the next item. */
export function itemEnd(lines: readonly string[], at: number): number {
  let end = at + 1;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    if (
      line.trim() === '' ||
      line === '+' ||
      ITEM.test(line) ||
      isTerm(line) ||
      DELIMITER.test(line) ||
      ATTRIBUTES.test(line) ||
      TITLE.test(line)
    )
      break;
    end += 1;
  }
  return end;
}

/** Does the next line that is not empty belong to the list? */
export function continuesList(lines: readonly string[], at: number): boolean {
  let next = at + 1;
  while (next < lines.length && (lines[next] ?? '').trim() === '') next += 1;
  const line = lines[next] ?? '';
  return ITEM.test(line) || isTerm(line) || line === '+';
}
