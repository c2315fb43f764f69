import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import { isNumber } from '../text/is-number.ts';
import { named } from '../text/table-header.ts';
import type { TextBuilder } from '../text/text-builder.ts';
import { addTable } from './add-table.ts';
import { isFilled, isShort } from './cells.ts';

/** Rows that are longer on average are texts about one thing each, too long to be read side by side. */
const LONG_ROW = 350;
/** A longer field is a paragraph by itself. */
const LONG_FIELD = 80;
/** A column holds names if at least this share of its cells are different ones. */
const DISTINCT = 0.8;
/** It holds the questions of a list of questions and answers if at least this share of them ask. */
const ASKING = 0.5;
const QUESTION_MARK = /[?？؟]$/;
/** A shorter text with a question mark says that something is not known. */
const MIN_QUESTION = 6;
/** An article number such as `A-113`: digits, and in one word. */
const CODE = /^(?=.*\d)\S+$/;

/**
 * Adds rows below the names of their columns. Where each row is about one thing at length, it is a section: under its question,
 * with the answer first, or under its name. `question`: the column of the questions. Tells whether the rows are sections.
 */
export function addRows(
  builder: TextBuilder,
  names: string[],
  rows: string[][],
  level: number,
  question = questionColumn(rows),
): boolean {
  const texts = rows.map((row) => row.map(collapseWhitespace));
  const title = question ?? (hasLongRows(texts) ? nameColumn(names, texts) : undefined);
  if (title === undefined) {
    addTable(builder, names, rows);
    return false;
  }
  const answer = question === undefined ? undefined : longestColumn(texts, question);
  for (const row of texts) addRecord(builder, names.map(collapseWhitespace), row, { title, answer, level });
  return true;
}

function addRecord(
  builder: TextBuilder,
  names: string[],
  row: string[],
  { title, answer, level }: { title: number; answer: number | undefined; level: number },
): void {
  // Without a title it continues what the row before is about.
  builder.add('heading', row[title] ?? '', { level });
  if (answer !== undefined) builder.add('paragraph', row[answer] ?? '');
  const columns = [...row.keys()].filter((at) => at !== title && at !== answer);
  // An answer shows the text below a heading: it must tell which row it is. A question has been asked.
  if (answer === undefined) columns.unshift(title);
  const textOf = (at: number) => named([names[at] ?? ''], [row[at] ?? '']);
  const isLong = (at: number) => (row[at] ?? '').length > LONG_FIELD;
  const short = columns.filter((at) => !isLong(at));
  builder.add('paragraph', short.map(textOf).filter(Boolean).join(' | '));
  for (const at of columns.filter(isLong)) builder.add('paragraph', textOf(at));
}

/** The column of the questions; undefined where most rows ask none. */
export function questionColumn(rows: string[][]): number | undefined {
  const columns = rows[0] ?? [];
  if (columns.length < 2 || rows.length < 2) return undefined;
  const asking = columns.map((_, at) => rows.filter((row) => asks(row[at] ?? '')).length);
  const most = greatest(asking);
  return most >= ASKING * rows.length ? asking.indexOf(most) : undefined;
}

export function asks(cell: string): boolean {
  const text = cell.trim();
  return text.length >= MIN_QUESTION && QUESTION_MARK.test(text);
}

const greatest = (numbers: number[]) => numbers.reduce((most, one) => Math.max(most, one), 0);

function longestColumn(rows: string[][], except: number): number {
  const lengths = (rows[0] ?? []).map((_, at) =>
    at === except ? -1 : rows.reduce((sum, row) => sum + (row[at]?.length ?? 0), 0),
  );
  return lengths.indexOf(greatest(lengths));
}

const hasLongRows = (rows: string[][]) =>
  rows.reduce((sum, row) => sum + row.join('').length, 0) >= LONG_ROW * rows.length;

/** The first column that names what each row is about: nearly all of its cells are filled, with different short texts. */
function nameColumn(names: string[], rows: string[][]): number | undefined {
  const at = names.findIndex((_, column) => {
    const cells = rows.map((row) => row[column] ?? '').filter(isFilled);
    const enough = DISTINCT * rows.length;
    return (
      new Set(cells).size >= enough &&
      cells.filter((cell) => isShort(cell) && !isNumber(cell) && !CODE.test(cell)).length >= enough
    );
  });
  return at === -1 ? undefined : at;
}
