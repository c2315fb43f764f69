import type { BlockKind } from '../../types.ts';
import { joinLines } from '../text/join-lines.ts';
import { withHeader } from '../text/table-header.ts';
import { codeBlocks, codeText } from './pdf-code.ts';
import { type Line, lineText, type Region } from './pdf-lines.ts';
import { medianStep } from './pdf-rows.ts';

/** A block of a page, before it goes into the text. */
export interface PdfBlock {
  kind: BlockKind;
  text: string;
  /** Font size, and whether all of it is bold: headings are recognized by both. */
  size: number;
  bold: boolean;
  lines: number;
  /** Where its first line begins. */
  left: number;
  /** What is bold at its beginning, where its other lines are indented. */
  term?: string;
  /** List items: in how many lists, told by their indentation. */
  depth?: number;
  /** List items with a number or letter. */
  ordered?: true;
  /** A row of a table's head. */
  header?: true;
}

const LIST_MARKER = /^(?:[•▪◦‣●○■·]|[–-]\s|\(?(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]\s)/;
const BULLET = /^[•▪◦‣●○■·]/;
/** An item that has a picture in place of text. */
const ONLY_BULLET = /^[•▪◦‣●○■·]$/;
const NUMBER_MARKER = /^\(?(?:\d|[a-z]+[.)])/;
const ENDS_SENTENCE = /[.!?:;。！？][”"’')\]]*$/;

/** Groups the lines of a region into paragraphs, list items and table rows. */
export function toBlocks(region: Region, isKnownWord: (word: string) => boolean): PdfBlock[] {
  const rows = tableRows(region);
  const right = region.reduce((most, line) => Math.max(most, line.right), 0);
  const lineSpacing = medianStep(region.filter(({ row }) => !row));
  const code = codeBlocks(region, lineSpacing, (line, above) =>
    startsParagraph(line, above, [above], right, lineSpacing),
  );
  const inCode = new Set([...code.values()].flat());
  const blocks: PdfBlock[] = [];
  let open: Line[] = [];
  let indents: number[] = [];

  const close = () => {
    const [first] = open;
    if (!first) return;
    const text = joinLines(open.map(lineText), isKnownWord);
    if (ONLY_BULLET.test(text)) {
      open = [];
      return;
    }
    const isItem = LIST_MARKER.test(text);
    // Text that is not indented further than the list ends it.
    const isInList = isItem || first.left > (indents[0] ?? Number.POSITIVE_INFINITY) + first.size * 0.5;
    indents = isInList ? indents.filter((indent) => !isItem || indent < first.left - first.size * 0.5) : [];
    if (isItem) indents.push(first.left);
    blocks.push({
      kind: isItem ? 'list-item' : 'paragraph',
      ...(isItem && { depth: indents.length }),
      ...(isItem && NUMBER_MARKER.test(text) && { ordered: true }),
      text,
      size: first.size,
      bold: open.every((line) => line.bold),
      lines: open.length,
      left: first.left,
      ...(!isItem && first.term && isHanging(open) && { term: withValue(first.term, text) }),
    });
    open = [];
  };

  for (const [index, line] of region.entries()) {
    if (line.row) {
      close();
      indents = [];
      if (line.row.table !== region[index - 1]?.row?.table) blocks.push(...tableFrom(region, line, isKnownWord));
      continue;
    }
    const lines = code.get(line);
    if (lines) {
      close();
      indents = [];
      const text = codeText(lines, lineSpacing);
      blocks.push({ kind: 'code', text, size: line.size, bold: false, lines: lines.length, left: line.left });
    }
    if (inCode.has(line)) continue;
    if (rows.has(line)) {
      // A row's label that is too long for one line begins above it.
      const label =
        open.length <= 2 && continuesLabel(open.at(-1), line, lineSpacing) ? open.splice(0).map(lineText) : [];
      close();
      const [head, ...rest] = line.cells.map((cell) => cell.text);
      const text = [joinLines([...label, head ?? '']), ...rest].join(' | ');
      blocks.push({ kind: 'table-row', text, size: line.size, bold: line.bold, lines: 1, left: line.left });
      continue;
    }
    const previous = open.at(-1);
    if (previous && startsParagraph(line, previous, open, right, lineSpacing)) close();
    open.push(line);
  }
  close();
  return blocks;
}

/** The rows of a table from its first on. */
function tableFrom(region: Region, first: Line, isKnownWord: (word: string) => boolean): PdfBlock[] {
  const lines = region.filter(({ row }) => row?.table === first.row?.table);
  const rows = lines.map(({ row }) => (row?.cells ?? []).map((cell) => joinLines(cell.lines, isKnownWord)));
  const [head, ...others] = rows;
  const told =
    first.row?.isHead && head
      ? withHeader(head, others)
      : rows.map((row) => ({ text: row.join(' | '), isHeader: false }));
  return told.map(({ text, isHeader }): PdfBlock => {
    const { size, bold, left } = first;
    return { kind: 'table-row', text, size, bold, lines: 1, left, ...(isHeader && { header: true }) };
  });
}

/** The term of a definition with what stands for its value: `Timeout = <seconds>`. */
const withValue = (term: string, text: string) => term + (/^ ?<[^<>]{1,60}>/.exec(text.slice(term.length))?.[0] ?? '');

/** Are all lines but the first indented? */
const isHanging = ([first, ...others]: Line[]) =>
  first !== undefined && others.every(({ left }) => left > first.left + first.size * 0.5);

/** Lines whose cells are aligned with those of a neighbouring line, and single labels between such lines. */
function tableRows(region: Region): Set<Line> {
  const rows = new Set<Line>();
  for (const [index, line] of region.entries()) {
    if (line.row || line.cells.length < 2) continue;
    const neighbours = [region[index - 2], region[index - 1], region[index + 1], region[index + 2]];
    const aligned = neighbours.some((other) => other && other.cells.length > 1 && areAligned(line, other));
    if (aligned || line.cells.length > 3) rows.add(line);
  }
  for (const [index, line] of region.entries()) {
    const above = region[index - 1];
    const below = region[index + 1];
    if (!rows.has(line) && above && below && rows.has(above) && rows.has(below) && lineText(line).endsWith(':'))
      rows.add(line);
  }
  return rows;
}

/** Do gaps between the cells of two lines lie above each other? */
export function areAligned(a: Line, b: Line): boolean {
  return gaps(a).some(([from, to]) =>
    gaps(b).some(([start, end]) => Math.min(to, end) - Math.max(from, start) > a.size),
  );
}

const gaps = (line: Line): [number, number][] =>
  line.cells.slice(1).map((cell, index) => [line.cells[index]?.right ?? 0, cell.left]);

/** A label continues in the row below if that is close, the label is incomplete and the row begins in lower case. */
function continuesLabel(label: Line | undefined, row: Line, lineSpacing: number): boolean {
  if (!label || label.bold !== row.bold || row.baseline - label.baseline > lineSpacing * 1.3) return false;
  return !/[:.]$/.test(lineText(label)) && /^[\p{Ll}$€£(\d]/u.test(row.cells[0]?.text ?? '');
}

function startsParagraph(line: Line, previous: Line, open: Line[], right: number, lineSpacing: number): boolean {
  const step = line.baseline - previous.baseline;
  if (step > Math.max(lineSpacing * 1.3, line.size * 1.35) || step < 0) return true;
  if (Math.abs(line.size - previous.size) > previous.size * 0.1) return true;
  // What is bold may end in the next line.
  const isBoldContinued = previous.bold && line.term !== undefined && !endsEarly(previous, line, right);
  if (!isBoldContinued && line.bold !== previous.bold && open.every((other) => other.bold === previous.bold)) {
    // A bold line is a heading; a bold word at the end of a line is not.
    if (previous.bold ? open.length <= 2 : ENDS_SENTENCE.test(lineText(previous))) return true;
  }
  const text = lineText(line);
  if (endsEarly(previous, line, right)) return true;
  if (LIST_MARKER.test(text)) return BULLET.test(text) || !continuesSentence(previous, line);
  // In books, the first line of a paragraph is indented.
  const indented = line.left - previous.left > line.size * 0.8 && open.length > 1;
  return indented && ENDS_SENTENCE.test(lineText(previous)) && !LIST_MARKER.test(lineText(open[0] ?? line));
}

/** Is a number or dash at the beginning of a line a part of the sentence above? */
const continuesSentence = (above: Line, line: Line) =>
  Math.abs(line.left - above.left) < 1 && !ENDS_SENTENCE.test(lineText(above)) && !LIST_MARKER.test(lineText(above));

/** True where the first word of the next line would have fitted on this one: the break was intended. */
function endsEarly(line: Line, next: Line, right: number): boolean {
  const text = lineText(next);
  const word = text.match(/^\S+/)?.[0] ?? '';
  const wordWidth = ((next.right - next.left) * word.length) / Math.max(1, text.length);
  const slack = right - line.right;
  if (ENDS_SENTENCE.test(lineText(line))) return slack > wordWidth + line.size * 2;
  return slack > (wordWidth + line.size) * 2 + (right - line.left) * 0.15;
}
