import type { Pdfium } from './pdfium.ts';

/** Characters that stand together on one line: the smallest piece of a page. Points, y grows downwards. */
export interface Run {
  text: string;
  left: number;
  right: number;
  /** The line the letters stand on. */
  base: number;
  /** Font size. */
  size: number;
  bold: boolean;
}

/** What a page shows, in the order of its content stream. */
export interface PdfPage {
  /** 1-based. */
  page: number;
  /** From the upper edge to the lower, as most of the text stands. */
  height: number;
  runs: Run[];
}

/** A gap of this many font sizes ends a run: wider than any space between words, narrower than the gap between columns. */
const RUN_GAP = 0.9;

/** One page. One that cannot be read is an empty one: the rest of the document is still of use. */
export function readPage(pdfium: Pdfium, document: number, page: number, scratch: number): PdfPage {
  const handle = pdfium._FPDF_LoadPage(document, page - 1);
  if (!handle) return { page, height: 0, runs: [] };
  const text = pdfium._FPDFText_LoadPage(handle);
  const turned = pdfium._FPDFPage_GetRotation(handle) % 2 === 1;
  const [width, height] = [pdfium._FPDF_GetPageWidth(handle), pdfium._FPDF_GetPageHeight(handle)];
  const sheet = turned ? { width: height, height: width } : { width, height };
  const read = text ? readRuns(pdfium, text, sheet, scratch) : { height, runs: [] };
  if (text) pdfium._FPDFText_ClosePage(text);
  pdfium._FPDF_ClosePage(handle);
  return { page, ...read };
}

/** The size of a page before the turn that its viewer gives it. */
interface Sheet {
  width: number;
  height: number;
}

/** The page's characters as runs, turned so that most of its text stands upright, however its viewer turns the page. */
function readRuns(pdfium: Pdfium, text: number, sheet: Sheet, scratch: number): Omit<PdfPage, 'page'> {
  const count = pdfium._FPDFText_CountChars(text);
  const turns = quarterTurns(pdfium, text, count);
  const runs: Run[] = [];
  let run: Run | null = null;
  let last = 0;
  let backwards = false;

  const finish = () => {
    if (run?.text.trim()) {
      run.bold = run.bold && isBold(pdfium, text, last, scratch);
      runs.push(run);
    }
    run = null;
    backwards = false;
  };

  for (let index = 0; index < count; index += 1) {
    const code = pdfium._FPDFText_GetUnicode(text, index);
    if (code === 13 || code === 10) {
      finish();
      continue;
    }
    if (code === 32 || code === 160 || code === 9) {
      if (run) run.text += ' ';
      continue;
    }
    if (code === 0) continue;
    // PDFium marks a hyphen at a line's end with one of these.
    const character = code === 2 || code === 0xfffe ? '\ufffe' : String.fromCodePoint(code);
    if (!pdfium._FPDFText_GetLooseCharBox(text, index, scratch)) continue;
    pdfium._FPDFText_GetCharOrigin(text, index, scratch + 16, scratch + 24);
    // Read one by one: this runs for every character, and a small array for each would keep the collector busy.
    const rectangle = scratch >> 2;
    const origin = (scratch + 16) >> 3;
    const x0 = pdfium.HEAPF32[rectangle] ?? 0;
    const y0 = pdfium.HEAPF32[rectangle + 1] ?? 0;
    const x1 = pdfium.HEAPF32[rectangle + 2] ?? 0;
    const y1 = pdfium.HEAPF32[rectangle + 3] ?? 0;
    const base = down(turns, sheet, pdfium.HEAPF64[origin] ?? 0, pdfium.HEAPF64[origin + 1] ?? 0);
    const start = across(turns, sheet, x0, y0);
    const end = across(turns, sheet, x1, y1);
    const left = Math.min(start, end);
    const right = Math.max(start, end);
    if (isRightToLeft(code)) backwards = true;
    const current: Run | null = run;
    if (current && !continues(current, left, right, base, backwards)) finish();
    if (run) {
      const open: Run = run;
      open.text += character;
      open.left = Math.min(open.left, left);
      open.right = Math.max(open.right, right);
    } else {
      const size = fontSize(pdfium, text, index, scratch);
      run = { text: character, left, right, base, size, bold: isBold(pdfium, text, index, scratch) };
    }
    last = index;
  }
  finish();
  return { height: turns % 2 === 1 ? sheet.width : sheet.height, runs };
}

/** Does this character go on with the run? */
function continues(run: Run, left: number, right: number, base: number, backwards: boolean): boolean {
  if (Math.abs(base - run.base) > run.size * 0.3) return false;
  const gap = Math.max(left - run.right, run.left - right);
  // In right-to-left lines numbers run the other way and jump over each other.
  if (backwards) return gap <= run.size * 3;
  return gap <= run.size * RUN_GAP && left > run.left - run.size;
}

/** Hebrew, Arabic and their relatives, with their presentation forms. */
const isRightToLeft = (code: number) =>
  (code >= 0x590 && code <= 0x8ff) || (code >= 0xfb1d && code <= 0xfdff) || (code >= 0xfe70 && code <= 0xfefc);

/** How far right a point (y upwards) is, when text that was turned clockwise by so many quarters stands upright. */
function across(turns: number, { width, height }: Sheet, x: number, y: number): number {
  if (turns === 1) return height - y;
  if (turns === 2) return width - x;
  return turns === 3 ? y : x;
}

/** How far down it is. */
function down(turns: number, { width, height }: Sheet, x: number, y: number): number {
  if (turns === 1) return width - x;
  if (turns === 2) return y;
  return turns === 3 ? x : height - y;
}

/** By how many clockwise quarters most of the text is turned. */
function quarterTurns(pdfium: Pdfium, text: number, count: number): number {
  const votes = [0, 0, 0, 0];
  const step = Math.max(1, Math.floor(count / 60));
  for (let index = 0; index < count; index += step) {
    if (pdfium._FPDFText_IsGenerated(text, index) === 1) continue;
    const turns = Math.round(pdfium._FPDFText_GetCharAngle(text, index) / (Math.PI / 2));
    if (turns >= 0) votes[turns % 4] = (votes[turns % 4] ?? 0) + 1;
  }
  return votes.indexOf(Math.max(...votes));
}

function fontSize(pdfium: Pdfium, text: number, index: number, scratch: number): number {
  const nominal = pdfium._FPDFText_GetFontSize(text, index);
  if (!pdfium._FPDFText_GetMatrix(text, index, scratch)) return nominal;
  const at = scratch >> 2;
  const [, , c = 0, d = 0] = pdfium.HEAPF32.subarray(at, at + 4);
  return Math.abs(nominal * Math.hypot(c, d)) || 1;
}

function isBold(pdfium: Pdfium, text: number, index: number, scratch: number): boolean {
  const length = pdfium._FPDFText_GetFontInfo(text, index, scratch, 200, scratch + 256);
  if (length <= 1 || length > 200) return false;
  return /bold|black|heavy/i.test(latin1(pdfium, scratch, length - 1));
}

const latin1 = (pdfium: Pdfium, at: number, length: number) =>
  new TextDecoder('latin1').decode(pdfium.HEAPU8.subarray(at, at + length));
