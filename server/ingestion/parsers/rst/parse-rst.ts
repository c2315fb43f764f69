import type { ParsedDocument } from '../../types.ts';
import { decodeText } from '../text/decode-text.ts';
import { titledByHeading } from '../text/page-heading.ts';
import { createTextBuilder } from '../text/text-builder.ts';
import { toldOf } from '../text/told-left-out.ts';
import { addLines } from './rst-blocks.ts';
import { findDefinitions } from './rst-definitions.ts';
import type { Definitions } from './rst-inline.ts';
import type { Reading } from './rst-reading.ts';

const TAB_WIDTH = 8;

/**
 * Parses reStructuredText as docutils and Sphinx write it: sections, lists, tables, code, notes, and what is described of a
 * program. Roles become their text. What only a program can find out is not there; nor are included files, and what is only for
 * other forms than HTML, which are told: a page of nothing else has no text.
 */
export function parseRst(bytes: Uint8Array): ParsedDocument {
  const lines = decodeText(bytes)
    .replace(/\r\n?|[\v\f]/g, '\n')
    .split('\n')
    .map(withoutTabs);
  const definitions = findDefinitions(lines);
  const reading = createReading(definitions);
  const { builder, hidden, missing } = reading;
  addLines(reading, lines, { nesting: 0, depth: 0 });
  const leftOut = [...toldOf('hidden', textsOf(hidden, definitions)), ...toldOf('missing', [...new Set(missing)])];
  const document = builder.finish({ mayBeEmpty: leftOut.length > 0 });
  return { ...titledByHeading(document), ...(leftOut.length > 0 && { leftOut }) };
}

function createReading(definitions: Definitions): Reading {
  const reading: Reading = {
    builder: createTextBuilder(),
    definitions,
    styles: [],
    level: 0,
    levelsBelow: 0,
    language: undefined,
    missing: [],
    hidden: [],
    addBody: (body, place) => addLines(reading, body, place),
  };
  return reading;
}

/** The text of lines that the page does not show. */
function textsOf(hidden: readonly string[], definitions: Definitions): string[] {
  const reading = createReading(definitions);
  addLines(reading, hidden, { nesting: 0, depth: 0 });
  return reading.builder.finish({ mayBeEmpty: true }).text.split(/\s+/);
}

/** A tab goes to the next column that eight divides. */
function withoutTabs(line: string): string {
  if (!line.includes('\t')) return line.trimEnd();
  const nextColumn = (text: string) => (Math.floor(text.length / TAB_WIDTH) + 1) * TAB_WIDTH;
  return line
    .split('\t')
    .reduce((before, text) => before.padEnd(nextColumn(before)) + text)
    .trimEnd();
}
