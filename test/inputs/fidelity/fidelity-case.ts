import type { ParserOptions } from '../../../server/ingestion/parse/parse.ts';
import type { DocumentFormat, ParsedDocument } from '../../../server/ingestion/types.ts';

/** A small document, and what a person sees of it. */
export interface FidelityCase {
  /** What could go wrong with it: a line of the table of scores. */
  kind: string;
  format: DocumentFormat;
  what: string;
  make: () => Uint8Array | Promise<Uint8Array>;
  options?: ParserOptions;
  /**
   * The text in the order in which a person reads it, with headings as `## Heading` and rows of tables as `| one | two`. All
   * else is compared by its words.
   */
  shown: string;
  title?: string;
  /** What other programs show as well: running headers, struck-out text, menus. A reader leaves it out. */
  notRead?: string;
  /** What another program does not show although a person sees it: equations. */
  notShown?: string;
}

/** Where the same is tried in several ways, of one kind and format. */
export const casesOf = (
  kind: string,
  format: DocumentFormat,
  cases: Record<string, Omit<FidelityCase, 'kind' | 'format' | 'what'>>,
): FidelityCase[] => Object.entries(cases).map(([what, rest]) => ({ kind, format, what, ...rest }));

export const nameOf = ({ kind, format, what }: FidelityCase) => `${kind}, ${format}: ${what}`;

/** A document as `FidelityCase.shown` is written. */
export function asShown({ text, blocks }: ParsedDocument): string {
  return blocks
    .map(({ kind, level = 0, start, end }) => {
      const words = text.slice(start, end);
      if (kind === 'heading') return `\n${'#'.repeat(level)} ${words}\n`;
      return kind === 'table-row' ? `| ${words}` : words;
    })
    .join('\n')
    .trim();
}

export const headingsOf = (shown: string): string[] => shown.match(/^#{1,6} .+$/gm) ?? [];

/** The cells of all rows, row by row. */
export const rowsOf = (shown: string): string[][] =>
  (shown.match(/^\|.*$/gm) ?? []).map((row) =>
    row
      .slice(1)
      .split('|')
      .map((cell) => cell.trim()),
  );
