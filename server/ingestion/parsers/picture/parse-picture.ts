import { readPictureHeader } from '../../../platform/files/picture-header.ts';
import { sourceFailures } from '../../failures.ts';
import type { ParsedDocument } from '../../types.ts';
import { composePages } from '../pdf/compose-pages.ts';
import { readingOrder } from '../pdf/pdf-columns.ts';
import { toRuns } from '../pdf/recognized-runs.ts';
import type { TextRecognizer } from '../recognition/text-recognizer.ts';

/** Decoded, a picture takes four bytes a pixel. The cameras of phones make 12 to 50 million. */
export const MAX_PIXELS = 50_000_000;
/** Tesseract takes no longer sides. */
const MAX_SIDE = 32_767;
/** Only proportions matter to the layout, so any resolution will do. */
const POINTS_PER_PIXEL = 72 / 150;

/** Recognizes the text in a picture. It has one page. */
export function parsePicture(bytes: Uint8Array, formatName: string, recognizer: TextRecognizer): ParsedDocument {
  const header = readPictureHeader(bytes);
  if (header === null) throw sourceFailures.unreadable(formatName);
  const { width, height, orientation } = header;
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE)
    throw sourceFailures.pictureTooLarge(MAX_PIXELS / 1e6);
  const shown = (orientation >= 5 ? width : height) * POINTS_PER_PIXEL;
  const lines = recognizer.recognize(bytes, orientation);
  const [runs = []] = toRuns([{ lines, pointsPerPixel: POINTS_PER_PIXEL, height: shown }]);
  const page = { page: 1, height: shown, runs, annotations: [] };
  const regions = readingOrder(page.runs);
  return composePages([{ ...page, regions, turned: [] }], { annotations: new Map(), outline: [], title: null });
}
