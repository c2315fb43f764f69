import { books } from './cases/books.ts';
import { encodings } from './cases/encodings.ts';
import { hiddenHtml } from './cases/hidden-html.ts';
import { looseHtml } from './cases/loose-html.ts';
import { markdownCases } from './cases/markdown.ts';
import { pdf } from './cases/pdf.ts';
import { struckOut } from './cases/struck-out.ts';
import { tables } from './cases/tables.ts';
import { titles } from './cases/titles.ts';
import { word } from './cases/word.ts';
import type { FidelityCase } from './fidelity-case.ts';

export const CASES: readonly FidelityCase[] = [
  ...pdf,
  ...hiddenHtml,
  ...looseHtml,
  ...struckOut,
  ...word,
  ...books,
  ...encodings,
  ...markdownCases,
  ...titles,
  ...tables,
];
