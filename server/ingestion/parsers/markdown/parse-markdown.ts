import type { Token, Tokens } from 'marked';
import { withoutExportIds } from '../../../platform/text/export-names.ts';
import { sourceFailures } from '../../failures.ts';
import type { Callout, ParsedDocument } from '../../types.ts';
import { addBlocks } from '../html/html-blocks.ts';
import { signWithin } from '../html/html-icons.ts';
import { struckTexts } from '../html/tree/html-elements.ts';
import { parseTree } from '../html/tree/html-tree.ts';
import { calloutNamed, isAdmonition } from '../text/callouts.ts';
import { decodeText } from '../text/decode-text.ts';
import { addTerm } from '../text/definition-lists.ts';
import { labelLevel } from '../text/label-level.ts';
import { createTextBuilder, type TextBuilder } from '../text/text-builder.ts';
import { joinRuns, runsToText, type TextRun, trimRunsStart } from '../text/text-runs.ts';
import { displayedCode, languageOfInfo } from './code-annotations.ts';
import { contentsAmong, menusWithin } from './contents.ts';
import { isSaid } from './description.ts';
import { readDocFx } from './docfx-markup.ts';
import { splitFrontMatter } from './front-matter.ts';
import { type FrontMatterText, frontMatterTexts } from './front-matter-texts.ts';
import { readMarks, withoutMarks } from './generators/callout-marks.ts';
import { highestInside, isLabel } from './generators/expandable.ts';
import { readGeneratorMarkup } from './generators/generator-markup.ts';
import { inlineRuns } from './inline-text.ts';
import { readMarkdownWithin } from './markdown-in-html.ts';
import { MarkdownLexer } from './markdown-lexer.ts';
import { readMultilineTables } from './multiline-tables.ts';
import { breakFields } from './page-fields.ts';
import { titled } from './page-title.ts';
import { readSnippets } from './snippets.ts';
import { findStruck, withoutStruck } from './struck-out.ts';
import { readToggles, type Toggles } from './toggle-list.ts';

/**
 * Parses Markdown into plain text: links become their text, images their alternative text, code stays as it is; what
 * generators of documentation and wikis add is read, not shown. The description of the front matter becomes the first paragraph. A
 * page without a title is named by its file. A page without a text below its front matter is read from the prose in that. Throws
 * `only_front_matter` where there is none either, `no_text` where there is nothing at all.
 */
export function parseMarkdown(bytes: Uint8Array, fileName = ''): ParsedDocument {
  const source = decodeText(bytes).replace(/\r\n?/g, '\n');
  const frontMatter = splitFrontMatter(source);
  const { description, yaml, body } = frontMatter;
  const builder = createTextBuilder();
  const isNotion = withoutExportIds(fileName) !== fileName;
  const reading: Reading = { builder, callouts: [], levelsBelow: 0, level: 0, sections: [], isNotion };
  const snippets = readSnippets(body);
  const { text, missing: files } = readDocFx(snippets.text);
  const missing = [...new Set([...snippets.missing, ...files])];
  const tokens = new MarkdownLexer().lex(readGeneratorMarkup(readMultilineTables(text)));
  breakFields(tokens);
  const top = tokens.findIndex(({ type }) => type !== 'space');
  const first = tokens[top];
  // The page's own title stays first.
  const start = first?.type === 'heading' && (first as Tokens.Heading).depth === 1 ? top + 1 : 0;
  addTokens(reading, tokens.slice(0, start), NOWHERE);
  const isHeadless = builder.length() === 0;
  if (!isSaid(tokens.slice(start), description)) {
    builder.add('paragraph', inlineRuns(new MarkdownLexer().inlineTokens(description)), { summary: true });
  }
  const described = builder.length();
  addTokens(reading, tokens.slice(start), NOWHERE);
  tellStruck(builder, tokens);
  builder.leaveOut('missing', missing);
  if (body.length < source.length && missing.length === 0 && isHeadless && builder.length() === described) {
    for (const text of frontMatterTexts(yaml)) addFrontMatterText(reading, text);
    if (builder.length() === described) throw sourceFailures.onlyFrontMatter();
  }
  return titled(builder.finish({ mayBeEmpty: missing.length > 0 }), frontMatter, fileName, tokens);
}

function addFrontMatterText({ builder }: Reading, { heading, level, text }: FrontMatterText): void {
  if (heading) builder.add('heading', inlineRuns(new MarkdownLexer().inlineTokens(text)), { level });
  else addMarkdown(builder, text, level - 1);
}

/** Adds Markdown that stands inside of another document. Its headings stand below those of this many levels. */
export function addMarkdown(builder: TextBuilder, source: string, levelsBelow = 0): void {
  const text = source.replace(/\r\n?/g, '\n');
  const tokens = new MarkdownLexer().lex(readGeneratorMarkup(text));
  addTokens({ builder, callouts: [], levelsBelow, level: levelsBelow, sections: [] }, tokens, NOWHERE);
  tellStruck(builder, tokens);
}

function tellStruck(builder: TextBuilder, tokens: Token[]): void {
  const texts = [...findStruck(tokens)].map((token) => (token.type === 'html' ? '' : runsToText(inlineRunsOf(token))));
  builder.leaveOut('struck', texts);
}

interface Reading {
  builder: TextBuilder;
  /** The callouts around what is read, innermost last. */
  callouts: Callout[];
  /** How many levels of headings are around what is read. */
  levelsBelow: number;
  /** That of the last heading, 0 before the first. */
  level: number;
  /** The sections around what is read that open when their label is pressed, innermost last. */
  sections: Section[];
  /** Is it a file of Notion, whose lists may be what opens? */
  isNotion?: boolean;
  /** Does the paragraph before end with a colon? */
  isAnnounced?: boolean;
}

interface Section {
  /** The level of its label; null where that is no heading. */
  level: number | null;
  /** That of the heading above. */
  above: number;
}

/** The list item that tokens stand in. */
interface Place {
  depth: number;
  /** What precedes the item's first text. */
  marker: string;
  ordered: boolean;
}

const NOWHERE: Place = { depth: 0, marker: '', ordered: false };

function addTokens(reading: Reading, tokens: Token[], place: Place): void {
  let pending = place.marker;
  const { builder } = reading;
  const addProse = (runs: TextRun[], picture = false) => {
    const text = trimRunsStart(runs);
    if (text.length === 0 && !pending) return;
    const attributes = {
      ...attributesAt(reading, place),
      ...(place.ordered && { ordered: true as const }),
      ...(picture && { picture }),
    };
    builder.add(pending ? 'list-item' : 'paragraph', [pending, ...text], attributes);
    pending = '';
  };
  const inside = highestInside(tokens);
  const isTop = reading.callouts.length === 0 && reading.level < 2;
  const contents = place.depth === 0 ? contentsAmong(tokens, isTop) : new Set();
  for (const token of withoutStruck(tokens)) {
    if (contents.has(token)) continue;
    const { opened, closed, ended } = readMarks(token.type === 'list' || token.type === 'blockquote' ? '' : token.raw);
    reading.callouts.push(...opened);
    endSections(reading, ended);
    const isMark = opened.length + closed + ended > 0 && !withoutMarks(token.raw).trim();
    if (!isMark) {
      if (token.type === 'paragraph' || token.type === 'text') addProse(inlineRunsOf(token), isPicture(token));
      else if (token.type === 'def' && token.tag.startsWith('^')) addProse([token.href]);
      else if (token.type === 'blockquote') {
        addQuote(reading, token as Tokens.Blockquote, { ...place, marker: pending });
        pending = '';
      } else if (isLabel(token)) addLabel(reading, token as Tokens.Heading, place, inside.get(token));
      else addBlockToken(reading, token, place);
      if (token.type !== 'space') reading.isAnnounced = token.type === 'paragraph' && token.raw.trimEnd().endsWith(':');
    }
    reading.callouts.length -= Math.min(closed, reading.callouts.length);
  }
}

/** The label of a section; a paragraph in a list or a note, and where no level is left for a heading. */
function addLabel(reading: Reading, { tokens }: Tokens.Heading, place: Place, inside: number | undefined): void {
  const { builder, level: above, levelsBelow } = reading;
  const attributes = attributesAt(reading, place);
  const isWithin = attributes.depth || attributes.callout;
  const level = isWithin ? null : labelLevel(inside && Math.min(6, inside + levelsBelow), above);
  reading.sections.push({ level, above });
  if (level === null) builder.add('paragraph', inlineRuns(tokens), attributes);
  else builder.add('heading', inlineRuns(tokens), { level });
  reading.level = level ?? above;
}

/** What follows belongs to the heading before the section. */
function endSections(reading: Reading, many: number): void {
  for (const { level, above } of reading.sections.splice(Math.max(0, reading.sections.length - many)).reverse()) {
    if (level !== null) reading.builder.endSection(level);
    reading.level = above;
  }
}

/** Pictures, with or without links, and nothing else. */
const isPicture = (token: Token): boolean =>
  'tokens' in token && token.tokens !== undefined
    ? token.tokens.every(
        (part) =>
          part.type === 'image' ||
          part.type === 'html' ||
          !part.raw.trim() ||
          (part.type === 'link' && isPicture(part)),
      )
    : false;

function addBlockToken(reading: Reading, token: Token, place: Place): void {
  const { builder } = reading;
  const attributes = attributesAt(reading, place);
  if (token.type === 'heading') addHeading(reading, token as Tokens.Heading, place);
  else if (token.type === 'code') {
    const { text, lang } = token as Tokens.Code;
    const language = languageOfInfo(lang);
    builder.add('code', withoutMarks(displayedCode(text, lang)), { ...attributes, ...(language && { language }) });
  } else if (token.type === 'list') addList(reading, token as Tokens.List, place);
  else if (token.type === 'table') addTable(reading, token as Tokens.Table, place);
  else if (token.type === 'html') {
    const surroundings = { depth: place.depth, callout: reading.callouts.at(-1), level: reading.level };
    const tree = parseTree(withoutMarks(token.raw));
    readMarkdownWithin(tree);
    addBlocks(tree.childNodes, builder, menusWithin(tree), surroundings);
    builder.leaveOut('struck', struckTexts(tree));
  }
}

/** Returns its level. */
function addHeading(reading: Reading, { depth, tokens }: Tokens.Heading, place: Place, number = ''): number {
  const attributes = attributesAt(reading, place);
  const level = Math.min(6, depth + reading.levelsBelow);
  if (!isAdmonition(attributes.callout)) reading.level = level;
  reading.builder.add('heading', [number, ...inlineRuns(tokens)], { ...attributes, level });
  return level;
}

function attributesAt({ callouts }: Reading, { depth }: Place) {
  const callout = callouts.at(-1);
  return { ...(depth && { depth }), ...(callout && { callout }) };
}

/** `[!NOTE]` in the first line, as GitHub has it; in wikis with words for its look, with `-` or `+`, and a title behind. */
const ALERT = /^\[!([A-Za-z][\w -]{0,40})(?:\|[^\]\n]{0,80})?\][+-]?[ \t]*\n?/;
/** The older way to write it. The word is part of the text. */
const BOLD_ALERT = /^\*\*([A-Za-z]+):?\*\*/;

/** A quotation, or an alert. */
function addQuote(reading: Reading, quote: Tokens.Blockquote, place: Place): void {
  const [first] = quote.tokens;
  const alert = first?.type === 'paragraph' ? ALERT.exec(first.raw) : null;
  const named = calloutNamed(alert?.[1] ?? BOLD_ALERT.exec(first?.raw ?? '')?.[1] ?? '');
  const word: Token | undefined = alert && first && 'tokens' in first ? first.tokens?.[0] : undefined;
  if (word?.type === 'text') word.text = word.text.replace(ALERT, '');
  const around = reading.callouts;
  reading.callouts = [...around, named ?? (alert ? 'note' : 'quote')];
  addTokens(reading, quote.tokens, place);
  reading.callouts = around;
}

function addList(reading: Reading, list: Tokens.List, place: Place): void {
  const isAnnounced = reading.isAnnounced && !reading.isNotion;
  const isPart = place.depth > 0 || reading.callouts.length > 0 || isAnnounced;
  const toggles = isPart ? null : readToggles(list, reading.level);
  if (toggles) {
    addToggles(reading, list, toggles);
    return;
  }
  const { level: above } = reading;
  for (const [index, item] of list.items.entries()) {
    const marker = list.ordered ? `${(list.start || 1) + index}. ` : '- ';
    const box = item.task ? (item.checked ? '[x] ' : '[ ] ') : '';
    const [first, ...content] = item.tokens;
    if (first?.type === 'heading') {
      // It is a section, whose number stands before its heading. What follows the list belongs to the heading before.
      const level = addHeading(reading, first as Tokens.Heading, place, list.ordered ? marker : '');
      addTokens(reading, content, { ...place, marker: '' });
      reading.builder.endSection(level);
    } else addTokens(reading, item.tokens, { depth: place.depth + 1, marker: marker + box, ordered: list.ordered });
  }
  reading.level = above;
}

/** Adds a list whose items are sections below their labels. What follows it belongs to the heading before. */
function addToggles(reading: Reading, list: Tokens.List, { level, items }: Toggles): void {
  const { builder, level: above } = reading;
  for (const [index, item] of list.items.entries()) {
    const toggle = items[index];
    builder.endSection(level);
    reading.level = toggle ? level : above;
    if (toggle) {
      addTerm(builder, inlineRunsOf(toggle.label), level);
      addTokens(reading, toggle.content, NOWHERE);
    } else addTokens(reading, item.tokens, { depth: 1, marker: '- ', ordered: false });
  }
  builder.endSection(level);
  reading.level = above;
}

function addTable(reading: Reading, table: Tokens.Table, place: Place): void {
  for (const [index, row] of [table.header, ...table.rows].entries()) {
    const cells = row.map(cellRuns);
    const attributes = { ...attributesAt(reading, place), ...(index === 0 && { header: true as const }) };
    reading.builder.add('table-row', joinRuns(cells, ' | '), attributes);
  }
}

/** The text of a cell; where it has only an icon, what that says. */
function cellRuns({ tokens, text }: Tokens.TableCell): TextRun[] {
  const runs = inlineRuns(tokens);
  const isIcon = text.includes('<') && runsToText(runs).trim() === '';
  return isIcon ? [signWithin(parseTree(text))] : runs;
}

const inlineRunsOf = (token: Token) => inlineRuns('tokens' in token && token.tokens ? token.tokens : [token]);
