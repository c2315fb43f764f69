/**
 * The first characters that make spreadsheets read a cell as a formula: signs, their full-width forms, and white space that
 * they skip.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
/**
 * The same after a separator within a cell. Where a semicolon separates cells, spreadsheets ignore quotation marks that do not
 * begin a cell, so that a line feed in one begins a row. The sign is optional so that a run of separators is read once.
 */
const LATER_FORMULA = /[;\t\r\n][;"\s]*[=+\-@＝＋－＠]?/gu;
const ENDS_IN_SIGN = /[=+\-@＝＋－＠]$/u;
const QUOTED = /[",\r\n]|^\s|\s$/u;

/** Spreadsheets read a file as UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = '\ufeff';

/** One line of CSV (RFC 4180). What a spreadsheet would read as a formula gets an apostrophe before it. */
export function csvLine(cells: (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const guarded = text.replace(LATER_FORMULA, (found) =>
    ENDS_IN_SIGN.test(found) ? `${found.slice(0, -1)}'${found.slice(-1)}` : found,
  );
  const harmless = FORMULA.test(guarded) ? `'${guarded}` : guarded;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
