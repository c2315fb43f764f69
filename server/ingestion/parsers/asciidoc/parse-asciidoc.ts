import type { ParsedDocument } from '../../types.ts';
import { decodeText } from '../text/decode-text.ts';
import { createTextBuilder, normalizeTitle } from '../text/text-builder.ts';
import { addLines } from './asciidoc-blocks.ts';
import { readSource } from './asciidoc-source.ts';

/**
 * Parses AsciiDoc: sections, lists with what hangs on their items, tables, code, notes. Values that the document itself sets
 * are put in; files that it includes are not there.
 */
export function parseAsciiDoc(bytes: Uint8Array): ParsedDocument {
  const { lines, attributes } = readSource(decodeText(bytes).replace(/\r\n?/g, '\n'));
  const builder = createTextBuilder();
  addLines({ builder, values: attributes }, withoutAuthors(lines), { nesting: 0, depth: 0 });
  const document = builder.finish({});
  const title = document.blocks.find(({ kind }) => kind === 'heading');
  return { ...document, title: title ? normalizeTitle(document.text.slice(title.start, title.end)) : null };
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
