import type { ParsedDocument } from '../../types.ts';
import { decodeText } from '../text/decode-text.ts';
import { titledByHeading } from '../text/page-heading.ts';
import { createTextBuilder } from '../text/text-builder.ts';
import { toldOf } from '../text/told-left-out.ts';
import { addLines } from './asciidoc-blocks.ts';
import type { Attributes } from './asciidoc-inline.ts';
import { readSource } from './asciidoc-source.ts';

/**
 * Parses AsciiDoc: sections, lists with what hangs on their items, tables, code, notes. Values that the document itself sets
 * are put in, and its conditions are evaluated. What they leave out is told, as are included files, which are not there: a page of
 * nothing else has no text.
 */
export function parseAsciiDoc(bytes: Uint8Array): ParsedDocument {
  const { lines, attributes, hidden, missing } = readSource(decodeText(bytes).replace(/\r\n?/g, '\n'));
  const builder = createTextBuilder();
  addLines({ builder, values: attributes, level: 0 }, withoutAuthors(lines), { nesting: 0, depth: 0 });
  const leftOut = [...toldOf('hidden', textsOf(hidden, attributes)), ...toldOf('missing', [...new Set(missing)])];
  const document = builder.finish({ mayBeEmpty: missing.length > 0 });
  return { ...titledByHeading(document), ...(leftOut.length > 0 && { leftOut }) };
}

/** The text of lines that the page does not show. */
function textsOf(hidden: readonly string[], values: Attributes): string[] {
  const builder = createTextBuilder();
  addLines({ builder, values, level: 0 }, hidden, { nesting: 0, depth: 0 });
  return builder.finish({ mayBeEmpty: true }).text.split(/\s+/);
}

/** The lines directly below the title of a document name its authors and version. */
function withoutAuthors(lines: readonly string[]): string[] {
  const title = lines.findIndex((line) => line.trim() !== '');
  if (!/^= \S/.test(lines[title] ?? '')) return [...lines];
  let end = title + 1;
  while (
    /\S/.test(lines[end] ?? '') &&
    end < title + 3 &&
    /^(?:[\p{L}\d][^[\]:|<]*<[^>]*>.*|v?\d[\d.]*(?:,.*)?|[\p{Lu}][\p{L}.'-]*(?: [\p{Lu}][\p{L}.'-]*){1,2})$/u.test(
      lines[end] ?? '',
    )
  )
    end += 1;
  return [...lines.slice(0, title + 1), '', ...lines.slice(end)];
}
