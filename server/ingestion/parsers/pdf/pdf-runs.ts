import { misreadLetters } from './misread-letters.ts';
import type { Annotation, AnnotationReader } from './pdf-annotations.ts';
import { type Characters, readCharacters } from './pdf-characters.ts';
import { edgeFinder, findGrids, type Grid } from './pdf-grids.ts';
import { type PageSize, rotatedX, rotatedY } from './pdf-rotation.ts';
import { readRules } from './pdf-rules.ts';
import { isScan } from './pdf-scan-check.ts';
import { joinTableRows } from './pdf-tables.ts';
import type { Pdfium } from './pdfium.ts';
import { createRunCollector, isRightToLeft, type Piece, type RunCollector, type TextRun } from './run-collector.ts';

/** What a page shows, in the order of its content stream. */
export interface PdfPage {
  /** 1-based. */
  page: number;
  /** In points, with most of the text upright. */
  height: number;
  runs: TextRun[];
  /** Text that stands sideways or upside down to it, such as a wide table: each direction by itself, turned upright. */
  turned: TextRun[][];
  /** Form fields and text boxes that lie on the page. */
  annotations: Annotation[];
  /** Letters of fonts that do not tell which characters they are. */
  undecodable: number;
  /** Others that are read as the characters of their numbers, which make no sense. */
  misread: number;
  /** Whether its text is a picture: it has no letters, or few beside a large picture. */
  isScan?: boolean;
}

/** The letters of a page, and its size before it is rotated. */
interface Letters {
  characters: Characters;
  pageSize: PageSize;
}

/** A word by the places of its first and last letters, rotated clockwise by this many quarter turns. */
interface Word {
  first: number;
  last: number;
  rotation: number;
}

/** Wider letters, in font sizes on average, are letterspaced or out of order. */
const LETTER_WIDTH = 1.2;

/** Reads one page. A page that cannot be read counts as empty, as the rest of the document is still useful. */
export function readPdfPage(
  pdfium: Pdfium,
  document: number,
  page: number,
  scratch: number,
  readAnnotations: AnnotationReader,
): PdfPage {
  const { call } = pdfium;
  const handle = call.FPDF_LoadPage(document, page - 1);
  if (!handle) return { page, height: 0, runs: [], turned: [], undecodable: 0, misread: 0, annotations: [] };
  const text = call.FPDFText_LoadPage(handle);
  const isSideways = call.FPDFPage_GetRotation(handle) % 2 === 1;
  const [width, height] = [call.FPDF_GetPageWidth(handle), call.FPDF_GetPageHeight(handle)];
  const pageSize = isSideways ? { width: height, height: width } : { width, height };
  const gridsOf = (rotation: number) => findGrids(readRules(pdfium, handle, rotation, pageSize, scratch));
  const read = text
    ? readRuns(readCharacters(pdfium, text, scratch), pageSize, gridsOf)
    : { height, runs: [], turned: [], undecodable: 0, misread: 0 };
  const annotations = readAnnotations(handle, text);
  const scan = isScan(pdfium, handle, read.runs, scratch);
  if (text) call.FPDFText_ClosePage(text);
  call.FPDF_ClosePage(handle);
  return { page, ...read, annotations, isScan: scan };
}

/** The page's characters as runs, rotated so that most of the text stands upright, whatever rotation the page asks for. */
function readRuns(
  characters: Characters,
  pageSize: PageSize,
  gridsOf: (rotation: number) => Grid[],
): Pick<PdfPage, 'height' | 'runs' | 'turned' | 'undecodable' | 'misread'> {
  const letters = { characters, pageSize };
  const { code: codeAt, count } = characters;
  const rotation = characters.quarterTurns();
  const grids = gridsOf(rotation);
  const collectors = new Map([[rotation, createRunCollector(characters, edgeFinder(grids))]]);
  const collectorOf = (turns: number) => {
    const collector = collectors.get(turns) ?? createRunCollector(characters);
    collectors.set(turns, collector);
    return collector;
  };
  let turns = rotation;
  let undecodable = 0;
  for (let index = 0; index < count; index += 1) {
    const code = codeAt(index);
    if (code === 13 || code === 10) collectorOf(turns).finish();
    else if (isSpace(code)) collectorOf(turns).space();
    else if (code === 0) undecodable += 1;
    else {
      const last = endOfWord(characters, index);
      turns = turnsOfWord(letters, { first: index, last, rotation });
      const word = { first: index, last, rotation: turns };
      const collector = collectorOf(turns);
      const superscript = superscriptStart(letters, word);
      addWord(collector, letters, { ...word, last: superscript - 1 });
      if (superscript <= last)
        collector.addSuperscript(characters.text(superscript, last), pieceAt(letters, turns, last)?.right);
      index = last;
    }
  }
  for (const { finish } of collectors.values()) finish();
  const [main, ...others] = [...collectors.values()].map(({ runs }) => runs);
  return {
    height: rotation % 2 === 1 ? pageSize.width : pageSize.height,
    runs: joinTableRows(main ?? [], grids),
    turned: others.filter((runs) => runs.length > 0),
    undecodable,
    misread: misreadLetters(characters),
  };
}

/** The rotation of a word. It is asked for where its letters are not beside each other in the page's own. */
function turnsOfWord(letters: Letters, { first, last, rotation }: Word): number {
  const { characters } = letters;
  if (first < last) {
    const start = pieceAt(letters, rotation, first);
    const end = pieceAt(letters, rotation, last);
    if (!start || !end) return rotation;
    if (Math.abs(end.baseline - start.baseline) <= characters.fontSize(first) * 0.3 && end.left > start.left)
      return rotation;
  }
  const turns = characters.quarterTurnsAt(first);
  return turns >= 0 ? turns : rotation;
}

const isSpace = (code: number) => code === 32 || code === 160 || code === 9;

function endOfWord({ code: codeAt, count }: Characters, first: number): number {
  for (let last = first; ; last += 1) {
    const next = last + 1 < count ? codeAt(last + 1) : 0;
    if (next === 0 || next === 10 || next === 13 || isSpace(next)) return last;
  }
}

/** Digits at most this large and at least this much raised, in font sizes of the word before, are a footnote mark or a power. */
const SUPERSCRIPT = { size: 0.8, raised: 0.1 };
const isDigit = (code: number) => code >= 48 && code <= 57;

/** The index of the first superscript digit at the end of a word, `last + 1` where it has none: “67,413²” is not 674132. */
function superscriptStart(letters: Letters, { first, last, rotation }: Word): number {
  const { characters } = letters;
  if (first === last || !isDigit(characters.code(last))) return last + 1;
  const size = characters.fontSize(first);
  if (characters.fontSize(last) > size * SUPERSCRIPT.size) return last + 1;
  const baseline = pieceAt(letters, rotation, first)?.baseline ?? Number.NaN;
  const isSuperscript = (index: number) => {
    const piece = isDigit(characters.code(index)) ? pieceAt(letters, rotation, index) : null;
    return (
      piece !== null &&
      baseline - piece.baseline > size * SUPERSCRIPT.raised &&
      characters.fontSize(index) <= size * SUPERSCRIPT.size
    );
  };
  let start = last + 1;
  while (start - 1 > first && isSuperscript(start - 1)) start -= 1;
  return start;
}

/**
 * Adds a word by the positions of its first and last letters; letter by letter where these do not fit together (letterspacing,
 * right-to-left scripts, vertical lines).
 */
function addWord(collector: RunCollector, letters: Letters, { first, last, rotation }: Word): void {
  const { characters } = letters;
  const start = pieceAt(letters, rotation, first);
  if (first < last && start) {
    const end = pieceAt(letters, rotation, last);
    const length = last - first + 1;
    const size = collector.sizeAt(first);
    const width = end ? end.right - start.left : Number.NaN;
    const level = end && Math.abs(end.baseline - start.baseline) <= size * 0.3;
    if (level && width >= 0 && width <= length * size * LETTER_WIDTH && !hasRightToLeft(characters, first, last)) {
      collector.add({ ...start, last, right: end.right }, false);
      return;
    }
  } else if (start) {
    collector.add(start, isRightToLeft(characters.code(first)));
    return;
  }
  for (let index = first; index <= last; index += 1) {
    const piece = pieceAt(letters, rotation, index);
    if (piece) collector.add(piece, isRightToLeft(characters.code(index)));
  }
}

function pieceAt({ characters, pageSize }: Letters, rotation: number, index: number): Piece | null {
  const { left, bottom, right, top } = characters.box(index);
  if (Number.isNaN(left)) return null;
  const start = rotatedX(rotation, pageSize, left, top);
  const end = rotatedX(rotation, pageSize, right, bottom);
  const { x, y } = characters.origin(index);
  return {
    first: index,
    last: index,
    left: Math.min(start, end),
    right: Math.max(start, end),
    baseline: rotatedY(rotation, pageSize, x, y),
  };
}

function hasRightToLeft({ code: codeAt }: Characters, first: number, last: number): boolean {
  for (let index = first; index <= last; index += 1) if (isRightToLeft(codeAt(index))) return true;
  return false;
}
