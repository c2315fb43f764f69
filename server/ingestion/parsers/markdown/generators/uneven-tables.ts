const DELIMITERS = /^[ \t]*[|:-][-:| \t]*$/;
const DELIMITER = /^:?-+:?$/;
const EDGE = /^[ \t]*\|?|\|?[ \t]*$/g;
const CELL_END = /(?<!\\)\|/;

/**
 * The head of a table and the line below it with as many columns each, where they have not, or tabs stand in it: many generators
 * read such tables, Markdown of GitHub does not. Null where they are fine, or no head of a table.
 */
export function evenTable(head: string, line: string): [head: string, line: string] | null {
  if (!head.includes('|') || !line.includes('|') || !DELIMITERS.test(line)) return null;
  const delimiters = cellsOf(line);
  const columns = cellsOf(head).length;
  if (!delimiters.every((cell) => DELIMITER.test(cell))) return null;
  if (columns === delimiters.length && !line.trim().includes('\t')) return null;
  const missing = (many: number, cell: string) => cell.repeat(Math.max(0, many));
  const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
  return [
    `${head.trimEnd().replace(/\|$/, '')}|${missing(delimiters.length - columns, ' |')}`,
    `${indent}|${delimiters.join('|')}|${missing(columns - delimiters.length, '---|')}`,
  ];
}

const cellsOf = (row: string) =>
  row
    .replace(EDGE, '')
    .split(CELL_END)
    .map((cell) => cell.trim());
