import { addTable } from '../table/add-table.ts';
import type { TextBuilder } from '../text/text-builder.ts';

/** Lines of boxes as `+`, `-` and `|`. */
const CORNERS = /[┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╤╧╪╓╖╙╜╟╢╥╨╫╭╮╯╰┏┓┗┛┣┫┳┻╋]/g;
const HORIZONTAL = /[─━═]/g;
const VERTICAL = /[│┃║]/g;
const BORDER = /^\+(?:[-=]+\+)+$/;
const DRAWN = /\+-{2,}\+|[┌└┬╔╚╦┏┗┳╭╰][─━═]/;
/** The name of a column, which may be empty; signs are explained by a row. */
const NAME = /^(?:[\p{L}\d#<"“(].*)?$/su;
const MIN_BORDERS = 2;

/** Does a table or another drawing of boxes stand in these lines? */
export const isDrawn = (lines: readonly string[]): boolean => lines.some((line) => DRAWN.test(line));

/**
 * Adds a table whose lines are drawn, with `+---+` or with the characters for boxes. False if the lines are no such table: they
 * must all begin and end at its edges.
 */
export function addDrawnTable(drawn: readonly string[], builder: TextBuilder): boolean {
  const lines = drawn.map(plain);
  const [top = ''] = lines;
  const isBorder = (line: string) => BORDER.test(line);
  if (!isBorder(top) || !lines.every((line) => isBorder(line) || isRow(line, top.length))) return false;
  const borders = lines.flatMap((line, at) => (isBorder(line) ? [at] : []));
  if (borders.length < MIN_BORDERS) return false;
  const bands = borders.slice(1).map((end, index) => lines.slice((borders[index] ?? 0) + 1, end));
  const columns = [...top.matchAll(/\+/g)].map(({ index }) => index);
  const filled = bands.filter((band) => band.length > 0).map((band) => band.map((line) => cellsOf(line, columns)));
  const [header = [], ...others] = filled;
  if (header.length === 0) return false;
  // Without lines between the rows, each line is a row of its own.
  const isRuled = others.length > 1;
  const rows = isRuled ? others.map(joinLinesOfRow) : others.flatMap(rowsOfLines);
  const names = joinLinesOfRow(header);
  if (rows.length > 0 && names.every((name) => NAME.test(name))) addTable(builder, names, rows);
  else for (const row of [...rowsOfLines(header), ...rows]) builder.add('table-row', row.join(' | '));
  return true;
}

const plain = (line: string) => line.trim().replace(CORNERS, '+').replace(HORIZONTAL, '-').replace(VERTICAL, '|');

const isRow = (line: string, width: number) => /^\|.*\|$/.test(line) && line.length <= width * 2;

/** Where the columns are not below the border's, as wide characters move them, the lines between the cells tell. */
function cellsOf(line: string, columns: number[]): string[] {
  const isStraight = columns.every((column) => line[column] === '|');
  if (!isStraight)
    return line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
  return columns.slice(1).map((end, at) => line.slice((columns[at] ?? 0) + 1, end).trim());
}

/** The cells of a row that takes up several lines. */
function joinLinesOfRow(lines: string[][]): string[] {
  const [first = []] = lines;
  return first.map((_, at) =>
    lines
      .map((cells) => cells[at] ?? '')
      .filter(Boolean)
      .join(' '),
  );
}

/** A line without a first cell continues the row above. */
function rowsOfLines(lines: string[][]): string[][] {
  const rows: string[][][] = [];
  for (const cells of lines) {
    const last = rows.at(-1);
    if (last && !cells[0]) last.push(cells);
    else rows.push([cells]);
  }
  return rows.map(joinLinesOfRow);
}
