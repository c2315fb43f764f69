import { withoutEnd } from '../../../platform/text/trim-ends.ts';

/** The mark of a remark, and the sign that hides marks as a comment, where a text ends with it. */
const MARK = /<(?:\d{1,3}|\.)>$/;
const LONGEST_MARK = 5;
const COMMENT = /(?:\/\/|#|<!--|--|;;)$/;
const LONGEST_COMMENT = 4;
const BLANKS = /[ \t]/;

/** A line of code without the marks at its end, and without the comment that hides them: `run(); // <1> <2>`. */
export function withoutCodeMarks(line: string): string {
  let rest = withoutEnd(line.endsWith('-->') ? line.slice(0, -'-->'.length) : line, BLANKS);
  const marked = rest;
  for (let mark = endOf(rest, MARK, LONGEST_MARK); mark; mark = endOf(rest, MARK, LONGEST_MARK))
    rest = withoutEnd(rest.slice(0, -mark.length), BLANKS);
  if (rest === marked) return line;
  return withoutEnd(rest.slice(0, rest.length - endOf(rest, COMMENT, LONGEST_COMMENT).length), BLANKS);
}

/** What an expression finds at the end of a text; looking for it in all of the text would take long. */
const endOf = (text: string, pattern: RegExp, longest: number) => pattern.exec(text.slice(-longest))?.[0] ?? '';
