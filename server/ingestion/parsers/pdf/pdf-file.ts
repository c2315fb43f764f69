import { sourceFailures } from '../../failures.ts';
import type { TextRecognizer } from '../recognition/text-recognizer.ts';
import { createAnnotationReader } from './pdf-annotations.ts';
import { type PdfPage, readPdfPage } from './pdf-runs.ts';
import { recognizePage } from './pdf-scans.ts';
import { type Pdfium, readUtf16, SCRATCH_BYTES } from './pdfium.ts';
import type { RecognizedPage } from './recognized-runs.ts';

/** An entry of the document's outline (its bookmarks). */
export interface OutlineEntry {
  title: string;
  /** 1-based. */
  page: number;
  /** 1 for the outermost. */
  level: number;
}

/** An open PDF, read page by page. */
export interface OpenPdf {
  pageCount: number;
  title: string | null;
  outline: OutlineEntry[];
  readPdfPage(page: number): PdfPage;
  /** Reads the text that a page shows as a picture. */
  recognizePage(page: number, recognizer: TextRecognizer): RecognizedPage;
}

const PASSWORD_ERROR = 4;
const SECURITY_ERROR = 5;
const MAX_OUTLINE_ENTRIES = 2_000;

/** Opens a PDF in memory. Fails with `password_protected`, `unreadable` or `too_many_pages`. */
export function openPdf(pdfium: Pdfium, bytes: Uint8Array, maxPages: number): OpenPdf {
  const data = pdfium.call.malloc(bytes.length);
  if (!data) throw sourceFailures.tooComplex();
  pdfium.memory.HEAPU8.set(bytes, data);
  const document = pdfium.call.FPDF_LoadMemDocument(data, bytes.length, 0);
  if (!document) {
    const error = pdfium.call.FPDF_GetLastError();
    if (error === PASSWORD_ERROR || error === SECURITY_ERROR) throw sourceFailures.passwordProtected();
    throw sourceFailures.unreadable('PDF');
  }
  const pageCount = pdfium.call.FPDF_GetPageCount(document);
  if (pageCount > maxPages) throw sourceFailures.tooManyPages(maxPages);
  const scratch = pdfium.call.malloc(SCRATCH_BYTES);
  const readAnnotations = createAnnotationReader(pdfium, document, scratch);
  return {
    pageCount,
    title: readTitle(pdfium, document, scratch),
    outline: readOutline(pdfium, document, scratch),
    readPdfPage: (page) => readPdfPage(pdfium, document, page, scratch, readAnnotations),
    recognizePage: (page, recognizer) => recognizePage(pdfium, document, page, recognizer),
  };
}

/** The text in the scratch buffer, empty where it did not fit. */
const scratchText = (pdfium: Pdfium, at: number, bytes: number) =>
  bytes > SCRATCH_BYTES ? '' : readUtf16(pdfium, at, bytes);

function readTitle(pdfium: Pdfium, document: number, scratch: number): string | null {
  pdfium.memory.HEAPU8.set(new TextEncoder().encode('Title\0'), scratch);
  const buffer = scratch + 8;
  const bytes = pdfium.call.FPDF_GetMetaText(document, scratch, buffer, SCRATCH_BYTES - 8);
  return scratchText(pdfium, buffer, bytes).trim() || null;
}

/** Depth first. Hostile files contain loops, so entries are counted and no entry is visited twice. */
function readOutline(pdfium: Pdfium, document: number, scratch: number): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();
  const visit = (parent: number, level: number) => {
    let bookmark = pdfium.call.FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark && !seen.has(bookmark) && seen.size < MAX_OUTLINE_ENTRIES) {
      seen.add(bookmark);
      const title = scratchText(pdfium, scratch, pdfium.call.FPDFBookmark_GetTitle(bookmark, scratch, SCRATCH_BYTES));
      const destination = pdfium.call.FPDFBookmark_GetDest(document, bookmark);
      const index = destination ? pdfium.call.FPDFDest_GetDestPageIndex(document, destination) : -1;
      if (title.trim() && index >= 0) entries.push({ title, page: index + 1, level });
      if (level < 6) visit(bookmark, level + 1);
      bookmark = pdfium.call.FPDFBookmark_GetNextSibling(document, bookmark);
    }
  };
  visit(0, 1);
  return entries;
}
