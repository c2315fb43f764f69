import { countVisible } from '../../../platform/text/count-visible.ts';
import { sourceFailures } from '../../failures.ts';
import type { ParsedDocument } from '../../types.ts';
import type { TextRecognizer } from '../recognition/text-recognizer.ts';
import { composePages } from './compose-pages.ts';
import { prepareCode } from './pdf-code.ts';
import { readingOrder } from './pdf-columns.ts';
import { type OpenPdf, openPdf } from './pdf-file.ts';
import type { PdfPage } from './pdf-runs.ts';
import { fullerRuns } from './pdf-scans.ts';
import { loadPdfium, type Pdfium } from './pdfium.ts';
import { toRuns } from './recognized-runs.ts';

/** The most pages that a PDF may have. */
export const MAX_PAGES = 1000;
/** The most pages of a PDF that are read by text recognition, which takes seconds a page. */
export const MAX_SCANNED_PAGES = 200;

/** What reads the pages that are pictures. Calls `onPage` after each of them, and once before the first. */
export interface ScanReader {
  recognizer: TextRecognizer;
  onPage(done: number, total: number): void;
}

interface PdfOptions {
  /** Used for this document only. */
  pdfium?: Pdfium;
  /** What becomes of pages that are pictures: they are left out, or end it with `scanned`, or are read. */
  scans?: 'find' | ScanReader | undefined;
}

/** Parses a PDF into its text in reading order, with pages. Calls `onPage` after each page. */
export async function parsePdf(
  bytes: Uint8Array,
  onPage: (done: number, total: number) => void = () => undefined,
  { pdfium, scans }: PdfOptions = {},
): Promise<ParsedDocument> {
  const pdf = openPdf(pdfium ?? (await loadPdfium()), bytes, MAX_PAGES);
  const pages: PdfPage[] = [];
  for (let page = 1; page <= pdf.pageCount; page += 1) {
    pages.push(pdf.readPdfPage(page));
    onPage(page, pdf.pageCount);
  }
  if (scans !== undefined) readScans(pdf, pages, scans);
  prepareCode(pages);
  return composePages(
    pages.map(({ page, height, runs, turned }) => {
      return { page, height, regions: readingOrder(runs), turned: turned.flatMap(readingOrder) };
    }),
    {
      ...pdf,
      annotations: new Map(pages.map(({ page, annotations }) => [page, annotations])),
      drawn: drawnLetters(pages),
      undecodable: undecodableLetters(pages),
      misread: pages.reduce((sum, { misread, isScan }) => sum + (isScan ? 0 : misread), 0),
      pictures: scans === undefined ? pages.filter(({ isScan }) => isScan).length : 0,
    },
  );
}

const textsOf = (pages: PdfPage[]) =>
  pages.flatMap(({ runs, turned }) => [runs, ...turned].flat()).map(({ text }) => text);

/** The characters that all pages show, as far as their fonts tell which they are. */
const drawnLetters = (pages: PdfPage[]) => textsOf(pages).reduce((sum, text) => sum + countVisible(text), 0);

/** The others have no code, or one that stands for no character. */
const undecodableLetters = (pages: PdfPage[]) =>
  textsOf(pages).reduce((sum, text) => sum + (text.match(/\p{Cc}/gu)?.length ?? 0), 0) +
  pages.reduce((sum, page) => sum + page.undecodable, 0);

/** Gives the pages that are pictures the text that is recognized in them. */
function readScans(pdf: OpenPdf, pages: PdfPage[], scans: 'find' | ScanReader): void {
  const scanned = pages.filter(({ isScan }) => isScan);
  if (scanned.length === 0) return;
  if (scanned.length > MAX_SCANNED_PAGES) throw sourceFailures.tooManyScannedPages(MAX_SCANNED_PAGES);
  if (scans === 'find') throw sourceFailures.scanned();
  scans.onPage(0, scanned.length);
  const recognized = scanned.map(({ page }, index) => {
    const lines = pdf.recognizePage(page, scans.recognizer);
    scans.onPage(index + 1, scanned.length);
    return lines;
  });
  for (const [index, runs] of toRuns(recognized).entries()) {
    const page = scanned[index];
    if (page === undefined) continue;
    page.runs = fullerRuns(page.runs, runs);
    if (page.runs !== runs) continue;
    page.turned = [];
    // Of the page as it is shown, which may be turned.
    page.height = recognized[index]?.height ?? page.height;
  }
}
