const BEGINS = /^([ \t]{0,80})#\|[ \t]*$/;
const FENCE = /^[ \t]{0,80}(`{3,}|~{3,})/;
/** `|:{header-rows="1"}`, `||:{align=top}` and `::{colspan=2}`: how the table, a row or a cell looks. */
const ATTRIBUTES = /^\s{0,80}:{1,2}\{[^}\n]{0,300}\}/;
const ANCHOR = /\{#[\w-]{1,100}\}/g;

/**
 * Rewrites the tables of Diplodoc, whose cells hold any Markdown, as plain ones: `#|`, rows between `||`, cells between `|`, `|#`.
 * What a cell holds becomes one line, and a cell that is joined with the one before (`>`) or above (`^`) says the same.
 */
export function readMultilineTables(source: string): string {
  if (!source.includes('#|')) return source;
  const written: string[] = [];
  const lines = source.split('\n');
  let fence = '';
  // After one that does not end, what begins another is read as it is, so that no line is read many times.
  let allEnd = true;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark = FENCE.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    const begins: RegExpExecArray | null = fence === '' && allEnd ? BEGINS.exec(line) : null;
    const table = begins && tableAt(lines, at + 1);
    if (!table) {
      allEnd &&= begins === null;
      written.push(line);
      continue;
    }
    const indent = begins[1] ?? '';
    written.push('', ...rowsOf(table.rows).map((row) => indent + row), '');
    at = table.end;
  }
  return written.join('\n');
}

/** The cells of a table whose first line this is, and its last line; null where it does not end. */
function tableAt(lines: readonly string[], start: number): { rows: string[][]; end: number } | null {
  const rows: string[][] = [];
  let row: string[] | null = null;
  let cell = '';
  let depth = 0;
  let code = '';
  // Text outside of a row, where a mark is missing, is a row as well.
  const endCell = () => {
    if (row) row.push(cell);
    else if (cell.replace(ATTRIBUTES, '').trim()) row = [cell];
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row) rows.push(row);
    row = null;
  };
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    // Inline code ends with its line at the latest; a fence has a line of its own, on which its language is named.
    if (code.length < 3) code = '';
    const opening = code === '' ? FENCE.exec(line)?.[1] : undefined;
    for (const [piece] of (opening ?? line).matchAll(/\\.|`+|#\||\|#|\|\||\||[^\\`#|]+|[\\#]/gs)) {
      if (piece.startsWith('`')) {
        code = code === '' ? piece : code === piece ? '' : code;
        cell += piece.length > 2 ? '`' : piece;
      } else if (code !== '' || !piece.includes('|')) cell += piece;
      else if (piece === '#|') depth += 1;
      else if (piece === '|#' && depth === 0) {
        endRow();
        return { rows, end: at };
      } else if (piece === '|#') depth -= 1;
      else if (piece.startsWith('\\')) cell += piece;
      else if (depth > 0) cell += ' ';
      else if (piece === '|') endCell();
      else {
        const isOpen: boolean = row !== null;
        endRow();
        if (!isOpen) row = [];
      }
    }
    cell += ' ';
  }
  return null;
}

function rowsOf(rows: readonly string[][]): string[] {
  const cells: string[][] = [];
  for (const row of rows) {
    const read: string[] = [];
    for (const raw of row) {
      const text = raw.replace(ATTRIBUTES, '').replace(ANCHOR, '').trim();
      const same = text === '>' ? read.at(-1) : text === '^' ? cells.at(-1)?.[read.length] : undefined;
      read.push(same ?? text);
    }
    cells.push(read);
  }
  // Markdown drops cells beyond its head.
  const columns = cells.reduce((most, { length }) => Math.max(most, length), 0);
  while (cells[0] && cells[0].length < columns) cells[0].push('');
  const [head, ...body] = cells.map((row) => `| ${row.map((text) => text.replace(/\\?\|/g, '\\|')).join(' | ')} |`);
  return head === undefined ? [] : [head, `|${'---|'.repeat(columns)}`, ...body];
}
