import type { TextBuilder } from '../text/text-builder.ts';
import { joinRuns } from '../text/text-runs.ts';
import { type Attributes, inlineRuns } from './asciidoc-inline.ts';

/** What the line of attributes above a table says of it. */
interface TableSettings {
  columns: number | null;
  /** Null where the form of the first rows decides. */
  hasHeader: boolean | null;
}

interface Cell {
  text: string;
  width: number;
}

/** A bar, with how often and how wide its cell is, and how it is written. */
const BAR = /(?:(?<=^|\s)(?:(\d{1,3})?(?:\.\d{1,4})?([+*]))?[<^>]?(?:\.[<^>])?[adehlmsv]?)?(?<!\\)[|!]/gm;
const MAX_REPEAT = 50;

/** `[cols="1,2a",options="header"]`, `[%header,cols=3*]`. */
export function tableSettings(attributes: string): TableSettings {
  const given = /cols\s*=\s*(?:"([^"]*)"|'([^']*)'|([^,\]]*))/.exec(attributes);
  const spec = given?.[1] ?? given?.[2] ?? given?.[3] ?? '';
  const columns = spec
    .split(/[,;]/)
    .filter((part) => part.trim() || spec.includes(','))
    .reduce((sum, part) => sum + Math.min(MAX_REPEAT, Number(/^\s*(\d+)\*/.exec(part)?.[1] ?? 1)), 0);
  const hasHeader = /noheader/.test(attributes) ? false : /header/.test(attributes) ? true : null;
  return { columns: spec ? columns : null, hasHeader };
}

/** Adds the rows of a table; `lines` stand between its delimiters. */
export function addAsciiDocTable(
  builder: TextBuilder,
  lines: string[],
  { columns, hasHeader }: TableSettings,
  values: Attributes,
  place: Parameters<TextBuilder['add']>[2],
): void {
  const first = lines.findIndex((line) => line.trim());
  const cells = cellsOf(lines.join('\n'));
  const firstLine = cellsOf(lines[first] ?? '').reduce((sum, { width }) => sum + width, 0);
  const width = Math.max(1, columns ?? firstLine);
  const isHeadByForm = first === 0 && lines[1]?.trim() === '' && firstLine === width;
  for (const [index, row] of rowsOf(cells, width).entries()) {
    const runs = row.map((cell) => inlineRuns(cell, values));
    const header = index === 0 && (hasHeader ?? isHeadByForm);
    builder.add('table-row', joinRuns(runs, ' | '), { ...place, ...(header && { header: true as const }) });
  }
}

function cellsOf(text: string): Cell[] {
  const bars = [...text.matchAll(BAR)];
  return bars.flatMap((bar, at) => {
    const content = text.slice(bar.index + bar[0].length, bars[at + 1]?.index);
    const count = Math.min(MAX_REPEAT, Number(bar[1] ?? 1) || 1);
    const cell = { text: cellText(content), width: bar[2] === '+' ? count : 1 };
    return bar[2] === '*' ? Array.from({ length: count }, () => cell) : [cell];
  });
}

/** What is in a cell as blocks becomes one line. */
const cellText = (content: string) =>
  content
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[*-]+|\.+|\d+\.) (?=\S)/, '; ').trim())
    .filter((line) => line && !/^(?:-{4,}|--|={4,}|\+|\[[^\]]*\])$/.test(line))
    // A line may end with the sign of a break.
    .map((line) => line.replace(/ \+$/, ''))
    .join(' ')
    .replace(/^; /, '')
    .replaceAll('\\|', '|');

function rowsOf(cells: Cell[], width: number): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let filled = 0;
  for (const cell of cells) {
    row.push(cell.text);
    filled += cell.width;
    if (filled < width) continue;
    if (row.some(Boolean)) rows.push(row);
    row = [];
    filled = 0;
  }
  if (row.some(Boolean)) rows.push(row);
  return rows;
}
