import type { Callout } from '../../types.ts';
import { calloutNamed } from '../text/callouts.ts';
import { addTerm, isReference, termLevel } from '../text/definition-lists.ts';
import { createTextBuilder, type TextBuilder } from '../text/text-builder.ts';
import type { TextRun } from '../text/text-runs.ts';
import { type Attributes, inlineRuns, replaceAttributes } from './asciidoc-inline.ts';
import {
  ADMONITION,
  ANCHOR,
  ATTRIBUTES,
  BLOCK_MACRO,
  continuesList,
  DELIMITER,
  endOf,
  HEADING,
  ITEM,
  isNextTerm,
  isTerm,
  paragraphEnd,
  RULE,
  TITLE,
} from './asciidoc-lines.ts';
import { addAsciiDocTable, tableSettings } from './asciidoc-tables.ts';
import { withoutCodeMarks } from './code-marks.ts';
import { imageText } from './image-text.ts';
import { createListMarkers, readListEntry } from './list-entries.ts';

interface Reading {
  builder: TextBuilder;
  values: Attributes;
  /** The level of the last heading, 0 before the first. */
  level: number;
  /** Is this only to measure a list? */
  isMeasuring?: boolean;
}

interface Place {
  nesting: number;
  depth: number;
  callout?: Callout;
}

/** What is on the lines above a block. */
interface Above {
  /** The first word of the attributes: `source`, `NOTE`, `quote`. */
  style: string;
  /** All of the attributes. */
  attributes: string;
}

const MAX_NESTING = 16;
const NOTHING: Above = { style: '', attributes: '' };

/** Adds the blocks in lines. */
export function addLines(reading: Reading, lines: readonly string[], place: Place): void {
  let at = 0;
  let above = NOTHING;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const isNoText = line.trim() === '' || line === '+' || ANCHOR.test(line) || RULE.test(line);
    const next = isNoText ? above : readAbove(reading, line, above, place);
    at = next ? at + 1 : Math.max(at + 1, addBlock(reading, lines, at, above, place));
    above = next ?? NOTHING;
  }
}

/** Reads a line above a block: attributes, or a title, which is added. Null for any other line. */
function readAbove(reading: Reading, line: string, above: Above, place: Place): Above | null {
  const attributes = ATTRIBUTES.exec(line);
  if (attributes) return merged(above, attributes[1] ?? '');
  const title = ITEM.test(line) ? null : TITLE.exec(line);
  if (!title) return null;
  addProse(reading, title[1] ?? '', place);
  return above;
}

function merged(above: Above, attributes: string): Above {
  const [style = ''] = attributes.split(/[,%#.]/);
  return { style: style.trim() || above.style, attributes: [above.attributes, attributes].filter(Boolean).join(',') };
}

const attributesOf = ({ depth, callout }: Place) => ({ ...(depth && { depth }), ...(callout && { callout }) });

function addProse({ builder, values }: Reading, text: string, place: Place): void {
  builder.add('paragraph', inlineRuns(text.trim(), values), attributesOf(place));
}

/** Adds the block that begins at a line. Returns where the next begins. */
function addBlock(reading: Reading, lines: readonly string[], at: number, above: Above, place: Place): number {
  const line = lines[at] ?? '';
  const heading = HEADING.exec(line);
  if (heading) {
    const [, signs = '', text = ''] = heading;
    reading.level = Math.min(6, signs.length);
    reading.builder.add('heading', inlineRuns(withoutClosing(text, signs), reading.values), {
      ...attributesOf(place),
      level: reading.level,
    });
    return at + 1;
  }
  if (DELIMITER.test(line)) return addDelimited(reading, lines, at, above, place);
  const macro = BLOCK_MACRO.exec(line);
  if (macro) {
    const text = macro[1] === 'image' ? imageText(macro[3] ?? '') : '';
    reading.builder.add('paragraph', inlineRuns(text, reading.values), { ...attributesOf(place), picture: true });
    return at + 1;
  }
  if (ITEM.test(line) || isTerm(line)) return addList(reading, lines, at, place);
  if (/^[ \t]/.test(line)) return addIndented(reading, lines, at, place);
  return addParagraph(reading, lines, at, above, place);
}

/** A heading may repeat its signs behind its text: `== Setup ==`. */
function withoutClosing(text: string, signs: string): string {
  const before = text.endsWith(signs) ? text.slice(0, -signs.length) : text;
  return /\s$/.test(before) ? before.trimEnd() : text;
}

function addDelimited(reading: Reading, lines: readonly string[], at: number, above: Above, place: Place): number {
  const line = lines[at] ?? '';
  const fence = /^(`{3,})(.*)$/s.exec(line);
  const end = endOf(lines, at, fence?.[1] ?? line);
  const body = lines.slice(at + 1, end);
  const isCode =
    /^(?:-{4,}|\.{4,})$/.test(line) ||
    fence !== null ||
    (line === '--' && /^(?:source|listing|literal)$/.test(above.style));
  if (isCode) addCode(reading, body, fence?.[2] ? { style: 'source', attributes: `source,${fence[2]}` } : above, place);
  else if (/^[|,:!]=/.test(line)) addTableLines(reading, line, body, above, place);
  // What is passed through is HTML for the page.
  else if (!line.startsWith('+')) addCompound(reading, line, body, above, place);
  return end + 1;
}

function addCode({ builder, values }: Reading, body: readonly string[], { attributes }: Above, place: Place): void {
  const parts = attributes.split(',').map((part) => part.trim());
  // Extensions have styles of their own, such as `[configprops,yaml]`.
  const [, named] = parts;
  const language = named && !/[=%]/.test(named) ? named : /language="?([\w+#.-]+)/.exec(attributes)?.[1];
  const text = body.map(withoutCodeMarks).join('\n');
  const replaced = replacesNames(attributes) ? replaceAttributes(text, values) : text;
  builder.add('code', replaced, {
    ...attributesOf(place),
    ...(language && !/^(?:text|plain|none)$/.test(language) && { language }),
  });
}

/** Do attributes have names in braces replaced, also in code: `subs="attributes"`, `subs=+quotes`? */
function replacesNames(attributes: string): boolean {
  const parts = attributes.split('"');
  return parts.some((part, at) => {
    const from = part.indexOf('subs=');
    if (from < 0) return false;
    const value = part.slice(from) + (part.endsWith('subs=') ? (parts[at + 1] ?? '') : '');
    return /attributes|verbatim,|\+/.test(value);
  });
}

function addTableLines(
  { builder, values }: Reading,
  delimiter: string,
  body: string[],
  above: Above,
  place: Place,
): void {
  const isCsv = /^[,:]/.test(delimiter) || /format="?(?:csv|dsv)/.test(above.attributes);
  const sign = delimiter.startsWith(':') || above.attributes.includes('dsv') ? ':' : ',';
  const lines = isCsv ? body.map((line) => (line.trim() ? `| ${line.split(sign).join(' | ')}` : line)) : body;
  addAsciiDocTable(builder, lines, tableSettings(above.attributes), values, attributesOf(place));
}

/** An example, a sidebar, a quotation or an open block; each may be a note. */
function addCompound(
  reading: Reading,
  delimiter: string,
  body: string[],
  { style, attributes }: Above,
  place: Place,
): void {
  const callout =
    calloutNamed(style) ??
    (delimiter.startsWith('_') ? 'quote' : undefined) ??
    (style === 'comment' ? null : place.callout);
  if (callout === null) return;
  if (place.nesting >= MAX_NESTING) addProse(reading, body.join('\n'), place);
  else addLines(reading, body, { nesting: place.nesting + 1, depth: place.depth, ...(callout && { callout }) });
  if (callout === 'quote' && style === 'quote') addAttribution(reading, attributes, place);
}

/** `[quote, Author, Source]`. */
function addAttribution(reading: Reading, attributes: string, place: Place): void {
  const said = attributes
    .split(',')
    .slice(1)
    .map((part) => part.trim().replace(/^"|"$/g, ''))
    .filter(Boolean)
    .join(', ');
  if (said) addProse(reading, said, { ...place, callout: 'quote' });
}

/** Lines that begin with white space are literal. */
function addIndented({ builder }: Reading, lines: readonly string[], at: number, place: Place): number {
  let end = at;
  while ((lines[end] ?? '').trim() !== '') end += 1;
  const body = lines.slice(at, end);
  const least = Math.min(...body.map((line) => line.length - line.trimStart().length));
  builder.add('code', body.map((line) => line.slice(least)).join('\n'), attributesOf(place));
  return end;
}

function addParagraph(reading: Reading, lines: readonly string[], at: number, above: Above, place: Place): number {
  const end = paragraphEnd(lines, at);
  const text = lines.slice(at, end);
  const note = ADMONITION.exec(text[0] ?? '');
  const named =
    calloutNamed(note?.[1] ?? above.style) ??
    (above.style === 'quote' || above.style === 'verse' ? 'quote' : undefined);
  const inner: Place = named ? { ...place, callout: named } : place;
  if (/^(?:source|listing|literal)$/.test(above.style)) addCode(reading, text, above, place);
  else addProse(reading, [note?.[2] ?? text[0], ...text.slice(1)].join(above.style === 'verse' ? ' +\n' : '\n'), inner);
  return end;
}

/** A list with all that hangs on its items. */
function addList(reading: Reading, lines: readonly string[], from: number, place: Place): number {
  const level = levelOfTerms(reading, lines, from, place);
  if (level === null) return addItems(reading, lines, from, place, null).end;
  const above = reading.level;
  reading.level = level;
  const { end } = addItems(reading, lines, from, place, level);
  reading.builder.endSection(level);
  reading.level = above;
  return end;
}

/** The level of the outermost terms of a list that is a reference; null for other lists. It is read once to measure it. */
function levelOfTerms(reading: Reading, lines: readonly string[], from: number, place: Place): number | null {
  const isList = place.depth === 0 && !place.callout && !reading.isMeasuring && isTerm(lines[from] ?? '');
  const level = isList ? termLevel(reading.level) : null;
  if (level === null) return null;
  const builder = createTextBuilder();
  const { terms } = addItems({ ...reading, builder, isMeasuring: true }, lines, from, place, null);
  return isReference(terms, builder.length()) ? level : null;
}

/** Adds the items of a list, its outermost terms as headings of a level or as items. */
function addItems(
  reading: Reading,
  lines: readonly string[],
  from: number,
  place: Place,
  level: number | null,
): { end: number; terms: number } {
  const markers = createListMarkers();
  const outside = place.depth - (level === null ? 0 : 1);
  let alike: string[] = [];
  let terms = 0;
  let at = from;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const entry = readListEntry(lines, at);
    if (entry) {
      const { marker, term, text, end } = entry;
      const { depth, number } = markers.enter(marker);
      const inner = { ...place, depth: Math.min(MAX_NESTING, outside + depth) };
      at = end;
      if (term === null) {
        addItem(reading, text, marker, number, inner);
        continue;
      }
      alike.push(term);
      if (text.trim() === '' && isNextTerm(lines, end, marker)) continue;
      const named = alike.join(', ');
      alike = [];
      if (depth === 1) terms += 1;
      if (depth > 1 || level === null) addTermItem(reading, named, text, inner);
      else {
        addTerm(reading.builder, inlineRuns(named, reading.values), level);
        addProse(reading, text, place);
      }
    } else if (line === '+') at = addAttached(reading, lines, at + 1, { ...place, depth: outside + markers.depth() });
    else if (line.trim() === '' && continuesList(lines, at)) at += 1;
    else break;
  }
  return { end: at, terms };
}

function addItem({ builder, values }: Reading, text: string, marker: string, number: number, place: Place): void {
  const box = /^\[([ xX*])\]\s+/.exec(text);
  const shown = box ? `${box[1] === ' ' ? '[ ]' : '[x]'} ` : '';
  const ordered = !/^[*-]/.test(marker);
  const runs: TextRun[] = [
    `${ordered ? `${number}. ` : '- '}${shown}`,
    ...inlineRuns(text.slice(box?.[0].length ?? 0), values),
  ];
  builder.add('list-item', runs, { ...attributesOf(place), ...(ordered && { ordered }) });
}

/** A term stands before its description. */
function addTermItem({ builder, values }: Reading, term: string, text: string, place: Place): void {
  const description = inlineRuns(text.trim(), values);
  builder.add(
    'list-item',
    ['- ', ...inlineRuns(term, values), ...(text.trim() ? [': ', ...description] : [':'])],
    attributesOf(place),
  );
}

/** The block behind a continuation belongs to the item above. */
function addAttached(reading: Reading, lines: readonly string[], from: number, place: Place): number {
  let at = from;
  let above = NOTHING;
  for (; at < lines.length; at += 1) {
    const next = readAbove(reading, lines[at] ?? '', above, place);
    if (!next) break;
    above = next;
  }
  const line = lines[at] ?? '';
  if (line.trim() === '') return at;
  const inner = { ...place, nesting: place.nesting + 1 };
  if (DELIMITER.test(line)) return addDelimited(reading, lines, at, above, inner);
  if (BLOCK_MACRO.test(line) || HEADING.test(line)) return addBlock(reading, lines, at, above, inner);
  return ITEM.test(line) ? at : addParagraph(reading, lines, at, above, inner);
}
