import type { Callout } from '../../types.ts';
import { isAdmonition } from '../text/callouts.ts';
import { addTerm } from '../text/definition-lists.ts';
import { withSingleSpaces } from '../text/join-lines.ts';
import { labelLevel } from '../text/label-level.ts';
import { addManual, isManual } from '../text/manual-pages.ts';
import { pictureText } from '../text/picture-text.ts';
import type { TextBuilder } from '../text/text-builder.ts';
import { type Marks, pushRun, runsToText, type TextRun, trimRunsStart } from '../text/text-runs.ts';
import type { Panels } from './hidden/controls.ts';
import { headingsOfPanels, type PanelHeadings } from './hidden/panel-headings.ts';
import { calloutFinder } from './html-callouts.ts';
import { isPictureCaption } from './html-captions.ts';
import { followsUnspaced, leadsInto } from './html-gaps.ts';
import { headingBelowLabels, headingOfCard } from './html-labels.ts';
import { isListItem, levelOfSections, type Marker, markerOf, numberBadge, numberOfSection } from './html-lists.ts';
import { marksWithin } from './html-marks.ts';
import { superscriptNumber } from './html-superscripts.ts';
import {
  addCaptions,
  addRows,
  cellOfCallout,
  isHeadingRow,
  isLayout,
  onlyCellOf,
  rowsOf,
  signatureOf,
} from './html-tables.ts';
import {
  codeLanguage,
  isLanguageLabel,
  isSignature,
  listingText,
  numberedCode,
  preformattedText,
} from './tree/html-code.ts';
import { unsaidAddress } from './tree/html-contact-links.ts';
import { isBlock, isHeading, isHidden, isUnseen } from './tree/html-elements.ts';
import { headingEnd, headingText } from './tree/html-headings.ts';
import { isFieldName, isMoreOfTerm, levelOfTerms, termText } from './tree/html-terms.ts';
import { type HtmlElement, type HtmlNode, isElement, isText, textWithout } from './tree/html-tree.ts';

/** What surrounds the roots: HTML inside a list or a note of a Markdown page. */
export interface Surroundings {
  depth?: number | undefined;
  callout?: Callout | undefined;
  /** That of the heading above. */
  level?: number;
  /** Where links lead from: the address of the page. */
  base?: URL | undefined;
}

/** Where an element stands. */
interface Place extends Surroundings, Marks {
  /** In the caption of a picture. */
  inCaption?: boolean;
  /** The level of the terms of the list around it; null where they are no headings. */
  terms: number | null;
}

const NO_PANELS: Panels = { labels: new Map(), controls: new Set() };

/** Elements that are not read. */
type Excluded = Pick<ReadonlySet<HtmlElement>, 'has'>;

/** What has been read and not yet added. */
interface Reading {
  builder: TextBuilder;
  excluded: Excluded;
  panels: Panels;
  headings: Map<HtmlElement, PanelHeadings>;
  /** What is not read where it stands: numbers of items that their markers say, and headings that were read before labels. */
  done: Set<HtmlElement>;
  calloutOf: ReturnType<typeof calloutFinder>;
  line: TextRun[];
  /** Has the line a text, or only pictures? */
  hasText: boolean;
  marker: Marker | null;
  /** Of an item that is a section, until its heading. */
  number: string;
  /** That of the last heading, 0 before the first. */
  level: number;
  /** How long the text was after it. */
  headingEnd: number;
}

/** Adds the headings, paragraphs, list items, table rows and code below the roots to the builder, in document order. */
export function addBlocks(
  roots: HtmlNode[],
  builder: TextBuilder,
  excluded: Excluded = new Set(),
  surroundings: Surroundings = {},
  panels: Panels = NO_PANELS,
): void {
  const reading: Reading = {
    builder,
    excluded,
    panels,
    headings: headingsOfPanels(roots, panels),
    done: new Set(),
    calloutOf: calloutFinder(roots),
    line: [],
    hasText: false,
    marker: null,
    number: '',
    level: surroundings.level ?? 0,
    headingEnd: -1,
  };
  const place: Place = { ...surroundings, terms: null };
  for (const root of roots) readNode(reading, root, place);
  endParagraph(reading, place);
}

function readNode(reading: Reading, node: HtmlNode, place: Place): void {
  if (isText(node)) {
    pushRun(reading.line, withSingleSpaces(node.data), place);
    reading.hasText ||= node.data.trim() !== '';
  } else if (!isElement(node)) {
    // A document fragment or CDATA section has children too; comments and directives have none.
    if ('childNodes' in node) readChildren(reading, node.childNodes, place);
  } else if (isNotRead(reading, node)) return;
  else if (reading.panels.labels.has(node)) readPanel(reading, node, place);
  else if (isBlock(node)) readBlock(reading, node, place);
  else readInline(reading, node, place);
}

const isNotRead = ({ excluded, panels, done }: Reading, node: HtmlElement) =>
  isHidden(node) || excluded.has(node) || panels.controls.has(node) || done.has(node) || isLanguageLabel(node);

/** Reads a panel under its label. The text after it belongs to the heading before. */
function readPanel(reading: Reading, node: HtmlElement, place: Place): void {
  const label = reading.panels.labels.get(node);
  const { builder, level: above } = reading;
  const headings = reading.headings.get(node);
  const saysIt = headings !== undefined && headingText(headings.first) === label;
  if (!label || saysIt) {
    readBlock(reading, node, place);
    if (label === null) builder.endSection(above);
    else if (node.name === 'details' && headings) endSection(reading, headings.level, above);
    return;
  }
  endParagraph(reading, place);
  const callout = reading.calloutOf(node) ?? place.callout;
  const level = place.depth || callout ? null : labelLevel(headings?.level, above);
  if (level === null) builder.add('paragraph', labelText(label), attributesOf({ ...place, callout }));
  else builder.add('heading', label, { level });
  reading.level = level ?? above;
  readBlock(reading, node, place);
  if (level === null) reading.level = above;
  else endSection(reading, level, above);
}

/** So that it stays with what follows. */
const labelText = (label: string) => (/[\p{L}\p{N})]$/u.test(label) ? `${label}:` : label);

function readChildren(reading: Reading, children: HtmlNode[], place: Place): void {
  for (const child of children) readNode(reading, child, place);
}

function readInline(reading: Reading, node: HtmlElement, place: Place): void {
  const superscript = superscriptNumber(node);
  if (!place.isCode && followsUnspaced(node)) pushRun(reading.line, ' ');
  if (node.name === 'br') pushRun(reading.line, '\n', place);
  else if (node.name === 'img') pushRun(reading.line, ` ${pictureText(node.attribs.alt)} `);
  else if (superscript !== null) pushRun(reading.line, superscript);
  else readWithin(reading, node, { ...place, ...marksWithin(node, place, place.base) });
  const address = unsaidAddress(node);
  if (address === null) return;
  pushRun(reading.line, address);
  reading.hasText = true;
}

/** A link may be a whole card: what is above its heading belongs to that. */
function readWithin(reading: Reading, node: HtmlElement, place: Place): void {
  if (node.name === 'a')
    readFirst(
      reading,
      headingBelowLabels(node.childNodes, false, (one) => isNotRead(reading, one)),
      place,
    );
  readChildren(reading, node.childNodes, place);
}

/** Reads a heading before the labels that are above it. */
function readFirst(reading: Reading, heading: HtmlElement | null, place: Place): void {
  if (!heading) return;
  readNode(reading, heading, place);
  reading.done.add(heading);
}

function readBlock(reading: Reading, node: HtmlElement, around: Place): void {
  if (leadsInto(reading.line, node)) pushRun(reading.line, ' ');
  else endParagraph(reading, around);
  const isItem = isListItem(node);
  const callout = reading.calloutOf(node) ?? around.callout;
  const place: Place = { ...around, depth: (around.depth ?? 0) + (isItem ? 1 : 0), callout };
  const listing = listingText(node);
  if (isHeading(node)) readHeading(reading, node, place);
  else if (listing !== null) reading.builder.add('code', listing, attributesOf(place));
  else if (isSignature(node)) reading.builder.add('code', textWithout(node, isUnseen), attributesOf(place));
  else if (node.name === 'pre') readPreformatted(reading, node, place);
  else if (node.name === 'table' && !isLayout(node)) readTable(reading, node, place);
  else if (node.name === 'dl') readDefinitions(reading, node, place);
  else if (node.name === 'dt' && place.terms !== null) readTerm(reading, node, place.terms);
  else readContainer(reading, node, place, isItem);
}

function readHeading(reading: Reading, node: HtmlElement, place: Place): void {
  const { builder } = reading;
  const end = headingEnd(node);
  const level = Number(node.name[1]);
  if (!isAdmonition(place.callout)) reading.level = level;
  builder.add('heading', reading.number + headingText(node, end), { ...attributesOf(place), level });
  reading.number = '';
  reading.headingEnd = builder.length();
  readChildren(reading, node.childNodes.slice(end), place);
  endParagraph(reading, place);
}

/** Reads an item, a paragraph, or what holds other blocks. */
function readContainer(reading: Reading, node: HtmlElement, around: Place, isItem: boolean): void {
  const inCaption = around.inCaption || isPictureCaption(node);
  const place: Place = { ...around, ...(inCaption && { inCaption }) };
  const badge = isItem && numberBadge(node);
  if (badge) reading.done.add(badge);
  if (isItem) reading.marker = markerOf(node);
  else reading.number ||= numberOfSection(node);
  const isFirst = reading.builder.length() === reading.headingEnd;
  const above = reading.level;
  const isNotHere = (element: HtmlElement) => isNotRead(reading, element);
  const heading =
    (node.name === 'li' ? headingOfCard(node, isNotHere) : null) ??
    headingBelowLabels(node.childNodes, isFirst, isNotHere);
  readFirst(reading, heading, place);
  readChildren(reading, node.childNodes, place);
  if (isFieldName(node)) reading.line = [labelText(runsToText(reading.line).trim())];
  endParagraph(reading, place);
  if (isItem) reading.marker = null;
  const level = levelOfSections(node);
  if (level !== null) endSection(reading, level, above);
}

/** What follows belongs to the heading before the sections of this level. */
function endSection(reading: Reading, level: number, above: number): void {
  reading.builder.endSection(level);
  reading.level = above;
}

function readTable(reading: Reading, table: HtmlElement, place: Place): void {
  const { builder } = reading;
  const context = attributesOf(place);
  const code = numberedCode(table);
  if (code !== null) {
    const language = codeLanguage(table);
    builder.add('code', code, { ...context, ...(language && { language }) });
    return;
  }
  const signature = signatureOf(table);
  if (signature !== null) {
    builder.add('code', signature, context);
    return;
  }
  const callout = place.callout ? cellOfCallout(table) : null;
  if (!callout) addCaptions(table, builder, context, place.base);
  const cell = callout ?? onlyCellOf(table);
  if (cell) {
    readChildren(reading, cell.childNodes, place);
    endParagraph(reading, place);
    return;
  }
  let rows: HtmlElement[] = [];
  for (const row of rowsOf(table)) {
    if (!isHeadingRow(row)) {
      rows.push(row);
      continue;
    }
    addRows(rows, builder, context, place.base);
    rows = [];
    readChildren(reading, row.childNodes, place);
  }
  addRows(rows, builder, context, place.base);
}

/** Reads code, or a manual page as `man` prints it. The sections of that are below the title of its page. */
function readPreformatted({ builder, level }: Reading, node: HtmlElement, place: Place): void {
  const text = preformattedText(node);
  const language = codeLanguage(node);
  const above = Math.max(1, level);
  const lines = language || place.depth || place.callout ? [] : text.split('\n').map((line) => line.trimEnd());
  if (!isManual(lines)) {
    builder.add('code', text, { ...attributesOf(place), ...(language && { language }) });
    return;
  }
  addManual(lines, builder, above);
  builder.endSection(above + 1);
}

/** Reads a list of terms. The text after it belongs to the heading before. */
function readDefinitions(reading: Reading, list: HtmlElement, place: Place): void {
  const above = reading.level;
  const terms = place.depth || place.callout ? null : levelOfTerms(list, above);
  readChildren(reading, list.childNodes, { ...place, terms });
  endParagraph(reading, place);
  if (terms !== null) endSection(reading, terms, above);
}

/** One without a text of its own is named by the button that opens its definition. */
function readTerm(reading: Reading, node: HtmlElement, level: number): void {
  const text = isMoreOfTerm(node) ? '' : termText(node, (element) => isNotRead(reading, element));
  if (!text) return;
  addTerm(reading.builder, [text], level);
  reading.level = level;
}

/** Adds what was read since the last block. */
function endParagraph(reading: Reading, place: Surroundings & Pick<Place, 'inCaption'>): void {
  const { builder, marker } = reading;
  const runs = trimRunsStart(reading.line);
  const picture = !reading.hasText || place.inCaption === true;
  reading.line = [];
  reading.hasText = false;
  if (runs.length === 0) return;
  reading.marker = null;
  const attributes = attributesOf(place);
  if (!marker) builder.add('paragraph', runs, { ...attributes, ...(picture && { picture }) });
  else builder.add('list-item', [marker.text, ...runs], { ...attributes, ...(marker.ordered && { ordered: true }) });
}

const attributesOf = ({ depth, callout }: Surroundings) => ({ ...(depth && { depth }), ...(callout && { callout }) });
