import { codeRun, type TextRun } from '../text/text-runs.ts';
import { addDefinitions } from './rst-definition-lists.ts';
import { addDirective } from './rst-directives.ts';
import { inlineRuns } from './rst-inline.ts';
import { dedent, indentedFrom, indentOf, isBlank } from './rst-lines.ts';
import {
  addProse,
  addRstTable,
  addRuns,
  attributesOf,
  joinLines,
  type Place,
  type Reading,
  withoutMarker,
} from './rst-reading.ts';
import { isGridBorder, isSimpleBorder, type RstTable, readGridTable, readSimpleTable } from './rst-tables.ts';
import { levelOfStyle, PUNCTUATION, readTitle, type Title } from './rst-titles.ts';

/** Bodies nested deeper are read as running text. */
const MAX_NESTING = 24;

const BULLET = /^([-*+•‣⁃])(\s+|$)/;
const ENUMERATOR = /^(?:\(?(#|\d{1,9}|[A-Za-z]|[ivxlcIVXLC]{1,8})[.)])\s+(?=\S)/;
const FIELD = /^:(?![\s:])((?:[^:\\]|\\.|:(?=\w)){1,200}):(?:\s+|$)/;
const OPTION =
  /^((?:--?|\/)[A-Za-z?][\w=<>[\]-]*(?:[ =]<?[\w.-]+>?)?(?:, -[\w-]+(?:[ =]<?[\w.-]+>?)?)*)(?: {2,}(\S.*)|\s*)$/;
const EXPLICIT = /^\.\.(?:\s+|$)/;
const DIRECTIVE = /^\.\.\s+(?:\|[^|]+\|\s+)?([A-Za-z][\w:+.-]{0,60})\s?::(?:\s+(.*))?$/s;
const NOTE = /^\.\.\s+\[(#?[\w.-]*|\*)\]\s+(.*)$/s;
const STRONG = /^\*\*(?! )[^*`|]{1,200}\*\*:?$/;
/** Fields at the top of a page, and of its settings, that are not text of the page. */
const HIDDEN_FIELD =
  /^(?:orphan|tocdepth|nocomments|nosearch|hidetoc|no-?index|layout|author|authors|date|contact|status|copyright|organization|address|revision|version|content-type|last-modified|created|post-history|sponsor|bdfl-delegate|pep|type)$/i;

/** Adds the blocks in lines whose common indentation has been removed. */
export function addLines(reading: Reading, lines: readonly string[], given: Place): void {
  if (given.nesting > MAX_NESTING) {
    addProse(reading, lines.join('\n'), given);
    return;
  }
  let at = 0;
  let place = given;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (isBlank(line)) {
      at += 1;
      continue;
    }
    const end = addBlock(reading, lines, at, place);
    // The marker of an item stands before its first block.
    place = withoutMarker(given);
    at = Math.max(end, at + 1);
  }
}

/** Adds the block that begins at a line. Returns where the next begins. */
function addBlock(reading: Reading, lines: readonly string[], at: number, place: Place): number {
  const line = lines[at] ?? '';
  if (indentOf(line) > 0) return addQuote(reading, lines, at, place);
  if (EXPLICIT.test(line)) return addExplicit(reading, lines, at, place);
  if (line.startsWith('__ ')) return at + 1;
  if (isGridBorder(line)) return addTableOf(reading, readGridTable(lines, at), place);
  if (isSimpleBorder(line) && lines.slice(at + 1).some(isSimpleBorder))
    return addTableOf(reading, readSimpleTable(lines, at), place);
  const title = readTitle(lines, at);
  if (title) return addTitle(reading, title, place);
  if (PUNCTUATION.test(line) && line.trim().length >= 4) return at + 1;
  if (line.startsWith('>>> ') || line === '>>>') return addDoctest(reading, lines, at, place);
  return (
    addItem(reading, lines, at, place) ??
    addField(reading, lines, at, place) ??
    addOption(reading, lines, at, place) ??
    addLineBlock(reading, lines, at, place) ??
    addParagraph(reading, lines, at, place)
  );
}

function addTitle(reading: Reading, { text, style, end }: Title, place: Place): number {
  const { builder, definitions, levelsBelow } = reading;
  reading.level = Math.min(6, levelOfStyle(reading, style) + levelsBelow);
  builder.add('heading', inlineRuns(text, definitions), { ...attributesOf(place), level: reading.level });
  return end;
}

/** Indented lines without a reason are a quotation, but not a list: it is indented by habit. */
function addQuote(reading: Reading, lines: readonly string[], at: number, place: Place): number {
  const body = indentedFrom(lines, at, 1);
  const text = dedent(body);
  const isList = BULLET.test(text[0] ?? '') || ENUMERATOR.test(text[0] ?? '');
  const callout = place.callout ?? (isList ? undefined : 'quote');
  addLines(reading, text, { ...place, nesting: place.nesting + 1, ...(callout && { callout }) });
  return at + body.length;
}

/** What begins with two dots: a directive, a footnote, a target or a comment. */
function addExplicit(reading: Reading, lines: readonly string[], at: number, place: Place): number {
  const line = lines[at] ?? '';
  const body = indentedFrom(lines, at + 1, 1);
  const end = at + 1 + body.length;
  const note = NOTE.exec(line);
  const directive = DIRECTIVE.exec(line);
  if (note) addLines(reading, [note[2] ?? '', ...dedent(body)], { ...place, nesting: place.nesting + 1 });
  // A substitution has been read before.
  else if (directive && !line.includes('.. |'))
    addDirective(reading, { name: directive[1] ?? '', argument: directive[2] ?? '', body: dedent(body) }, place);
  return end;
}

function addDoctest({ builder }: Reading, lines: readonly string[], at: number, place: Place): number {
  const end = endOfParagraph(lines, at);
  builder.add('code', lines.slice(at, end).join('\n'), { ...attributesOf(place), language: 'python' });
  return end;
}

function endOfParagraph(lines: readonly string[], at: number): number {
  let end = at;
  while (end < lines.length && !isBlank(lines[end])) end += 1;
  return end;
}

function addItem(reading: Reading, lines: readonly string[], at: number, place: Place): number | null {
  const line = lines[at] ?? '';
  const bullet = BULLET.exec(line);
  const enumerator = bullet ? null : ENUMERATOR.exec(line);
  const match = bullet ?? enumerator;
  if (!match) return null;
  const next = lines[at + 1];
  // `A. Einstein was` at the start of a paragraph is no item: its next line is not indented.
  if (enumerator && next !== undefined && !isBlank(next) && indentOf(next) === 0 && !ENUMERATOR.test(next)) return null;
  const width = match[0].length;
  const more = indentedFrom(lines, at + 1, Math.min(width, 2));
  const marker = bullet ? '- ' : enumerator?.[1] === '#' ? `${countedFrom(lines, at)}. ` : `${enumerator?.[1]}. `;
  const inner: Place = {
    ...attributesOf(place),
    nesting: place.nesting + 1,
    depth: place.depth + 1,
    marker: (place.marker ?? '') + marker,
    ...(enumerator && { ordered: true }),
  };
  const first = line.slice(width);
  addLines(reading, isBlank(first) ? dedent(more) : [first, ...unindent(more, width)], inner);
  return at + 1 + more.length;
}

/** Automatic numbers count the items of their list above. */
function countedFrom(lines: readonly string[], at: number): number {
  let count = 1;
  for (let above = at - 1; above >= 0 && count < 1_000; above -= 1) {
    const line = lines[above] ?? '';
    if (/^#[.)] /.test(line)) count += 1;
    else if (!isBlank(line) && indentOf(line) === 0) break;
  }
  return count;
}

/** Removes as many columns as there are, at most. */
const unindent = (lines: readonly string[], columns: number) => {
  const least = lines.reduce((least, line) => (isBlank(line) ? least : Math.min(least, indentOf(line))), columns);
  return lines.map((line) => line.slice(Math.min(least, line.length)));
};

/** `:name: text`: of a function's parameters, or of a list of fields. */
function addField(reading: Reading, lines: readonly string[], at: number, place: Place): number | null {
  const match = FIELD.exec(lines[at] ?? '');
  // `:func:`name`` begins a paragraph.
  if (!match || match[1]?.includes('`')) return null;
  const name = match[1] ?? '';
  const more = indentedFrom(lines, at + 1, 1);
  const isTop = reading.builder.length() === 0 || HIDDEN_FIELD.test(name);
  if (!(isTop && HIDDEN_FIELD.test(name))) {
    const { runs, isItem } = fieldLabel(name);
    const first = (lines[at] ?? '').slice(match[0].length);
    const body = [first, ...dedent(more)];
    const text = body.slice(0, endOfParagraph(body, 0)).join('\n');
    const label = inlineRuns(joinLines(text), reading.definitions);
    const inner = isItem ? { ...place, depth: place.depth + 1, marker: '- ' } : place;
    addRuns(reading, [...runs, ': ', ...label], inner);
    const after = { ...withoutMarker(inner), nesting: place.nesting + 1 };
    addLines(reading, body.slice(endOfParagraph(body, 0)), after);
  }
  return at + 1 + more.length;
}

/** `param int size` is the parameter `size` of the type `int`. */
function fieldLabel(name: string): { runs: TextRun[]; isItem: boolean } {
  const [kind = '', ...words] = name.split(/\s+/);
  if (
    /^(?:param|parameter|arg|argument|key|keyword|kwarg|type|raises?|except|exception|ivar|cvar|var)$/.test(kind) &&
    words.length > 0
  ) {
    const type = words.slice(0, -1).join(' ');
    const isType = kind === 'type';
    const runs: TextRun[] = [
      codeRun(words.at(-1) ?? ''),
      ...(type ? [` (${type})`] : []),
      ...(isType ? [' (type)'] : []),
    ];
    return { runs: /^(?:raise|except)/.test(kind) ? ['Raises ', ...runs] : runs, isItem: true };
  }
  const titles: Record<string, string> = { returns: 'Returns', return: 'Returns', rtype: 'Return type' };
  return { runs: [titles[kind] ?? name], isItem: kind in titles };
}

/** `-f FILE  what it does`. */
function addOption(reading: Reading, lines: readonly string[], at: number, place: Place): number | null {
  const line = lines[at] ?? '';
  const match = OPTION.exec(line);
  const more = indentedFrom(lines, at + 1, 2);
  if (!match || (match[2] === undefined && isBlank(more.join('')))) return null;
  const { definitions } = reading;
  const [first = '', ...rest] = [match[2] ?? '', ...dedent(more)].join('\n').split('\n\n');
  addRuns(reading, [codeRun(match[1] ?? ''), ': ', ...inlineRuns(joinLines(first), definitions)], {
    ...place,
    depth: place.depth + 1,
    marker: place.marker ?? '- ',
  });
  for (const text of rest) addProse(reading, text, { nesting: place.nesting, depth: place.depth + 1 });
  return at + 1 + more.length;
}

/** Lines that begin with a bar keep their breaks. */
function addLineBlock(reading: Reading, lines: readonly string[], at: number, place: Place): number | null {
  if (!/^\|(?:\s|$)/.test(lines[at] ?? '')) return null;
  const end = endOfParagraph(lines, at);
  const texts = lines.slice(at, end).map((line) => line.replace(/^\|?\s*/, ''));
  const runs = texts.flatMap((text, index) => [...(index > 0 ? ['\n'] : []), ...inlineRuns(text, reading.definitions)]);
  addRuns(reading, runs, place);
  return end;
}

/** A paragraph, the term of a definition, or what introduces literal text. */
function addParagraph(reading: Reading, lines: readonly string[], at: number, place: Place): number {
  const line = lines[at] ?? '';
  const next = lines[at + 1];
  if (next !== undefined && !isBlank(next) && indentOf(next) > 0 && !line.trimEnd().endsWith('::'))
    return addDefinitions(reading, lines, at, place, isTerm);
  if (isStrongTerm(lines, at)) return addDefinitions(reading, lines, at, place, isStrongTerm);
  let end = at + 1;
  // Many write a directive without an empty line before it.
  while (
    end < lines.length &&
    !isBlank(lines[end]) &&
    indentOf(lines[end] ?? '') === 0 &&
    !DIRECTIVE.test(lines[end] ?? '')
  )
    end += 1;
  const text = lines.slice(at, end).join('\n').trimEnd();
  if (!text.endsWith('::')) {
    addProse(reading, text, place);
    return end;
  }
  const before = text.slice(0, -2);
  if (before.trim()) addProse(reading, /\s$/.test(before) ? before : `${before}:`, place);
  return addLiteral(reading, lines, end, before.trim() ? withoutMarker(place) : place);
}

/** The indented lines, or those that all begin with one sign, after two colons. */
function addLiteral({ builder, language }: Reading, lines: readonly string[], from: number, place: Place): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at])) at += 1;
  const attributes = { ...attributesOf(place), ...(language && { language }) };
  const body = indentedFrom(lines, at, 1);
  if (body.length > 0) {
    builder.add('code', dedent(body).join('\n'), attributes);
    return at + body.length;
  }
  const [sign = ''] = lines[at] ?? '';
  if (!/[!-/:-@[-`{-~]/.test(sign)) return from;
  let end = at;
  while (lines[end]?.startsWith(sign)) end += 1;
  builder.add('code', lines.slice(at, end).join('\n'), attributes);
  return end;
}

/** Does a term stand here, and nothing that has marks of its own? */
function isTerm(lines: readonly string[], at: number): boolean {
  const [line = '', next] = lines.slice(at, at + 2);
  if (isBlank(line) || isBlank(next) || indentOf(line) > 0 || indentOf(next ?? '') === 0 || line.endsWith('::'))
    return false;
  return ![EXPLICIT, BULLET, ENUMERATOR, FIELD, OPTION, PUNCTUATION, /^(?:__ |>>>|\||\+[-=])/].some((form) =>
    form.test(line),
  );
}

/** A line in bold, and indented lines below it after an empty one: what many write for a term and its definition. */
function isStrongTerm(lines: readonly string[], at: number): boolean {
  if (!STRONG.test(lines[at] ?? '') || !isBlank(lines[at + 1])) return false;
  let next = at + 1;
  while (next < lines.length && isBlank(lines[next])) next += 1;
  return next < lines.length && indentOf(lines[next] ?? '') > 0;
}

function addTableOf(reading: Reading, { table, end }: { table: RstTable; end: number }, place: Place): number {
  addRstTable(reading, table, place);
  return end;
}
