import { sentenceBreaks } from './sentence-breaks.ts';
import { sentenceContinues } from './sentence-continues.ts';
import { endsClause } from './sentence-end.ts';

/** A stretch of a text: UTF-16 offsets, end exclusive. */
export interface Range {
  start: number;
  end: number;
}

/** A line on its own: a bullet, a numbered or lettered item, a table row, a heading. */
const OWN_LINE = /^\s*(?:[-*•‣◦▪–·+]\s|\(?(?:\d{1,3}|[a-z])[.)]\s|#{1,6}\s|\||>)/iu;
/** A shorter line ends before the margin, so its line break is deliberate. */
const MIN_WRAPPED_LENGTH = 45;
const TABLE_ROW = /\t|\s\|\s/;

/** French puts a space before a closing quotation mark; before an opening one it would not be followed by another. */
const CLOSING_QUOTE = /^[»›](?:[\s\p{Pe}]+|$)/u;
/** Thai and Lao mark the end of a sentence with a space, like the end of a clause. */
const SPACED_CLAUSES = /[\p{Script=Thai}\p{Script=Lao}]/u;
const CLAUSE_SPLIT_LENGTH = 240;
const MIN_CLAUSE_LENGTH = 120;

const segmenters = new Map<string, Intl.Segmenter>();

function segmenter(language: string): Intl.Segmenter {
  let known = segmenters.get(language);
  if (!known) {
    const [supported = 'en'] = Intl.Segmenter.supportedLocalesOf(/^[a-z]{2,3}$/.test(language) ? language : 'en');
    known = new Intl.Segmenter(supported, { granularity: 'sentence' });
    segmenters.set(language, known);
  }
  return known;
}

/** Only Greek has its own rules: its question mark is a semicolon. */
const OWN_RULES = new Set(['el']);

/** The offsets where the sentences of a line end by Unicode's rules, without the end of the line. */
function breaksOf(line: string, language: string): number[] {
  const breaks = OWN_RULES.has(language) ? null : sentenceBreaks(line);
  if (breaks) return breaks;
  const found: number[] = [];
  for (const { index } of segmenter(language).segment(line)) if (index > 0) found.push(index);
  return found;
}

/** Lines joined where a line break only wraps a sentence; each result is split into sentences on its own. */
function paragraphs(text: string): Range[] {
  const found: Range[] = [];
  let open: Range | undefined;
  let previous = '';
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(start, end);
    if (line.trim() === '') {
      open = undefined;
    } else if (open && continues(previous, line)) {
      open.end = end;
    } else {
      open = { start, end };
      found.push(open);
    }
    previous = line;
    start = end + 1;
  }
  return found;
}

function continues(previous: string, line: string): boolean {
  if (OWN_LINE.test(line) || TABLE_ROW.test(line) || TABLE_ROW.test(previous)) return false;
  if (endsClause(previous.slice(-24))) return false;
  return /^\s*\p{Ll}/u.test(line) || previous.trim().length >= MIN_WRAPPED_LENGTH;
}

/** Reference marks after the full stop (“… in 1066.[12] Then”) belong to the sentence that they follow. */
const REFERENCES = /(?<=[.!?…。！？]["'”’»)]?)(?:\[[^\]\n]{1,12}\])+/gu;

/**
 * The sentences of a text in order, as trimmed ranges: list items, table rows and headings each on their own, wrapped lines
 * joined, with ICU's breaks corrected after abbreviations and initials. Linear in the length of the text.
 */
export function sentences(text: string, language: string): Range[] {
  const found: Range[] = [];
  for (const paragraph of paragraphs(text)) {
    // References are replaced by as many spaces, which keeps the offsets and lets ICU see the full stop before them and the
    // capital after.
    const line = text.slice(paragraph.start, paragraph.end).replaceAll('\n', ' ');
    const flat = line.includes('[') ? line.replace(REFERENCES, (marks) => ' '.repeat(marks.length)) : line;
    let start = 0;
    const breaks = breaksOf(flat, language);
    for (const [index, at] of breaks.entries()) {
      const end = at + closingQuoteAt(flat, at);
      const after = flat.slice(end, Math.min(end + 8, breaks[index + 1] ?? flat.length));
      if (
        end > at
          ? /^[\p{Ll},;]/u.test(after)
          : sentenceContinues(flat.slice(Math.max(start, end - 24), end), after, language)
      )
        continue;
      push(found, text, paragraph.start + start, paragraph.start + end);
      start = end;
    }
    push(found, text, paragraph.start + start, paragraph.start + flat.length);
  }
  return found;
}

/** How much of a line at an offset closes a quotation. */
function closingQuoteAt(line: string, at: number): number {
  const character = line[at];
  return character === '»' || character === '›' ? (CLOSING_QUOTE.exec(line.slice(at, at + 4))?.[0].length ?? 0) : 0;
}

/** Printable ASCII, the usual case, needs no pattern. */
function isSpace(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x20 || ((unit < 0x20 || unit > 0x7e) && /\s/.test(text.charAt(at)));
}

function push(found: Range[], text: string, from: number, to: number): void {
  let start = from;
  let end = to;
  while (start < end && isSpace(text, start)) start++;
  while (end > start && isSpace(text, end - 1)) end--;
  if (start >= end) return;
  if (end - start > CLAUSE_SPLIT_LENGTH && SPACED_CLAUSES.test(text.slice(start, start + CLAUSE_SPLIT_LENGTH))) {
    for (const clause of clauses(text, start, end)) found.push(clause);
  } else found.push({ start, end });
}

function clauses(text: string, start: number, end: number): Range[] {
  const found: Range[] = [];
  let from = start;
  for (let at = start + 1; at < end; at++) {
    if (text[at] !== ' ' || at - from < MIN_CLAUSE_LENGTH || end - at < MIN_CLAUSE_LENGTH / 2) continue;
    if (!SPACED_CLAUSES.test(text[at - 1] ?? '') || !SPACED_CLAUSES.test(text[at + 1] ?? '')) continue;
    found.push({ start: from, end: at });
    from = at + 1;
  }
  found.push({ start: from, end });
  return found;
}
