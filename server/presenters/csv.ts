/**
 * The first characters that make spreadsheets read a cell as a formula: signs, their full-width forms, and white space that
 * they skip.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
const QUOTED = /[",\r\n]|^\s|\s$/u;

/** Spreadsheets read a file as UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = '\ufeff';

/** One line of CSV (RFC 4180). Cells that a spreadsheet would read as a formula are prefixed with an apostrophe. */
export function csvLine(cells: (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
