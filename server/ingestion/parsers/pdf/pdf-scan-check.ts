import type { Pdfium } from './pdfium.ts';

/** A page with at most this many letters may be a scan with a stamp or a page number. */
const FEW_LETTERS = 50;
/** The share of a page that its picture then covers. */
const COVERED = 0.5;
/** Objects of a page that are looked at. */
const MAX_OBJECTS = 1_000;
const IMAGE_OBJECT = 3;

export const countLetters = (runs: { text: string }[]): number =>
  runs.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);

/** Does an open page show its text as a picture? True where it shows something without letters, or a large picture with few. */
export function isScan({ call, memory }: Pdfium, page: number, runs: { text: string }[], scratch: number): boolean {
  const letters = countLetters(runs);
  if (letters > FEW_LETTERS) return false;
  const objects = call.FPDFPage_CountObjects(page);
  if (letters === 0) return objects > 0;
  const area = call.FPDF_GetPageWidth(page) * call.FPDF_GetPageHeight(page);
  for (let index = 0; index < Math.min(objects, MAX_OBJECTS); index += 1) {
    const object = call.FPDFPage_GetObject(page, index);
    if (call.FPDFPageObj_GetType(object) !== IMAGE_OBJECT) continue;
    if (!call.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12)) continue;
    const [left = 0, bottom = 0, right = 0, top = 0] = memory.HEAPF32.subarray(scratch >> 2, (scratch >> 2) + 4);
    if ((right - left) * (top - bottom) > area * COVERED) return true;
  }
  return false;
}
