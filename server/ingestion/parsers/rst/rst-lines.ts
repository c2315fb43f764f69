/** Lines with what is before them removed. */
export const indentOf = (line: string): number => line.length - line.trimStart().length;

export const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';

/** The lines from one on that are blank or indented by at least this many columns, without blank ones at the end. */
export function indentedFrom(lines: readonly string[], from: number, indent: number): string[] {
  let end = from;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (isBlank(line)) continue;
    if (indentOf(line) < indent) break;
    end = at + 1;
  }
  return lines.slice(from, end);
}

/** Removes the indentation that all lines share. */
export function dedent(lines: readonly string[]): string[] {
  const least = lines.reduce(
    (least, line) => (isBlank(line) ? least : Math.min(least, indentOf(line))),
    Number.MAX_SAFE_INTEGER,
  );
  return lines.map((line) => line.slice(Math.min(least, line.length)));
}
