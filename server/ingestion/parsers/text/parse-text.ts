import type { ParsedDocument } from '../../types.ts';
import { decodeText } from './decode-text.ts';
import { joinLines } from './join-lines.ts';
import { createTextBuilder } from './text-builder.ts';

/** From this many lines on, a part without empty lines becomes one paragraph per line. */
const MANY_LINES = 12;

/** Parses plain text in any encoding. Empty lines separate paragraphs. */
export function parseText(bytes: Uint8Array): ParsedDocument {
  const text = decodeText(bytes).replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  const builder = createTextBuilder();
  for (const paragraph of text.split(/\n[^\S\n]*\n\s*/)) {
    const lines = paragraph.trim().split('\n');
    if (isWrapped(lines)) builder.add('paragraph', joinLines(lines));
    else if (lines.length < MANY_LINES) builder.add('paragraph', paragraph);
    else for (const line of lines) builder.add('paragraph', line);
  }
  return builder.finish({});
}

/** Prose wrapped at a width, not separate lines (lists, logs, verse): all lines but the last have about the same length. */
function isWrapped(lines: string[]): boolean {
  const widths = lines.slice(0, -1).map((line) => line.trim().length);
  const longest = widths.reduce((most, width) => Math.max(most, width), 0);
  return widths.length > 0 && longest >= 40 && longest <= 120 && widths.every((width) => width > longest * 0.7);
}
