/** After how many characters of rows the header is repeated, so that a passage from the middle of a table has its columns' names. */
const HEADER_EVERY = 700;
/** A longer header would be most of each passage: every row names its columns instead. */
const MAX_HEADER = 200;

/** The rows of a table as text, with its header before the first and before others further down. */
export function withHeader(names: string[], rows: string[][]): { text: string; isHeader?: true }[] {
  if (names.join('').length > MAX_HEADER) return rows.map((row) => ({ text: named(names, row) }));
  let since = Number.POSITIVE_INFINITY;
  return rows.flatMap((row) => {
    const text = row.join(' | ');
    const isDue = since + text.length > HEADER_EVERY;
    since = (isDue ? 0 : since) + text.length;
    return isDue ? [{ text: names.join(' | '), isHeader: true as const }, { text }] : [{ text }];
  });
}

/** `Name: Anna | Age: 7`, without empty cells. */
export const named = (names: string[], row: string[]) =>
  row
    .map((cell, at) => (cell && names[at] ? `${names[at]}: ${cell}` : cell))
    .filter(Boolean)
    .join(' | ');
