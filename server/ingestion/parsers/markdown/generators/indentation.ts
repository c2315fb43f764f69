/** The width of a tab, in columns. */
const TAB_WIDTH = 4;

/** The columns of white space at the beginning. */
export function indentOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === ' ') column += 1;
    else if (character === '\t') column += TAB_WIDTH - (column % TAB_WIDTH);
    else break;
  }
  return column;
}

/** Removes up to this many columns of white space; adds as many as it is less than zero. */
export function unindent(line: string, columns: number): string {
  if (columns === 0) return line;
  const indent = indentOf(line);
  return ' '.repeat(Math.max(0, indent - columns)) + line.trimStart();
}
