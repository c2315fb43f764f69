/** Spreadsheets run what begins so as a formula: their own signs, full-width ones, and white space that they pass over. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
const QUOTED = /[",\r\n]|^\s|\s$/u;

/** Spreadsheets take a table for UTF-8 only where it begins with this. */
export const BYTE_ORDER_MARK = '\ufeff';

/** One line of a table, as RFC 4180 has it. What a spreadsheet would run as a formula gets an apostrophe in front. */
export function csvLine(cells: (string | number | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
