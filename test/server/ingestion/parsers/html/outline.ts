import { parseHtml } from '../../../../../server/ingestion/parsers/html/parse-html.ts';
import { bytesOf } from '../../make-files.ts';
import { blocksOf, expectSound } from '../../parse/invariants.ts';

/** The description of an entry, long enough that its list is a reference. */
export const KILN = 'A kiln that fires what is in it until it is done, and then cools down over the night. '
  .repeat(3)
  .trim();

/** Reads a page, of which everything holds that does for each document. */
export function parse(source: string) {
  const document = parseHtml(bytesOf(source));
  expectSound(document);
  return document;
}

/** The blocks of a page, each as its kind, level and depth before its text. */
export const outline = (source: string): string[] =>
  blocksOf(parse(source)).map(
    ({ kind, level, depth, text }) => `${kind}${level ?? ''}${depth ? `.${depth}` : ''} ${text}`,
  );
