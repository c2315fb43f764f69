import { CsvError, parse } from 'csv-parse/sync';
import { withoutExportIds } from '../../../platform/text/export-names.ts';
import type { ParsedDocument } from '../../types.ts';
import { decodeText } from '../text/decode-text.ts';
import { createTextBuilder } from '../text/text-builder.ts';
import { addSheet } from './add-sheet.ts';

/** How many characters tell what is between the cells. */
const SAMPLE = 64 * 1024;
const DELIMITERS = ['\t', ';', ',', '|'];

/** Parses a table of text: cells between commas, semicolons, tabs or bars. Each row keeps the names of its columns near it. */
export function parseCsv(bytes: Uint8Array, fileName = ''): ParsedDocument {
  const text = decodeText(bytes).replace(/^\ufeff/, '');
  // Excel's own hint.
  const hint = /^sep=(.)\r?\n/i.exec(text);
  const body = hint ? text.slice(hint[0].length) : text;
  const builder = createTextBuilder();
  addSheet(builder, readRows(body, hint?.[1] ?? delimiterOf(body.slice(0, SAMPLE))));
  const named = withoutExportIds(fileName);
  return builder.finish({ title: named === fileName ? null : named.replace(WHOLE_DATABASE, '') });
}

/** Of a database, Notion exports the rows that a view shows, and beside them all. */
const WHOLE_DATABASE = /(?:_all)?\.csv$/i;

function readRows(text: string, delimiter: string): string[][] {
  const options = { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: false };
  try {
    return parse(text, options);
  } catch (error) {
    // A quotation mark that never closes is one that quotes nothing.
    if (error instanceof CsvError) return parse(text, { ...options, quote: false });
    throw error;
  }
}

/** The delimiter that splits most lines of the sample into one number of cells, the wider first. */
function delimiterOf(sample: string): string {
  const lines = sample
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n|\r/)
    .filter((line) => line.trim());
  const scores = DELIMITERS.map((delimiter) => {
    const widths = new Map<number, number>();
    for (const line of lines) {
      const width = line.split(delimiter).length;
      if (width > 1) widths.set(width, (widths.get(width) ?? 0) + 1);
    }
    return { delimiter, lines: Math.max(0, ...widths.values()) };
  });
  return scores.reduce((best, score) => (score.lines > best.lines ? score : best)).delimiter;
}
