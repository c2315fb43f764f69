import { PDFiumModule } from '@hyzyla/pdfium';
import { sourceFailures } from '../../errors.ts';

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
  width: number;
  height: number;
  runs: Run[];
}

/** An entry of the document's outline (its bookmarks). */
export interface OutlineEntry {
  title: string;
  /** 1-based. */
  page: number;
  /** 1 for the outermost. */
  level: number;
}

/** A PDF that has been opened; pages are read one at a time. */
export interface OpenPdf {
  pageCount: number;
  title: string | null;
  outline: OutlineEntry[];
  readPage(page: number): PdfPage;
}

/** The functions of PDFium that we call; the package types only those that it wraps itself. Pointers are numbers. */
interface Pdfium {
  HEAPU8: Uint8Array;
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  _malloc(size: number): number;
  _FPDF_InitLibrary(): void;
  _FPDF_LoadMemDocument(data: number, size: number, password: number): number;
  _FPDF_GetLastError(): number;
  _FPDF_GetPageCount(document: number): number;
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, size: number): number;
  _FPDF_LoadPage(document: number, index: number): number;
  _FPDF_ClosePage(page: number): void;
  _FPDF_GetPageWidth(page: number): number;
  _FPDF_GetPageHeight(page: number): number;
  _FPDFPage_GetRotation(page: number): number;
  _FPDFText_LoadPage(page: number): number;
  _FPDFText_ClosePage(text: number): void;
  _FPDFText_CountChars(text: number): number;
  _FPDFText_GetUnicode(text: number, index: number): number;
  _FPDFText_IsGenerated(text: number, index: number): number;
  _FPDFText_GetLooseCharBox(text: number, index: number, rectangle: number): number;
  _FPDFText_GetCharOrigin(text: number, index: number, x: number, y: number): number;
  _FPDFText_GetCharAngle(text: number, index: number): number;
  _FPDFText_GetFontSize(text: number, index: number): number;
  _FPDFText_GetMatrix(text: number, index: number, matrix: number): number;
  _FPDFText_GetFontInfo(text: number, index: number, buffer: number, size: number, flags: number): number;
  _FPDFBookmark_GetFirstChild(document: number, bookmark: number): number;
  _FPDFBookmark_GetNextSibling(document: number, bookmark: number): number;
  _FPDFBookmark_GetTitle(bookmark: number, buffer: number, size: number): number;
  _FPDFBookmark_GetDest(document: number, bookmark: number): number;
  _FPDFDest_GetDestPageIndex(document: number, destination: number): number;
}

const PASSWORD_ERROR = 4;
const SECURITY_ERROR = 5;
const SCRATCH_BYTES = 4096;
const MAX_OUTLINE_ENTRIES = 2_000;
/** A gap of this many font sizes ends a run: wider than any space between words, narrower than the gap between columns. */
const RUN_GAP = 0.9;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Opens a PDF in memory. Fails with `password_protected`, `unreadable` or `too_many_pages`. */
export async function openPdf(bytes: Uint8Array, maxPages: number): Promise<OpenPdf> {
  const pdfium = (await PDFiumModule({})) as unknown as Pdfium;
  pdfium._FPDF_InitLibrary();
  const data = pdfium._malloc(bytes.length);
  if (!data) throw sourceFailures.tooComplex();
  pdfium.HEAPU8.set(bytes, data);
  const document = pdfium._FPDF_LoadMemDocument(data, bytes.length, 0);
  if (!document) {
    const error = pdfium._FPDF_GetLastError();
    if (error === PASSWORD_ERROR || error === SECURITY_ERROR) throw sourceFailures.passwordProtected();
    throw sourceFailures.unreadable('PDF');
  }
  const pageCount = pdfium._FPDF_GetPageCount(document);
  if (pageCount > maxPages) throw sourceFailures.tooManyPages(maxPages);
  const scratch = pdfium._malloc(SCRATCH_BYTES);
  return {
    pageCount,
    title: readTitle(pdfium, document, scratch),
    outline: readOutline(pdfium, document, scratch),
    readPage: (page) => readPage(pdfium, document, page, scratch),
  };
}

function readPage(pdfium: Pdfium, document: number, page: number, scratch: number): PdfPage {
  const handle = pdfium._FPDF_LoadPage(document, page - 1);
  // A page that cannot be read is an empty page: the rest of the document still is of use.
  if (!handle) return { page, width: 0, height: 0, runs: [] };
  const text = pdfium._FPDFText_LoadPage(handle);
  const width = pdfium._FPDF_GetPageWidth(handle);
  const height = pdfium._FPDF_GetPageHeight(handle);
  const runs = text ? readRuns(pdfium, text, pdfium._FPDFPage_GetRotation(handle), scratch) : [];
  if (text) pdfium._FPDFText_ClosePage(text);
  pdfium._FPDF_ClosePage(handle);
  return { page, width, height, runs };
}

/** The page's characters as runs, turned upright by the page's rotation and by that of most of its text. */
function readRuns(pdfium: Pdfium, text: number, rotation: number, scratch: number): Run[] {
  const count = pdfium._FPDFText_CountChars(text);
  const turn = (rotation + quarterTurns(pdfium, text, count)) % 4;
  const runs: Run[] = [];
  let run: Run | null = null;
  let last = 0;

  const finish = () => {
    if (run?.text.trim()) {
      run.bold = run.bold && isBold(pdfium, text, last, scratch);
      runs.push(run);
    }
    run = null;
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
    const at = scratch >> 2;
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = pdfium.HEAPF32.subarray(at, at + 4);
    const originX = pdfium.HEAPF64[(scratch + 16) >> 3] ?? 0;
    const originY = pdfium.HEAPF64[(scratch + 24) >> 3] ?? 0;
    const [ax] = upright(turn, x0, y0);
    const [bx] = upright(turn, x1, y1);
    const [, base] = upright(turn, originX, originY);
    const left = Math.min(ax, bx);
    const right = Math.max(ax, bx);
    const current: Run | null = run;
    if (current && !continues(current, left, right, base, character)) finish();
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
  return runs;
}

/** Does this character go on with the run? */
function continues(run: Run, left: number, right: number, base: number, character: string): boolean {
  if (Math.abs(base - run.base) > run.size * 0.3) return false;
  const gap = Math.max(left - run.right, run.left - right);
  // In right-to-left lines numbers run the other way and jump over each other.
  const widest = RIGHT_TO_LEFT.test(character) || RIGHT_TO_LEFT.test(run.text) ? 3 : RUN_GAP;
  if (gap > run.size * widest) return false;
  return widest > RUN_GAP || left > run.left - run.size;
}

/** Page coordinates (y upwards) as seen after so many clockwise quarter turns, y downwards; only differences matter. */
function upright(turns: number, x: number, y: number): [number, number] {
  if (turns === 1) return [y, x];
  if (turns === 2) return [-x, y];
  if (turns === 3) return [-y, -x];
  return [x, -y];
}

/** By how many clockwise quarter turns most of the text has to be turned to stand upright. */
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

/** Text that PDFium wrote as UTF-16 with a final zero; `bytes` as it counted them. */
function wideText(pdfium: Pdfium, at: number, bytes: number): string {
  if (bytes < 4 || bytes > SCRATCH_BYTES) return '';
  return new TextDecoder('utf-16le').decode(pdfium.HEAPU8.slice(at, at + bytes - 2));
}

function readTitle(pdfium: Pdfium, document: number, scratch: number): string | null {
  pdfium.HEAPU8.set(new TextEncoder().encode('Title\0'), scratch);
  const buffer = scratch + 8;
  const bytes = pdfium._FPDF_GetMetaText(document, scratch, buffer, SCRATCH_BYTES - 8);
  return wideText(pdfium, buffer, bytes).trim() || null;
}

/** Depth first; hostile files make loops, so the entries are counted and none is visited twice. */
function readOutline(pdfium: Pdfium, document: number, scratch: number): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();
  const visit = (parent: number, level: number) => {
    let bookmark = pdfium._FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark && !seen.has(bookmark) && seen.size < MAX_OUTLINE_ENTRIES) {
      seen.add(bookmark);
      const title = wideText(pdfium, scratch, pdfium._FPDFBookmark_GetTitle(bookmark, scratch, SCRATCH_BYTES));
      const destination = pdfium._FPDFBookmark_GetDest(document, bookmark);
      const index = destination ? pdfium._FPDFDest_GetDestPageIndex(document, destination) : -1;
      if (title.trim() && index >= 0) entries.push({ title, page: index + 1, level });
      if (level < 6) visit(bookmark, level + 1);
      bookmark = pdfium._FPDFBookmark_GetNextSibling(document, bookmark);
    }
  };
  visit(0, 1);
  return entries;
}
