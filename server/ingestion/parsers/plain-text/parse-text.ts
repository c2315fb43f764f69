import type { ParsedDocument } from '../../types.ts';
import { decodeText } from '../text/decode-text.ts';
import { createTextBuilder } from '../text/text-builder.ts';
import { addPlainText } from './plain-text-blocks.ts';

/** Parses plain text in any encoding: paragraphs, headings, lists, code, and manual pages. */
export function parseText(bytes: Uint8Array): ParsedDocument {
  const text = decodeText(bytes)
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    // A space after the number of a heading or of an item does not break. Further ones are indentation of a page.
    .replace(/(?<=\S)\u00a0(?=\S)/g, ' ')
    // Manual pages print a letter over itself for bold, over an underscore for italics.
    .replace(/[^\n][\b]/g, '');
  const builder = createTextBuilder();
  addPlainText(text, builder);
  return builder.finish({});
}
