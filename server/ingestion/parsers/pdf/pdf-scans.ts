import type { TextRecognizer } from '../recognition/text-recognizer.ts';
import { countLetters } from './pdf-scan-check.ts';
import type { Pdfium } from './pdfium.ts';
import type { RecognizedPage } from './recognized-runs.ts';
import type { TextRun } from './run-collector.ts';

/** A picture in shades of grey, a byte a pixel, as a PGM file. */
interface Rendering {
  file: Uint8Array;
  pointsPerPixel: number;
  /** Of the page, in points. */
  height: number;
}

const POINTS_PER_INCH = 72;
/** Tesseract's networks were trained on pages of this resolution. */
const DOTS_PER_INCH = 300;
/** An A4 page has 8.7 million at that resolution; larger pages get a lower one. */
const MAX_PIXELS = 10_000_000;
const GREY_FORMAT = 1;
const WHITE = 0xffffffff;
const RENDER_IN_GREY = 0x08;

/**
 * Recognizes the text of a page (1-based) of an open document. A page that cannot be rendered or recognized has none, as the
 * rest of the document is still useful.
 */
export function recognizePage(
  pdfium: Pdfium,
  document: number,
  page: number,
  recognizer: TextRecognizer,
): RecognizedPage {
  try {
    const rendering = render(pdfium, document, page);
    if (rendering === null) return UNREADABLE;
    const { file, pointsPerPixel, height } = rendering;
    return { lines: recognizer.recognize(file), pointsPerPixel, height };
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE: RecognizedPage = { lines: [], pointsPerPixel: 1, height: 0 };

/** What the page shows without its annotations, whose text is read from them. */
function render({ call, memory }: Pdfium, document: number, page: number): Rendering | null {
  const handle = call.FPDF_LoadPage(document, page - 1);
  if (!handle) return null;
  try {
    const [width, height] = [call.FPDF_GetPageWidth(handle), call.FPDF_GetPageHeight(handle)];
    const scale = Math.min(DOTS_PER_INCH / POINTS_PER_INCH, Math.sqrt(MAX_PIXELS / (width * height)));
    const [columns, rows] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
    const bitmap = columns * rows <= MAX_PIXELS * 2 ? call.FPDFBitmap_CreateEx(columns, rows, GREY_FORMAT, 0, 0) : 0;
    if (!bitmap) return null;
    try {
      call.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, WHITE);
      call.FPDF_RenderPageBitmap(bitmap, handle, 0, 0, columns, rows, 0, RENDER_IN_GREY);
      const [at, stride] = [call.FPDFBitmap_GetBuffer(bitmap), call.FPDFBitmap_GetStride(bitmap)];
      const head = new TextEncoder().encode(`P5\n${columns} ${rows}\n255\n`);
      const file = new Uint8Array(head.length + columns * rows);
      file.set(head);
      for (let row = 0; row < rows; row += 1) {
        const from = at + row * stride;
        file.set(memory.HEAPU8.subarray(from, from + columns), head.length + row * columns);
      }
      return { file, pointsPerPixel: 1 / scale, height };
    } finally {
      call.FPDFBitmap_Destroy(bitmap);
    }
  } finally {
    call.FPDF_ClosePage(handle);
  }
}

/** What was recognized takes the place of the few letters that were there, unless it is less. */
export const fullerRuns = (read: TextRun[], recognized: TextRun[]): TextRun[] =>
  countLetters(recognized) >= countLetters(read) ? recognized : read;
