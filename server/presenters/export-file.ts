import { BYTE_ORDER_MARK, csvLine } from './csv.ts';

/** The format of an export file of rows. */
export interface ExportFile<Row> {
  mediaType: string;
  extension: string;
  head: string;
  line(row: Row): string;
}

type Columns<Row> = Record<string, (row: Row) => string | number | null>;

/** Both formats of an export: JSON Lines with the whole row, and a table with these columns. */
export function exportFiles<Row>(columns: Columns<Row>): Record<'jsonl' | 'csv', ExportFile<Row>> {
  return {
    jsonl: {
      mediaType: 'application/jsonl; charset=utf-8',
      extension: 'jsonl',
      head: '',
      line: (row) => `${JSON.stringify(row)}\n`,
    },
    csv: {
      mediaType: 'text/csv; charset=utf-8',
      extension: 'csv',
      head: BYTE_ORDER_MARK + csvLine(Object.keys(columns)),
      line: (row) => csvLine(Object.values(columns).map((read) => read(row))),
    },
  };
}
